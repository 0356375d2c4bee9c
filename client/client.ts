// The client of the service, for browsers and Node: `makeClient({ url })`, with a method for each operation.
import { type Asking, makeAsk } from './ask.ts'
import { type Batch, makeBatch } from './batch.ts'
import { apiVersion, backoff, type FeedPage, type Operations, paths, type StatusDocument } from './contract.ts'
import type { Notice } from './deprecation.ts'
import { VitrineError } from './error.ts'
import { defaultSize, makeEtagCache } from './etag-cache.ts'
import { data, json } from './json.ts'
import { type Wait, wait } from './retry.ts'
import type { CallOptions, Outgoing, Settings } from './send.ts'

export type { AskEvent, Asking, PostOptions, Question } from './ask.ts'
export type { Batch, BatchItem, BatchResult, BatchResults } from './batch.ts'
export type * from './contract.ts'
export type { Notice } from './deprecation.ts'
export { type ErrorName, VitrineError } from './error.ts'
export type { Wait } from './retry.ts'
export type { CallOptions } from './send.ts'

export type ClientOptions = {
  /** The web host of the service, for example https://community.example. */
  url: string
  /** The API host; by default read once from /status. */
  apiUrl?: string | undefined
  /** The version of the API, a date; null for the newest. */
  version?: string | null | undefined
  /** Timeout of one attempt; default 15 seconds. */
  timeoutMs?: number | undefined
  /** Timeout of a call with all its attempts; default 90 seconds, which is longer than a rate-limit window. */
  deadlineMs?: number | undefined
  /** Maximum number of attempts, 1 to 4. */
  attempts?: number | undefined
  /** Size of the cache for conditional requests, in characters; 0 turns it off. */
  keep?: number | undefined
  /** Called once for each deprecated operation. */
  onDeprecation?: ((notice: Notice) => void) | undefined
  fetch?: typeof fetch | undefined
  /** Milliseconds since 1970. */
  now?: (() => number) | undefined
  /** From 0 to below 1. */
  random?: (() => number) | undefined
  wait?: Wait | undefined
}

type Method<Input, Output> =
  Record<never, never> extends Input
    ? (input?: Input, options?: CallOptions) => Promise<Output>
    : (input: Input, options?: CallOptions) => Promise<Output>

/** A method for each public read; it returns the `data` of the response. */
export type Reads = { [Key in keyof Operations]: Method<Operations[Key]['input'], Operations[Key]['output']> }

type FeedInput = Operations['getCommunityFeed']['input']
type Input = Record<string, string | number | boolean | undefined>

export type RequestOptions = CallOptions & { method?: string; body?: unknown; headers?: Record<string, string> }

export type Client = Reads &
  Asking & {
    /** Up to ten reads in one request, each typed by the operation it names. */
    batch: Batch
    /** Health, rate limits and retry rules. */
    status: (options?: CallOptions) => Promise<StatusDocument>
    /** The pages of the feed, one after the other; timeouts apply to each page. */
    pages: (input?: FeedInput, options?: CallOptions) => AsyncGenerator<FeedPage, void>
    /** Any other JSON resource, by path or absolute URL. */
    request: (path: string, options?: RequestOptions) => Promise<object>
  }

export function makeClient(options: ClientOptions): Client {
  const settings = settingsOf(options)
  const url = trimmed(options.url)
  const status = (call: CallOptions = {}): Promise<StatusDocument> =>
    json(settings, { operation: 'status', url: `${url}/status` }, call) as Promise<StatusDocument>
  const apiUrl = makeApiUrl(options.apiUrl, () => status({ attempts: 1 }))

  const read =
    (operation: keyof typeof paths) =>
    async (input: Input = {}, call: CallOptions = {}) => {
      const path = pathOf(paths[operation], input)
      const outgoing: Outgoing = { operation, url: async () => (await apiUrl()) + path }
      return data(settings, outgoing, path, call)
    }
  const reads = Object.fromEntries(
    (Object.keys(paths) as (keyof typeof paths)[]).map(name => [name, read(name)]),
  ) as unknown as Reads

  return {
    ...reads,
    ...makeAsk(settings, url),
    batch: makeBatch(settings, url),
    status,
    pages: (input = {}, call = {}) => pages(reads.getCommunityFeed, input, call),
    request: (path, { method = 'GET', body, headers = {}, ...call } = {}) =>
      json(settings, { operation: path, url: new URL(path, `${url}/`).href, method, body, headers }, call),
  }
}

function settingsOf(options: ClientOptions): Settings {
  const warned = new Set<string>()
  return {
    // Not stored as a method: browsers throw if `this` is not the global object.
    fetch: options.fetch ?? ((...given) => fetch(...given)),
    now: options.now ?? Date.now,
    random: options.random ?? Math.random,
    wait: options.wait ?? wait,
    version: options.version === undefined ? apiVersion : options.version,
    timeoutMs: options.timeoutMs ?? 15_000,
    deadlineMs: options.deadlineMs ?? 90_000,
    attempts: options.attempts ?? backoff.attempts,
    cache: makeEtagCache(options.keep ?? defaultSize()),
    onDeprecation(notice) {
      if (warned.has(notice.operation)) return
      warned.add(notice.operation)
      options.onDeprecation?.(notice)
    },
  }
}

const trimmed = (url: string): string => new URL(url).href.replace(/\/+$/, '')

/** Requested once, when it is first needed; after a failure it is requested again. */
function makeApiUrl(given: string | undefined, status: () => Promise<StatusDocument>): () => Promise<string> {
  let apiUrl: Promise<string> | undefined = given === undefined ? undefined : Promise.resolve(trimmed(given))
  return () => {
    apiUrl ??= status().then(apiUrlIn, explainNotFound)
    apiUrl.catch(() => {
      apiUrl = undefined
    })
    return apiUrl
  }
}

function apiUrlIn({ links }: Partial<StatusDocument>): string {
  if (/^https?:/.test(links?.api ?? '')) return trimmed(links!.api)
  throw new VitrineError('invalid_answer', '/status does not contain the address of the API; set apiUrl.', {
    status: 200,
  })
}

function explainNotFound(error: unknown): never {
  if (!(error instanceof VitrineError) || error.status !== 404) throw error
  const message =
    'There is no /status at url: use the address of the web host, not that of the API host, or set apiUrl.'
  throw new VitrineError('not_found', message, { status: 404, cause: error })
}

function pathOf(path: string, input: Input): string {
  const query = new URLSearchParams()
  const inPath: Record<string, string> = {}
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue
    if (path.includes(`{${name}}`)) inPath[name] = String(value)
    else query.set(name, String(value))
  }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => segment(name, inPath[name]))
  return query.size === 0 ? filled : `${filled}?${query}`
}

/** Empty and dot segments would change the path. */
function segment(name: string, value: string | undefined): string {
  if (value !== undefined && !/^\.{0,2}$/.test(value)) return encodeURIComponent(value)
  throw new VitrineError('validation_failed', `${name} is required and cannot be ${JSON.stringify(value)}.`)
}

async function* pages(
  feed: Reads['getCommunityFeed'],
  input: FeedInput,
  call: CallOptions,
): AsyncGenerator<FeedPage, void> {
  for (let { cursor } = input; ; ) {
    const page = await feed({ ...input, cursor }, call)
    yield page
    if (page.next_cursor === null || page.next_cursor === cursor) return
    cursor = page.next_cursor
  }
}
