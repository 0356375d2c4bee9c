// Requests with a body.
import type { Asked } from './asking.ts'

export const posted = (body: unknown, more: Asked = {}): Asked => ({
  method: 'POST',
  body: JSON.stringify(body),
  ...more,
  headers: { 'content-type': 'application/json', accept: 'application/json', ...more.headers },
})

/** A message of JSON-RPC, with what the transport of MCP asks clients to say. */
export const rpc = (message: object): Asked =>
  posted({ jsonrpc: '2.0', id: 1, ...message }, { headers: { accept: 'application/json, text/event-stream' } })
