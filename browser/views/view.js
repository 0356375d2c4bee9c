// Starts a view: connects to the host, applies its theme, and waits for the result.
import { ask, host, listen, tell } from './bridge.js'
import { root, speak } from './language.js'
import { arrive, show } from './trail.js'

let args

/** Applies colours, language, direction and insets of the host; missing values stay. */
function adapt(change) {
  host.told = { ...host.told, ...change }
  const { theme, styles, locale, safeAreaInsets } = host.told
  const { style } = root
  style.colorScheme = theme
  for (const name in styles?.variables) style.setProperty(name, styles.variables[name])
  for (const side in safeAreaInsets) style.setProperty(`padding-${side}`, `${safeAreaInsets[side]}px`)
  speak(locale, show)
  show()
}

listen({
  __proto__: null,
  'tool-input': given => {
    args = given.arguments
  },
  'tool-result': result => arrive(result, args),
  'tool-cancelled': () => arrive(Promise.reject({})),
  'host-context-changed': adapt,
  'resource-teardown': () => {},
  ping: () => {},
})

const { hostCapabilities, hostContext } = await ask('ui/initialize', {
  appInfo: { name: document.title, version: '1.0.0' },
  appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
  protocolVersion: '2026-01-26',
})
host.can = hostCapabilities
tell('initialized')
adapt(hostContext)
new ResizeObserver(() => {
  const { width, height } = root.getBoundingClientRect()
  tell('size-changed', { width: Math.ceil(width), height: Math.ceil(height) })
}).observe(root, { box: 'border-box' })
