// Speaks MCP over plain HTTP, in every revision that the service speaks, without the help of a library.
import assert from 'node:assert/strict'
import type { Ask, Reply, Running } from './start-service.ts'

export const revisions = ['2025-06-18', '2025-11-25', '2026-07-28'] as const
type Revision = (typeof revisions)[number]

/** Where a server is: `api /mcp`, `web /mcp` and so on. */
export type Place = readonly ['api' | 'web', string]

export const productPlaces: readonly Place[] = [
  ['api', '/mcp'],
  ['web', '/api/mcp'],
  ['web', '/webmcp'],
]
export const docsPlace: Place = ['web', '/mcp']

export function post(
  service: Running,
  [host, path]: Place,
  body: unknown,
  headers: Ask['headers'] = {},
): Promise<Reply> {
  return service[host](path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

export const meta = (version: string = '2026-07-28') => ({
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
})

type Params = Record<string, unknown>

/** What a client of the revision sends for a call. */
export function request(revision: Revision, method: string, params: Params, id: string | number = 1) {
  const message = { jsonrpc: '2.0', id, method, params }
  const version = { 'mcp-protocol-version': revision }
  if (revision !== '2026-07-28') return { message, headers: version as Record<string, string> }
  const name = params.name ?? params.uri
  return {
    message: { ...message, params: { ...params, _meta: meta() } },
    headers: { ...version, 'mcp-method': method, ...(typeof name === 'string' ? { 'mcp-name': name } : {}) },
  }
}

/** The result of a call that has to work. */
export async function resultOf(
  service: Running,
  place: Place,
  method: string,
  params: Params = {},
  revision: Revision = '2025-11-25',
): Promise<ReturnType<typeof JSON.parse>> {
  const { message, headers } = request(revision, method, params)
  const reply = await post(service, place, message, headers)
  assert.equal(reply.status, 200, reply.text)
  assert.equal(reply.headers['content-type'], 'application/json')
  const { jsonrpc, id, result, error } = reply.json()
  assert.deepEqual({ jsonrpc, id, error }, { jsonrpc: '2.0', id: 1, error: undefined })
  return result
}

/** Tools whose text is JSON, because research connectors parse it. */
export const jsonTools: readonly string[] = ['search', 'fetch']

/** The structured answer of a tool, which must have a text too. */
export async function answerOf(
  service: Running,
  place: Place,
  name: string,
  given: Params = {},
  revision: Revision = '2025-11-25',
): Promise<ReturnType<typeof JSON.parse>> {
  const result = await resultOf(service, place, 'tools/call', { name, arguments: given }, revision)
  assert.notEqual(result.isError, true, JSON.stringify(result.content))
  const [{ text }] = result.content
  if (jsonTools.includes(name)) assert.deepEqual(JSON.parse(text), result.structuredContent)
  else assert.notEqual(text.trim(), '')
  return result.structuredContent
}

/** What a tool says to a caller who made a mistake. */
export async function mistakeOf(service: Running, place: Place, name: string, given: Params): Promise<string> {
  const result = await resultOf(service, place, 'tools/call', { name, arguments: given })
  assert.equal(result.isError, true, JSON.stringify(result).slice(0, 300))
  assert.equal(result.structuredContent, undefined)
  assert.equal(result.content.length, 1)
  return result.content[0].text
}

export const call = (method: string, params?: unknown, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params })

/** The error of an answer, which must otherwise be a plain JSON-RPC answer. */
export async function errorOf(service: Running, place: Place, body: unknown, headers: Record<string, string> = {}) {
  const reply = await post(service, place, body, headers)
  assert.equal(reply.headers['content-type'], 'application/json', reply.text)
  const { jsonrpc, id, error, result } = reply.json()
  assert.deepEqual({ jsonrpc, result }, { jsonrpc: '2.0', result: undefined })
  return { status: reply.status, id, code: error.code, message: error.message as string, data: error.data }
}

/** Message and headers of a call in the newest revision. */
export function stateless(method: string, params: Params = {}, more: Record<string, string> = {}) {
  const { message, headers } = request('2026-07-28', method, params)
  return [message, { ...headers, ...more }] as const
}
