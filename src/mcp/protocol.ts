// Both generations of MCP on the same URL. Up to 2025-11-25 a client starts with the handshake `initialize`; since
// 2026-07-28 there is none, and every request states its version in `_meta` and repeats it in headers. The body decides;
// headers that differ from it are an error.
import type { IncomingHttpHeaders } from 'node:http'
import { truncate } from '../util/text.ts'
import { handshakeVersions, protocolVersions, statelessVersion } from './schemas.ts'

export type Generation = 'handshake' | 'stateless'

export const codes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** Up to 2025-11-25; later revisions use invalidParams. */
  resourceNotFound: -32002,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const

/** A JSON-RPC error. `status` is the HTTP status; most errors are sent with 200. */
export type ProtocolError = { status: number; code: number; message: string; data?: unknown }

export const protocolError = (
  code: number,
  message: string,
  options: { status?: number; data?: unknown } = {},
): ProtocolError => ({
  status: 200,
  code,
  message,
  ...options,
})

export const isProtocolError = (value: object): value is ProtocolError => 'code' in value

export type Params = Record<string, unknown>

export const isObject = (value: unknown): value is Params =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const versionKey = 'io.modelcontextprotocol/protocolVersion'
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities'
const clientKey = 'io.modelcontextprotocol/clientInfo'
export const serverKey = 'io.modelcontextprotocol/serverInfo'

/** The generation of a request, or an error when it cannot be determined. `isMethod` tests for methods of the newer one. */
export function generationOf(
  method: string,
  params: Params,
  headers: IncomingHttpHeaders,
  isMethod: (method: string) => boolean,
): Generation | ProtocolError {
  const header = headers['mcp-protocol-version'] as string | undefined
  const meta = isObject(params._meta) ? params._meta : undefined
  if (meta !== undefined && versionKey in meta) return statelessRequest(method, params, meta, headers)
  if (header === undefined) return 'handshake'
  if (method === 'initialize') return header === statelessVersion ? mixedGenerations() : 'handshake'
  if (header === statelessVersion) {
    // A client that tries a method of an older revision must get "method not found".
    if (!isMethod(method)) return 'stateless'
    const missing = meta === undefined ? '_meta' : `_meta["${versionKey}"]`
    return badRequest(codes.invalidParams, `A request of revision ${header} needs params.${missing}.`)
  }
  return (handshakeVersions as readonly string[]).includes(header) ? 'handshake' : unsupported(header, protocolVersions)
}

/** Notifications get no errors, except for an unsupported revision. */
export function notificationError(headers: IncomingHttpHeaders): ProtocolError | null {
  const header = headers['mcp-protocol-version'] as string | undefined
  return header === undefined || protocolVersions.includes(header) ? null : unsupported(header, protocolVersions)
}

function statelessRequest(
  method: string,
  params: Params,
  meta: Params,
  headers: IncomingHttpHeaders,
): Generation | ProtocolError {
  const problem = metaProblem(meta)
  if (problem !== null) return badRequest(codes.invalidParams, problem)
  const version = meta[versionKey] as string
  const header = headers['mcp-protocol-version']
  if (header !== undefined && header !== version)
    return mismatch('MCP-Protocol-Version', `_meta says ${quote(version)}`)
  if (version !== statelessVersion) return unsupported(version, [statelessVersion])
  return headerProblem(method, params, headers) ?? 'stateless'
}

function metaProblem(meta: Params): string | null {
  const client = meta[clientKey]
  if (typeof meta[versionKey] !== 'string') return `params._meta["${versionKey}"] must be a protocol version.`
  if (!isObject(meta[capabilitiesKey])) return `params._meta["${capabilitiesKey}"] must be an object; {} will do.`
  if (client === undefined) return null
  const isComplete = isObject(client) && typeof client.name === 'string' && typeof client.version === 'string'
  return isComplete ? null : `params._meta["${clientKey}"] must have a name and a version.`
}

/** The parameter that the header `Mcp-Name` repeats, by method. */
const nameParameters: Record<string, 'name' | 'uri'> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
}

function headerProblem(method: string, params: Params, headers: IncomingHttpHeaders): ProtocolError | null {
  if (headers['mcp-protocol-version'] === undefined) return mismatch('MCP-Protocol-Version', 'it is missing')
  const methodHeader = headers['mcp-method']
  if (methodHeader !== method) {
    return mismatch('Mcp-Method', methodHeader === undefined ? 'it is missing' : `the method is ${quote(method)}`)
  }
  const field = Object.hasOwn(nameParameters, method) ? nameParameters[method]! : null
  const name = field === null ? undefined : params[field]
  if (typeof name !== 'string') return null
  const nameHeader = headers['mcp-name'] as string | undefined
  if (nameHeader === undefined) return mismatch('Mcp-Name', 'it is missing')
  return decodeHeader(nameHeader) === name ? null : mismatch('Mcp-Name', `params.${field} is ${quote(name)}`)
}

const encoded = /^=\?base64\?((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)\?=$/

/** Null when the value has the marks of base64 but is not valid base64. */
function decodeHeader(value: string): string | null {
  if (!value.startsWith('=?base64?') || !value.endsWith('?=')) return value
  const [, text] = encoded.exec(value) ?? []
  return text === undefined ? null : Buffer.from(text, 'base64').toString()
}

const badRequest = (code: number, message: string, data?: unknown): ProtocolError =>
  protocolError(code, message, { status: 400, ...(data === undefined ? {} : { data }) })

const mismatch = (header: string, reason: string): ProtocolError =>
  badRequest(codes.headerMismatch, `The header ${header} must repeat what the body says: ${reason}.`)

const mixedGenerations = (): ProtocolError =>
  badRequest(
    codes.headerMismatch,
    `Revision ${statelessVersion} has no initialize: leave the header MCP-Protocol-Version out, or call server/discover.`,
  )

const unsupported = (requested: string, supported: readonly string[]): ProtocolError =>
  badRequest(codes.unsupportedVersion, `Unsupported protocol version: use one of ${supported.join(', ')}.`, {
    supported,
    requested: truncate(requested, 100),
  })

/** Quotes client input in messages. */
export const quote = (text: string): string => JSON.stringify(truncate(text, 100))
