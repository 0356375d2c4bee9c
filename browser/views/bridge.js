// Talks to the host that shows a view: MCP Apps 2026-01-26, JSON-RPC over postMessage.
const host = window.parent
const root = document.documentElement
const waiting = new Map()
let lastId = 0
/** What the host can do, and what it told about itself. */
let can = {}
let context = {}

const send = message => host.postMessage({ jsonrpc: '2.0', ...message }, '*')
const tell = (method, params = {}) => send({ method, params })
const ask = (method, params) =>
  new Promise((resolve, reject) => {
    waiting.set(++lastId, { resolve, reject })
    send({ id: lastId, method, params })
  })

const handlers = {
  'ui/notifications/tool-input': params => (given = params.arguments ?? {}),
  'ui/notifications/tool-result': result => arrive(result),
  'ui/notifications/tool-cancelled': () => complain(word('failed')),
  'ui/notifications/host-context-changed': change => adapt(change),
  'ui/resource-teardown': () => ({}),
  ping: () => ({}),
}

addEventListener('message', ({ source, data }) => {
  if (source !== host || data?.jsonrpc !== '2.0') return
  const { id, method, params, result, error } = data
  if (method === undefined) {
    const call = waiting.get(id)
    waiting.delete(id)
    if (error) call?.reject(error)
    else call?.resolve(result)
    return
  }
  const handler = Object.hasOwn(handlers, method) ? handlers[method] : null
  const answer = handler?.(params ?? {})
  if (id === undefined) return
  if (handler) send({ id, result: answer ?? {} })
  else send({ id, error: { code: -32601, message: 'Method not found' } })
})

/** Colours, language, direction, room: as the host has them. What it does not tell stays. */
function adapt(change = {}) {
  const spoke = context.locale
  context = { ...context, ...change }
  const { theme, styles, locale, displayMode, safeAreaInsets } = context
  const { style } = root
  if (theme === 'light' || theme === 'dark') style.colorScheme = theme
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    if (name.startsWith('--') && typeof value === 'string') style.setProperty(name, value)
  }
  for (const [side, size] of Object.entries(safeAreaInsets ?? {}))
    style.setProperty(`--safe-${side}`, `${Number(size)}px`)
  root.dataset.mode = displayMode ?? 'inline'
  if (locale !== spoke) speak(locale)
  show()
}

async function start() {
  const { hostCapabilities, hostContext } = await ask('ui/initialize', {
    appInfo: { name: document.title, version: '1.0.0' },
    appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
    protocolVersion: '2026-01-26',
  })
  can = hostCapabilities ?? {}
  adapt(hostContext)
  tell('ui/notifications/initialized')
  new ResizeObserver(() => {
    const { width, height } = root.getBoundingClientRect()
    tell('ui/notifications/size-changed', { width: Math.ceil(width), height: Math.ceil(height) })
  }).observe(root)
}
