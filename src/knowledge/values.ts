// Numbers and names in facts and documentation pages, taken from the tables in code: `{{limits.read}}` is
// `limits.read` of the values below.
import type { Operation } from '../operations/define.ts'
import {
  getAppShare,
  getCommunityFeed,
  getCommunityLanding,
  getCreatorFollowers,
  getCreatorProfile,
  getPopularTags,
} from '../operations/index.ts'
import type { Feature } from '../site/site.ts'
import { markdownTable } from '../util/markdown-table.ts'
import { firstSentence } from '../util/text.ts'
import { operationSections } from './operation-text.ts'

/** The tables that the documentation uses. */
export type Tables = {
  productName: string
  baseUrl: string
  webUrl: string
  /** The address of a creator, as an example. */
  creatorExample: string
  features: Readonly<Record<Feature, boolean>>
  kinds: readonly string[]
  /** Their English plurals, as a list. */
  kindPlurals: string
  /** English labels of the counters that pages show. */
  shownCounters: readonly string[]
  /** What the site is, by language. */
  intro: Readonly<Record<string, string>>
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

/** Values by path. Null means that a limit is off. */
export type FactValues = Readonly<Record<string, string | number | null>>

/** Numbers stay numbers, which are formatted for the language. Names of the API are joined the same way everywhere. */
export const factValues = (tables: Tables): FactValues => flatten(valuesOf(tables), list => list.join(', '))

export const pageValues = (tables: Tables): Record<string, string> => {
  const values = Object.entries(flatten(valuesOf(tables), sentence))
  const texts = values.map(([path, value]) => [
    path,
    typeof value === 'number' ? number(value) : (value ?? 'unlimited'),
  ])
  return { ...Object.fromEntries(texts), ...pageBlocks(tables) }
}

type Value = string | number | boolean | null | undefined | readonly unknown[] | { [name: string]: Value }

/** `{ a: { b: 1 } }` becomes `{ 'a.b': 1 }`. A list of texts becomes one text and its `length`. */
function flatten(
  value: Value,
  joined: (list: readonly string[]) => string,
  path = '',
): Record<string, string | number | null> {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return { [path]: value }
  if (typeof value !== 'object') return {}
  const isList = Array.isArray(value) && value.every(item => typeof item === 'string')
  const parts = isList ? [] : Object.entries(value as { [name: string]: Value })
  const below = path === '' ? '' : `${path}.`
  return Object.assign(
    isList ? { [path]: joined(value) } : {},
    Array.isArray(value) ? { [`${below}length`]: value.length } : {},
    ...parts.map(([name, part]) => flatten(part, joined, below + name)),
  )
}

function valuesOf(tables: Tables): Value {
  const { productName, operations, errors, limits, sizes, mcp, retryable, nonRetryable, backoff } = tables
  const { agentAuthCodes: _codes, discovery: _documents, ...rest } = tables
  return {
    ...rest,
    product: productName,
    features: Object.fromEntries(Object.entries(tables.features).map(([name, isOn]) => [name, isOn ? 'on' : 'off'])),
    productSlug: slugOf(productName),
    intro: tables.intro.en!,
    operations: operations.map(({ name }) => name),
    readPaths: operations.map(({ path }) => path),
    reads: Object.fromEntries(operations.map(operation => [operation.name, readValues(operation)])),
    ...fieldNames(),
    errors: Object.fromEntries(
      Object.entries(errors).map(([name, { status, code }]) => [name, texts({ status, code })]),
    ),
    errorNames: Object.keys(errors),
    retryable: retryable.map(String),
    nonRetryable: nonRetryable.map(String),
    backoff: texts(backoff),
    limits: Object.fromEntries(limits.map(({ policy, perWindow }) => [policy, perWindow || null])),
    bodySize: `${sizes.body / 1024} KiB`,
    urlSize: `${sizes.url / 1024} KiB`,
    mcp: { ...mcp, tools: mcp.tools.map(({ name }) => name) },
  }
}

/** Numbers that are written without thousands separators. */
const texts = (numbers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value)]))

/**
 * The path of a read, the names of its parameters, and their schemas. Without examples, which change with the community:
 * the index of ask would be prepared again.
 */
const readValues = ({ path, fields }: Operation): Value => ({
  path,
  parameters: fields.map(({ name }) => name),
  ...Object.fromEntries(fields.map(({ name, schema }) => [name, { ...(schema as object), examples: undefined }])),
})

type Schema = { properties?: Record<string, Schema>; items?: Schema; enum?: string[] }

function fieldNames(): Record<string, string[]> {
  const at = ({ output }: Operation, path = ''): Schema =>
    path
      .split('.')
      .filter(Boolean)
      .reduce<Schema>(
        (part, name) => (name === '[]' ? part.items! : part.properties![name]!),
        output as unknown as Schema,
      )
  const fields = (operation: Operation, path?: string) => Object.keys(at(operation, path).properties!)
  const creation = fields(getCommunityFeed, 'items.[]')
  return {
    feedPageFields: fields(getCommunityFeed),
    paginationFields: fields(getCommunityFeed, 'pagination'),
    creationFields: creation,
    statsFields: fields(getCommunityFeed, 'items.[].stats'),
    tagFields: fields(getPopularTags, 'items.[]'),
    railFields: fields(getCommunityLanding, 'rails.[]'),
    railNames: at(getCommunityLanding, 'rails.[].id').enum!,
    categoryTileFields: fields(getCommunityLanding, 'categories.[]'),
    profileFields: fields(getCreatorProfile, 'profile'),
    profileStats: fields(getCreatorProfile, 'stats'),
    topScoreFields: fields(getCreatorProfile, 'topScores.[]'),
    previewFields: fields(getCreatorFollowers, 'items.[]'),
    appShareFields: fields(getAppShare).filter(name => !creation.includes(name)),
    leaderboardFields: fields(getAppShare, 'leaderboard.[]'),
  }
}

/** Tables, lists and sections of pages. */
function pageBlocks(tables: Tables): Record<string, string> {
  const { webUrl, baseUrl, operations, errors, retryable, nonRetryable, limits, mcp, ask } = tables
  const english = new Intl.DisplayNames('en', { type: 'language' })
  const errorSections = Object.entries(errors).map(([name, { status, code, meaning }]) => {
    const advice = retryable.includes(status) ? 'Retry as described above.' : 'Do not retry it unchanged.'
    return `### ${name}\n\nHTTP ${status}, \`code\` ${code}. ${meaning} ${advice}`
  })
  return {
    kindPlurals: capitalised(tables.kindPlurals),
    shownCounters: sentence(tables.shownCounters) || 'none of them',
    operationSections: operationSections(operations, baseUrl),
    operationNames: operations.map(({ name, summary }) => `- \`${name}\`: ${summary}`).join('\n'),
    readsTable: markdownTable(
      ['Read', 'Path', 'What it does'],
      operations.map(({ name, path, summary }) => [`[${code(name)}](#${name})`, code(path), summary]),
    ),
    errorSections: errorSections.join('\n\n'),
    nonRetryable: sentence(nonRetryable.map(String), 'or'),
    limitsTable: markdownTable(
      ['Policy', `Requests in ${tables.windowSeconds} seconds`, 'What it covers'],
      limits
        .filter(({ policy }) => policy !== 'mcp' || tables.features.mcp)
        .map(({ policy, perWindow, covers }) => [`\`${policy}\``, perWindow ? String(perWindow) : 'no limit', covers]),
    ),
    mcpMethods: mcp.methods.map(code).join(', '),
    mcpTools: mcp.tools.map(({ name, description }) => `- ${code(name)}: ${firstSentence(description)}`).join('\n'),
    mcpResources: sentence(mcp.resources.map(code)),
    agentAuthCodes: markdownTable(
      ['Code', 'Endpoint', 'Meaning'],
      tables.agentAuthCodes.map(({ code: name, endpoint, meaning }) => [code(name), endpoint, meaning]),
    ),
    askLanguages: sentence(ask.languages.map(tag => `${english.of(tag)} (${code(tag)})`)),
    discoveryTable: markdownTable(
      ['Path', 'Media type', 'What it is'],
      tables.discovery.map(({ path, type, what }) => [
        `[${path}](${webUrl}${path})`,
        code(type.split(';', 1)[0]!),
        what,
      ]),
    ),
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
const code = (text: string): string => `\`${text}\``
const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** a, b and c */
function sentence(items: readonly string[], word = 'and'): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`
}
