// Numbers and lists in the documentation, taken from the tables in code.
import type { Operation } from '../operations/define.ts'
import { getCommunityFeed } from '../operations/index.ts'
import { operationSections } from './operation-text.ts'
import type { Values } from './page.ts'
import { table } from './table.ts'

/** The tables used by the documentation. */
export type Tables = {
  productName: string
  baseUrl: string
  webUrl: string
  /** The address of a creator called mira. */
  creatorExample: string
  kinds: readonly string[]
  plans: readonly { credits: number; usd: number }[]
  operations: readonly Operation[]
  searchTotalCap: number
  errors: Readonly<Record<string, { status: number; code: number; meaning: string }>>
  retryable: readonly number[]
  nonRetryable: readonly number[]
  backoff: { initial_delay_ms: number; multiplier: number; max_delay_ms: number; max_attempts: number }
  /** Requests per window; 0 means no limit. */
  limits: readonly { policy: string; perWindow: number; covers: string }[]
  windowSeconds: number
  /** In bytes. */
  sizes: { body: number; url: number }
  apiVersion: string
  noticeDays: number
  batchMax: number
  idempotency: { keyLength: number; hours: number }
  mcp: {
    versions: readonly string[]
    methods: readonly string[]
    tools: readonly { name: string; description: string }[]
    resources: readonly string[]
    /** Creations in a tool result by default. */
    defaultLimit: number
  }
  /** Default sizes: popular tags; creations and scores of a profile. */
  popularTagLimit: number
  profileApps: number
  profileScores: number
  errorFields: readonly string[]
  askLength: number
  askJobs: { pollSeconds: number; keepHours: number; queue: number; queueOfCaller: number }
  /** Of public reads, in seconds. */
  caching: { maxAge: number; staleWhileRevalidate: number; staleIfError: number }
  ask: { languages: readonly string[]; nlwebVersion: string; previous: number; stallSeconds: number }
  openapi: { version: string; documentVersion: string }
  skillName: string
  emailCode: { length: number; pattern: string }
  claimFields: number
  /** Languages of the service's own texts. */
  serviceLocales: readonly string[]
  agentAuthCodes: readonly { code: string; endpoint: string; meaning: string }[]
  discovery: readonly { path: string; type: string; what: string }[]
}

export function knowledgeValues(tables: Tables): Values {
  const { productName, baseUrl, webUrl, creatorExample } = tables
  return {
    product: productName,
    productSlug: slugOf(productName),
    baseUrl,
    webUrl,
    creatorExample,
    kinds: capitalised(sentence(tables.kinds.map(plural))),
    ...planValues(tables),
    ...operationValues(tables),
    ...errorValues(tables),
    ...limitValues(tables),
    ...agentValues(tables),
    ...askValues(tables),
    apiVersion: tables.apiVersion,
    noticeDays: String(tables.noticeDays),
    discoveryTable: table(
      ['path', 'media type', 'what it is'],
      tables.discovery.map(({ path, type, what }) => [
        `[${path}](${webUrl}${path})`,
        `\`${type.split(';', 1)[0]}\``,
        what,
      ]),
    ),
  }
}

function planValues({ plans }: Tables) {
  const rows = plans.map(({ credits, usd }) => [`${number(credits)} credits a month`, `${usd} USD a month`])
  return { plansTable: table(['plan', 'price'], rows), topCredits: number(Math.max(...plans.map(p => p.credits))) }
}

function operationValues({ operations, baseUrl, searchTotalCap }: Tables) {
  const { limit, q } = fieldsOf(getCommunityFeed)
  return {
    operations: operationSections(operations, baseUrl),
    operationCount: String(operations.length),
    operationNames: operations.map(({ name, summary }) => `- \`${name}\`: ${summary}`).join('\n'),
    feedLimit: String(limit!.schema.default),
    feedLimitRange: `${limit!.schema.minimum} to ${limit!.schema.maximum}`,
    queryLength: String(q!.schema.maxLength),
    searchTotalCap: number(searchTotalCap),
  }
}

export const fieldsOf = ({ fields }: Operation): Record<string, Operation['fields'][number]> =>
  Object.fromEntries(fields.map(field => [field.name, field]))

function errorValues({ errors, retryable, nonRetryable, backoff }: Tables) {
  const sections = Object.entries(errors).map(([name, { status, code, meaning }]) => {
    const advice = retryable.includes(status) ? 'Retry as described above.' : 'Do not retry it unchanged.'
    return `### ${name}\n\nHTTP ${status}, \`code\` ${code}. ${meaning} ${advice}`
  })
  return {
    errors: sections.join('\n\n'),
    retryable: sentence(retryable.map(String)),
    nonRetryable: sentence(nonRetryable.map(String), 'or'),
    backoffInitial: String(backoff.initial_delay_ms),
    backoffMultiplier: String(backoff.multiplier),
    backoffCap: String(backoff.max_delay_ms),
    backoffAttempts: String(backoff.max_attempts),
  }
}

function limitValues({ limits, windowSeconds, sizes, batchMax, idempotency }: Tables) {
  const rows = limits.map(({ policy, perWindow, covers }) => [
    `\`${policy}\``,
    perWindow === 0 ? 'no limit' : String(perWindow),
    covers,
  ])
  return {
    limitsTable: table(['policy', `requests in ${windowSeconds} seconds`, 'what it covers'], rows),
    windowSeconds: String(windowSeconds),
    bodySize: `${sizes.body / 1024} KiB`,
    urlSize: `${sizes.url / 1024} KiB`,
    batchMax: String(batchMax),
    keyLength: String(idempotency.keyLength),
    keyHours: String(idempotency.hours),
  }
}

function agentValues({ mcp, agentAuthCodes }: Tables) {
  const codes = agentAuthCodes.map(({ code, endpoint, meaning }) => [`\`${code}\``, endpoint, meaning])
  return {
    mcpVersions: sentence(mcp.versions),
    mcpMethods: mcp.methods.map(method => `\`${method}\``).join(', '),
    mcpTools: mcp.tools.map(({ name, description }) => `- \`${name}\`: ${firstSentence(description)}`).join('\n'),
    mcpResources: sentence(mcp.resources.map(uri => `\`${uri}\``)),
    agentAuthCodes: table(['code', 'endpoint', 'meaning'], codes),
  }
}

function askValues({ ask, askLength, askJobs }: Tables) {
  const english = new Intl.DisplayNames('en', { type: 'language' })
  return {
    askLength: number(askLength),
    askLanguages: sentence(ask.languages.map(tag => `${english.of(tag)} (\`${tag}\`)`)),
    askLanguageCount: String(ask.languages.length),
    askPrevious: String(ask.previous),
    askStallSeconds: String(ask.stallSeconds),
    nlwebVersion: ask.nlwebVersion,
    pollSeconds: String(askJobs.pollSeconds),
    jobHours: String(askJobs.keepHours),
    jobQueue: number(askJobs.queue),
    jobQueueOfCaller: number(askJobs.queueOfCaller),
  }
}

/** A slug for URLs and configuration files; product names without Latin letters get a generic one. */
export function slugOf(productName: string): string {
  const latin = productName.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')
  const slug = latin.replace(/[^a-z0-9]+/g, '-').slice(0, 40)
  return slug.replace(/^-|-$/g, '') || 'community'
}

// Not Intl.NumberFormat, which takes 25 ms to create.
const number = (value: number): string => String(value).replace(/\B(?=(?:\d{3})+$)/g, ',')
const plural = (noun: string): string => `${noun}s`
const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
const firstSentence = (text: string): string => /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text

/** a, b and c */
function sentence(items: readonly string[], word = 'and'): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`
}
