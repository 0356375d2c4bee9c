// Messages between a view and its host: MCP Apps 2026-01-26, JSON-RPC over postMessage.
const calls = []

/** The capabilities and the context of the host. */
export const host = { can: {}, told: {} }

const send = message => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
export const tell = (name, params) => send({ method: `ui/notifications/${name}`, params })
export const ask = (method, params) => new Promise((...ends) => send({ id: calls.push(ends), method, params }))
/** A request whose failure is ignored. */
export const hint = (method, params) => ask(method, params).catch(() => {})

/** `heard`: handlers by the last part of the method name. */
export function listen(heard) {
  addEventListener('message', ({ source, data }) => {
    if (source !== parent || data?.jsonrpc !== '2.0') return
    const { id, method, params = {}, result, error } = data
    if (!method) return void calls[id - 1]?.[error ? 1 : 0](error ?? result)
    const act = heard[method.split('/').pop()]
    act?.(params)
    if (id !== undefined) send(act ? { id, result: {} } : { id, error: { code: -32601, message: method } })
  })
}
