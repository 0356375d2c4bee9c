// Requests whose response is one JSON value.
import { VitrineError } from './error.ts'
import { type Attempt, type CallOptions, type Outgoing, type Settings, send } from './send.ts'

/** The whole response. */
export function json(settings: Settings, outgoing: Outgoing, options: CallOptions): Promise<object> {
  return send(settings, outgoing, options, async (response, attempt) =>
    parsed(await textOf(response, attempt), response),
  )
}

/** The `data` of a read. A response in the cache under `key` is revalidated with its ETag. */
export async function data(
  settings: Settings,
  outgoing: Outgoing,
  key: string,
  options: CallOptions,
): Promise<unknown> {
  const { cache } = settings
  const cached = cache.get(key)
  const headers = cached ? { 'if-none-match': cached.etag } : {}
  return send(settings, { ...outgoing, headers }, options, async (response, attempt) => {
    const sent = await textOf(response, attempt)
    const isUnchanged = response.status === 304 && cached !== undefined
    const text = isUnchanged ? cached.text : sent
    const value = unwrapped(text, response)
    const etag = isUnchanged ? cached.etag : response.headers.get('etag')
    if (etag !== null) cache.set(key, etag, text)
    return value
  })
}

async function textOf(response: Response, attempt: Attempt): Promise<string> {
  const text = await response.text()
  attempt.end()
  return text
}

function unwrapped(text: string, response: Response): unknown {
  const envelope = parsed(text, response) as { code?: unknown; data?: unknown }
  if (envelope.code !== 0 || envelope.data === undefined) throw invalid(response)
  return envelope.data
}

/** Every response of the service is an object. */
export function parsed(text: string, response: Response): object {
  const value = valueIn(text)
  if (typeof value === 'object' && value !== null) return value
  throw invalid(response)
}

function valueIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Not retryable: the address belongs to another service. */
export const invalid = ({ status, headers }: Response): VitrineError =>
  new VitrineError('invalid_answer', 'The response is not from this service. Check the address.', {
    status,
    requestId: headers.get('x-request-id'),
  })
