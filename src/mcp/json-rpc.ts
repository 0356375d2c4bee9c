// JSON-RPC 2.0 as restricted by MCP: one message per request; ids are strings or numbers.
import { wellFormedJson } from '../util/text.ts'
import { codes, isObject, type Params, type ProtocolError, protocolError } from './protocol.ts'

/** `id` is JSON text, to be repeated verbatim. */
type Call = { kind: 'call'; id: string; method: string; params: Params }
/** A notification or a response of the client; neither is answered. */
type Notification = { kind: 'notification' }
type Invalid = { kind: 'invalid'; id: string; error: ProtocolError }

export function readMessage(text: string): Call | Notification | Invalid {
  let body: unknown
  try {
    body = JSON.parse(wellFormedJson(text))
  } catch {
    return invalid('null', codes.parseError, 'The body is not valid JSON.')
  }
  if (Array.isArray(body)) {
    return invalid('null', codes.invalidRequest, 'Send one message in each request: batches are not supported.')
  }
  if (!isObject(body)) return invalid('null', codes.invalidRequest, 'The body must be a JSON-RPC 2.0 object.')
  const id = idText(body.id, text)
  if (body.jsonrpc !== '2.0') return invalid(id ?? 'null', codes.invalidRequest, 'jsonrpc must be "2.0".')
  if (body.method === undefined && ('result' in body || 'error' in body)) return { kind: 'notification' }
  if (typeof body.method !== 'string') return invalid(id ?? 'null', codes.invalidRequest, 'method must be text.')
  if (!('id' in body)) return { kind: 'notification' }
  if (id === null) return invalid('null', codes.invalidRequest, 'id must be text or a number.')
  const { params = {} } = body
  if (!isObject(params)) return invalid(id, codes.invalidParams, 'params must be an object.')
  return { kind: 'call', id, method: body.method, params }
}

const invalid = (id: string, code: number, message: string): Invalid => ({
  kind: 'invalid',
  id,
  error: protocolError(code, message, { status: 400 }),
})

/** Null when it is not a valid id. */
function idText(id: unknown, text: string): string | null {
  if (typeof id === 'string') return JSON.stringify(id)
  if (typeof id !== 'number') return null
  return Number.isSafeInteger(id) ? String(id) : digitsOfId(text)
}

/** The digits of a number beyond 2^53, which JSON.parse would round. Null when the body is nested too deeply. */
function digitsOfId(text: string): string | null {
  const sources = new Map<unknown, string>()
  const collectSource = function (this: unknown, key: string, value: unknown, ...more: unknown[]) {
    if (key === 'id' && typeof value === 'number') sources.set(this, (more[0] as { source: string }).source)
    return value
  }
  try {
    return sources.get(JSON.parse(text, collectSource)) ?? null
  } catch {
    return null
  }
}

const responseStart = '{"jsonrpc":"2.0","id":'

/** The start of a response, up to the members of its result; the bytes of the result close both objects. */
export const resultFront = (id: string, members: string): string => `${responseStart}${id},"result":{${members}`

export function errorText(id: string, { code, message, data }: ProtocolError): string {
  return `${responseStart}${id},"error":${JSON.stringify({ code, message, ...(data === undefined ? {} : { data }) })}}`
}
