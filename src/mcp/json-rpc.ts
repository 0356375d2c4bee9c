// JSON-RPC 2.0 as restricted by MCP: one message per request; ids are strings or numbers.
import { wellFormedJson } from '../util/text.ts'
import { codes, isObject, type Params, type Refusal, refuse } from './protocol.ts'

/** `id` is JSON text, to be repeated verbatim. */
type Call = { kind: 'call'; id: string; method: string; params: Params }
type Notice = { kind: 'notice' }
type Unreadable = { kind: 'unreadable'; id: string; refusal: Refusal }

export function readMessage(text: string): Call | Notice | Unreadable {
  let body: unknown
  try {
    body = JSON.parse(wellFormedJson(text))
  } catch {
    return unreadable('null', codes.parseError, 'The body is not valid JSON.')
  }
  if (Array.isArray(body)) {
    return unreadable('null', codes.invalidRequest, 'Send one message in each request: batches are not supported.')
  }
  if (!isObject(body)) return unreadable('null', codes.invalidRequest, 'The body must be a JSON-RPC 2.0 object.')
  const id = idText(body.id, text)
  if (body.jsonrpc !== '2.0') return unreadable(id ?? 'null', codes.invalidRequest, 'jsonrpc must be "2.0".')
  if (body.method === undefined && ('result' in body || 'error' in body)) return { kind: 'notice' }
  if (typeof body.method !== 'string') return unreadable(id ?? 'null', codes.invalidRequest, 'method must be text.')
  if (!('id' in body)) return { kind: 'notice' }
  if (id === null) return unreadable('null', codes.invalidRequest, 'id must be text or a number.')
  const { params = {} } = body
  if (!isObject(params)) return unreadable(id, codes.invalidParams, 'params must be an object.')
  return { kind: 'call', id, method: body.method, params }
}

const unreadable = (id: string, code: number, message: string): Unreadable => ({
  kind: 'unreadable',
  id,
  refusal: refuse(code, message, { status: 400 }),
})

/** Null when it is not a valid id. */
function idText(id: unknown, text: string): string | null {
  if (typeof id === 'string') return JSON.stringify(id)
  if (typeof id !== 'number') return null
  return Number.isSafeInteger(id) ? String(id) : sourceOfId(text)
}

/** Numbers beyond 2^53 must be returned digit by digit. Null when the body is nested too deeply. */
function sourceOfId(text: string): string | null {
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

const opening = '{"jsonrpc":"2.0","id":'

/** The start of a response, up to the members of its result; the bytes of the result close both objects. */
export const resultFront = (id: string, members: string): string => `${opening}${id},"result":{${members}`

export function errorText(id: string, { code, message, data }: Refusal): string {
  return `${opening}${id},"error":${JSON.stringify({ code, message, ...(data === undefined ? {} : { data }) })}}`
}
