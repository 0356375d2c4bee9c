// Requests of commands to a running service: its address, its responses, and advice when it cannot be reached.
import type { Client } from '../client/client.ts'
import { origin } from '../src/config/values.ts'
import { usageError } from './command.ts'
import { plainLine } from './display-width.ts'
import { loadConfig } from './stores.ts'
import { type Terminal, terminal } from './table.ts'

export const remoteFlags = {
  url: { type: 'string' },
  'api-url': { type: 'string' },
  json: { type: 'boolean' },
} as const

export const remoteUsage = (width: number): string[] => [
  `  ${'--url'.padEnd(width)}Address of the web host; default VITRINE_URL, then VITRINE_WEB_URL.`,
  `  ${'--api-url'.padEnd(width)}Address of the API host; default as reported by the service.`,
  `  ${'--json'.padEnd(width)}The answer as JSON; the default when the output is not a terminal.`,
]

/** --url, else VITRINE_URL, else VITRINE_WEB_URL. */
export function serviceUrl(flag: string | undefined): string {
  if (flag !== undefined) return originIn('--url', flag)
  const { url, webUrl } = loadConfig()
  return url ?? webUrl
}

/** Suggests the address that was probably meant. */
export function originIn(flag: string, text: string): string {
  try {
    return origin(text)
  } catch (error) {
    const withScheme = /^https?:\/\//i.test(text) ? text : `${isLocalHost(text) ? 'http' : 'https'}://${text}`
    const hint =
      URL.canParse(withScheme) && new URL(withScheme).hostname !== ''
        ? ` Did you mean ${new URL(withScheme).origin}?`
        : ''
    throw usageError(`${flag} ${(error as Error).message}.${hint}`)
  }
}

const isLocalHost = (host: string): boolean => /^(?:localhost|127\.|\[::1\])/.test(host)

type RemoteOptions = { url: string | undefined; apiUrl: string | undefined; json: boolean | undefined }

type RemoteResult<Data> = {
  data: Data
  /** The text to print: the output of `view` on a terminal, otherwise JSON. */
  textFor: (view: (data: Data, terminal: Terminal) => string) => string
}

/** Shorter than the client's defaults: a person is waiting. */
const timeouts = { attempts: 2, timeoutMs: 15_000, deadlineMs: 20_000 }

export async function readRemote<Data>(
  options: RemoteOptions,
  read: (client: Client) => Promise<Data>,
): Promise<RemoteResult<Data>> {
  const url = serviceUrl(options.url)
  const apiUrl = options.apiUrl === undefined ? undefined : originIn('--api-url', options.apiUrl)
  const { makeClient } = await import('../client/client.ts')
  const warn = ({ operation }: { operation: string }) =>
    console.error(`vitrine: ${operation} is deprecated; see ${url}/changelog.`)
  const data = await read(makeClient({ url, apiUrl, ...timeouts, onDeprecation: warn })).catch(async error => {
    throw await explainError(error as Error, url)
  })
  const onTerminal = process.stdout.isTTY === true
  const textFor: RemoteResult<Data>['textFor'] = view =>
    onTerminal && !options.json ? view(data, terminal()) : `${JSON.stringify(data, null, onTerminal ? 2 : 0)}\n`
  return { data, textFor }
}

async function explainError(error: Error, url: string): Promise<Error> {
  const { VitrineError } = await import('../client/client.ts')
  const { reasonFor } = await import('../src/doctor/unreachable.ts')
  if (!(error instanceof VitrineError)) return error
  // The response may contain control characters.
  const failure = (message: string) => new Error(plainLine(message), { cause: error })
  if (error.name === 'unreachable') {
    const { saw, cure } = reasonFor(error.cause) ?? { saw: rootCause(error).message, cure: 'Check --url.' }
    return failure(`Cannot reach ${url}: ${saw}. ${cure}`)
  }
  const web = webHostIn(rootCause(error))
  if (error.status === 404 && web !== null && web !== url) return failure(`${url} is the API host. Pass --url ${web}.`)
  if (error.name === 'invalid_answer' || error.body === null) {
    const problem = error.status === 0 ? error.message : `The server at ${url} is not a Vitrine service.`
    return failure(`${problem} Check --url; vitrine doctor --url ${url} explains more.`)
  }
  const wait = error.retryAfterMs === null ? '' : ` Try again in ${Math.ceil(error.retryAfterMs / 1000)} s.`
  return failure(error.message + wait)
}

const rootCause = (error: Error): Error => (error.cause instanceof Error ? rootCause(error.cause) : error)

/** The error body links to documentation, which is on the web host. */
function webHostIn(error: Error): string | null {
  const address = (error as { body?: { documentation_url?: string } | null }).body?.documentation_url
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : null
}
