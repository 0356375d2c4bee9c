// Requests that are answered with one JSON value.
import { VitrineError } from './error.ts'
import { type Attempt, type CallOptions, type Outgoing, type Settings, send } from './send.ts'

/** The whole answer, as it came. */
export function json(settings: Settings, outgoing: Outgoing, options: CallOptions): Promise<object> {
  return send(settings, outgoing, options, async (response, attempt) =>
    parsed(await textOf(response, attempt), response),
  )
}

/** What a read answers with, out of its envelope; an answer that is still the one kept under `key` is not sent again. */
export async function data(
  settings: Settings,
  outgoing: Outgoing,
  key: string,
  options: CallOptions,
): Promise<unknown> {
  const { kept } = settings
  const known = kept.get(key)
  const headers = known ? { 'if-none-match': known.etag } : {}
  return send(settings, { ...outgoing, headers }, options, async (response, attempt) => {
    const sent = await textOf(response, attempt)
    const isKnown = response.status === 304 && known !== undefined
    const text = isKnown ? known.text : sent
    const value = unwrapped(text, response)
    const etag = isKnown ? known.etag : response.headers.get('etag')
    if (etag !== null) kept.set(key, etag, text)
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

/** The service never answers with less than an object. */
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

/** Sending it again would bring the same: something else than the service answers there. */
export const invalid = ({ status, headers }: Response): VitrineError =>
  new VitrineError('invalid_answer', 'What came is not an answer of this service. Is the address right?', {
    status,
    requestId: headers.get('x-request-id'),
  })
