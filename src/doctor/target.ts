// The deployment under examination: its two addresses, and functions that send requests to it.
import { setTimeout as sleep } from 'node:timers/promises'
import { getStatus } from '../endpoints/status/status.ts'
import { pathWith } from '../operations/define.ts'
import { getCommunityFeed } from '../operations/index.ts'
import { StatusDocument } from '../pages/status-document.ts'
import { type CheckFailure, checkFailure, must, mustMatch } from './check-failure.ts'
import type { HttpProbe, HttpResult, RequestOptions } from './http-probe.ts'
import { makeRateLedger, type RateLedger } from './rate-budget.ts'

export type { StatusDocument }

export type Target = {
  webUrl: string
  /** Empty when unknown. */
  apiUrl: string
  request: (url: string, options?: RequestOptions & { mayBeOtherClient?: true }) => Promise<HttpResult>
  web: (path: string, options?: RequestOptions) => Promise<HttpResult>
  api: (path: string, options?: RequestOptions) => Promise<HttpResult>
  /** A plain GET; each URL is requested once. */
  read: (url: string) => Promise<HttpResult>
  /** The status document. Checks that need it are skipped when it is broken, which another check reports. */
  status: () => Promise<StatusDocument>
  /** A published creation. */
  sample: () => Promise<Sample>
  rateLedger: RateLedger
  /** Skips all further requests to the origin. */
  skipOrigin: (origin: string) => void
  signal: AbortSignal
}

/** The fields of a creation in the feed that checks use. */
export type Sample = Record<'handle' | 'slug' | 'kind' | 'url' | 'apiUrl', string> & {
  tags: { key: string }[]
  imageUrl: string
  creator: { url: string }
}

/** Thrown by checks that are skipped because of a failure that another check reports. */
const unseen = (): CheckFailure & { unseen: true } =>
  Object.assign(checkFailure('not checked'), { unseen: true as const })
export const isUnseen = (error: unknown): boolean => error instanceof Error && 'unseen' in error

export const sampleFeed = pathWith(getCommunityFeed, { sort: 'recent', limit: 2 })

const retryMs = 1000

/** Retried once: the doctor examines the deployment, not its load. */
const isShortOverload = ({ status, method, headers }: HttpResult): boolean =>
  status === 503 && (method === 'GET' || method === 'HEAD') && Number(headers['retry-after']) <= 1

/** In two steps with shared state, because the URL of the API host is read from the web host. */
export function makeTarget(webUrl: string, probe: HttpProbe, signal: AbortSignal): (apiUrl: string) => Target {
  const rateLedger = makeRateLedger()
  const skippedOrigins = new Set<string>()
  const request: Target['request'] = async (url, { mayBeOtherClient = false, ...options } = {}) => {
    if (!URL.canParse(url) || skippedOrigins.has(new URL(url).origin)) throw unseen()
    const first = await probe.request(url, options)
    const response = isShortOverload(first) ? await sleep(retryMs).then(() => probe.request(url, options)) : first
    rateLedger.record(response, mayBeOtherClient)
    if (response.status === 429) throw limited(response)
    return response
  }
  const read = cached(url => request(url))
  const status = async () => statusIn(await read(webUrl + getStatus.path))
  const sampleAt = async (apiUrl: string) => {
    const [first] = (await read(apiUrl + sampleFeed)).json().data.items
    must(first !== undefined, 'the community is empty')
    return first as Sample
  }
  return apiUrl => ({
    webUrl,
    apiUrl,
    request,
    web: (path, options) => request(webUrl + path, options),
    api: (path, options) => request(apiUrl + path, options),
    read,
    status: () => status().catch(() => Promise.reject(unseen())),
    sample: () => sampleAt(apiUrl).catch(() => Promise.reject(unseen())),
    rateLedger,
    skipOrigin: origin => void skippedOrigins.add(origin),
    signal,
  })
}

export const statusIn = (response: HttpResult): StatusDocument => {
  must(response.status === 200, `${response.status} from ${response.url}`)
  const document = response.json()
  mustMatch(StatusDocument, document, 'the status document')
  return document
}

const limited = ({ url, headers }: HttpResult): CheckFailure => {
  const wait = headers['retry-after'] ?? headers['ratelimit-reset'] ?? '60'
  return checkFailure(
    `not checked: ${url} returns 429, too many requests`,
    `Run the doctor again in ${wait} s.`,
    'warn',
  )
}

function cached(read: (url: string) => Promise<HttpResult>): (url: string) => Promise<HttpResult> {
  const results = new Map<string, Promise<HttpResult>>()
  return url => {
    const result = results.get(url) ?? read(url)
    results.set(url, result)
    return result
  }
}
