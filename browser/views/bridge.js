// Talks to the host that shows a view: MCP Apps 2026-01-26, JSON-RPC over postMessage. What people wrote in the
// community only ever becomes text.
const host = window.parent
const main = document.querySelector('main')
const waiting = new Map()
let lastId = 0

const send = message => host.postMessage({ jsonrpc: '2.0', ...message }, '*')
const tell = (method, params = {}) => send({ method, params })
const ask = (method, params) =>
  new Promise((resolve, reject) => {
    waiting.set(++lastId, { resolve, reject })
    send({ id: lastId, method, params })
  })

const handlers = {
  'ui/notifications/tool-result': result => show(result),
  'ui/notifications/tool-cancelled': () => say('The request was cancelled.'),
  'ui/notifications/host-context-changed': context => adapt(context),
  'ui/resource-teardown': () => ({}),
  ping: () => ({}),
}

addEventListener('message', ({ source, data }) => {
  if (source !== host || data?.jsonrpc !== '2.0') return
  if (data.method === undefined) {
    const call = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.error) call?.reject(data.error)
    else call?.resolve(data.result)
    return
  }
  const handler = Object.hasOwn(handlers, data.method) ? handlers[data.method] : undefined
  const result = handler?.(data.params ?? {})
  if (data.id === undefined) return
  if (handler) send({ id: data.id, result: result ?? {} })
  else send({ id: data.id, error: { code: -32601, message: 'Method not found' } })
})

/** An element with children; a string is a text node, never markup. */
function el(tag, className, ...children) {
  const element = document.createElement(tag)
  if (className) element.className = className
  element.append(...children.filter(child => child !== null && child !== undefined && child !== ''))
  return element
}

/** A link that the host opens, if it wants to. Only addresses of the web are links. */
function link(label, url) {
  if (!/^https?:\/\//.test(url ?? '')) return el('span', '', label)
  const button = el('button', 'link', label)
  button.type = 'button'
  button.title = url
  button.addEventListener('click', () => void ask('ui/open-link', { url }).catch(() => {}))
  return button
}

const number = value => new Intl.NumberFormat().format(value)

const card = item =>
  el(
    'li',
    'card',
    el('h3', '', link(item.title, item.url)),
    el('p', '', item.summary),
    el('p', 'quiet', [item.kind, item.creator?.displayName, `${number(item.stats.plays)} plays`].filter(Boolean).join(' · ')),
  )

const cards = items => el('ul', 'cards', ...items.map(card))

const say = text => main.replaceChildren(el('p', 'quiet', text))

function show({ structuredContent, content, isError }) {
  const text = content?.find(part => part.type === 'text')?.text ?? ''
  if (isError || !structuredContent) say(text || 'There is nothing to show.')
  else main.replaceChildren(...render(structuredContent))
}

function adapt({ theme, styles } = {}) {
  const root = document.documentElement
  if (theme === 'light' || theme === 'dark') root.style.colorScheme = theme
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    if (name.startsWith('--') && typeof value === 'string') root.style.setProperty(name, value)
  }
}

async function start() {
  const { hostContext } = await ask('ui/initialize', {
    appInfo: { name: document.title, version: '1.0.0' },
    appCapabilities: { availableDisplayModes: ['inline'] },
    protocolVersion: '2026-01-26',
  })
  adapt(hostContext)
  tell('ui/notifications/initialized')
  new ResizeObserver(() => {
    const { width, height } = document.documentElement.getBoundingClientRect()
    tell('ui/notifications/size-changed', { width: Math.ceil(width), height: Math.ceil(height) })
  }).observe(document.documentElement)
}
