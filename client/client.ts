// The client of the service, for browsers and Node: `makeClient({ url })` and a method for each thing it does.
import { type Asking, makeAsk } from './ask.ts'
import { type Batch, makeBatch } from './batch.ts'
import { apiVersion, backoff, type FeedPage, type Operations, paths, type StatusDocument } from './contract.ts'
import type { Notice } from './deprecation.ts'
import { VitrineError } from './error.ts'
import { data, json } from './json.ts'
import { makeKept, usualSize } from './kept.ts'
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
  /** Where people find the service, for instance https://community.example. */
  url: string
  /** Where its API is; asked from the service, once, when not given. */
  apiUrl?: string | undefined
  /** The version of the API, a date; null for whichever is the newest. */
  version?: string | null | undefined
  /** How long one attempt may take: 15 seconds unless told. */
  timeoutMs?: number | undefined
  /** How long a call may take with all its attempts: 90 seconds unless told, which is longer than any limit lasts. */
  deadlineMs?: number | undefined
  /** How often a request is sent at most, 1 to 4. */
  attempts?: number | undefined
  /** How many characters of answers are kept, so that unchanged ones need not be sent again; 0 for none. */
  keep?: number | undefined
  /** Called once for each operation that says that it will go away. */
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

/** A method for each public read; it gives the `data` of the answer. */
export type Reads = { [Key in keyof Operations]: Method<Operations[Key]['input'], Operations[Key]['output']> }

type FeedInput = Operations['getCommunityFeed']['input']
type Input = Record<string, string | number | boolean | undefined>

export type RequestOptions = CallOptions & { method?: string; body?: unknown; headers?: Record<string, string> }

export type Client = Reads &
  Asking & {
    /** Up to ten reads in one request, each typed by the operation it names. */
    batch: Batch
    /** How the service is, how much may be asked, what to retry. */
    status: (options?: CallOptions) => Promise<StatusDocument>
    /** The pages of the feed, one after the other; deadlines are those of each page. */
    pages: (input?: FeedInput, options?: CallOptions) => AsyncGenerator<FeedPage, void>
    /** Anything else that the service answers with JSON, at a path or at a whole address. */
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
    // Called as a function of nothing: browsers refuse to fetch for an object of ours.
    fetch: options.fetch ?? ((...given) => fetch(...given)),
    now: options.now ?? Date.now,
    random: options.random ?? Math.random,
    wait: options.wait ?? wait,
    version: options.version === undefined ? apiVersion : options.version,
    timeoutMs: options.timeoutMs ?? 15_000,
    deadlineMs: options.deadlineMs ?? 90_000,
    attempts: options.attempts ?? backoff.attempts,
    kept: makeKept(options.keep ?? usualSize()),
    onDeprecation(notice) {
      if (warned.has(notice.operation)) return
      warned.add(notice.operation)
      options.onDeprecation?.(notice)
    },
  }
}

const trimmed = (url: string): string => new URL(url).href.replace(/\/+$/, '')

/** Asked for once, by whoever needs it first; a failure is not kept. */
function makeApiUrl(given: string | undefined, status: () => Promise<StatusDocument>): () => Promise<string> {
  let known: Promise<string> | undefined = given === undefined ? undefined : Promise.resolve(trimmed(given))
  return () => {
    known ??= status().then(apiUrlIn, isElsewhere)
    known.catch(() => {
      known = undefined
    })
    return known
  }
}

function apiUrlIn({ links }: Partial<StatusDocument>): string {
  if (/^https?:/.test(links?.api ?? '')) return trimmed(links!.api)
  throw new VitrineError('invalid_answer', '/status does not say where the API is; give apiUrl.', { status: 200 })
}

function isElsewhere(error: unknown): never {
  if (!(error instanceof VitrineError) || error.status !== 404) throw error
  const message = 'There is no /status at url: give the address of the pages, not that of the API, or give apiUrl too.'
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

/** Addresses have no empty parts, and no parts that mean another folder. */
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
