// The mapping file of sync: where the data comes from and one query for each type of record.
import { hash } from 'node:crypto'
import { checkJson } from '../../site/check-json.ts'
import type { Problem } from '../../site/problem.ts'
import type { JsonSchema } from '../../site/schema.ts'
import { type RecordType, recordTypes } from '../../store/tracking/tables.ts'

export type QueryMapping = {
  type: RecordType
  sql: string
  /** The column that tells which rows have changed. */
  changed: string | undefined
  /** Changes when a position in the results of the query has no meaning any more. */
  digest: string
}

export type Mapping = {
  source: string
  /** Values from the environment, which must not be printed. */
  secrets: string[]
  queries: QueryMapping[]
  listen: string | undefined
  everyMs: number
  reconcileMs: number
  problemAt(path: readonly string[], message: string): Problem
}

const duration: JsonSchema = {
  type: 'string',
  pattern: '^[1-9][0-9]{0,6}(ms|s|m|h|d)$',
  'x-form': 'a duration such as 10s, 5m or 1h',
}
const maxQueryLength = 100_000
const text = (maxLength: number): JsonSchema => ({ type: 'string', minLength: 1, maxLength })
const query: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['query'],
  properties: {
    query: {
      anyOf: [text(maxQueryLength), { type: 'array', minItems: 1, maxItems: 1000, items: text(maxQueryLength) }],
    },
    changed: text(128),
  },
}
const schema: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['source'],
  properties: {
    $schema: text(2048),
    source: text(4096),
    ...Object.fromEntries(recordTypes.map(type => [type, query])),
    listen: { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_$]{0,62}$', 'x-form': 'the name of a PostgreSQL channel' },
    every: duration,
    reconcile: duration,
  },
}

const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

export function durationMs(text: string): number {
  const [, count, unit] = /^(\d+)(ms|s|m|h|d)$/.exec(text)!
  return Number(count) * unitMs[unit as keyof typeof unitMs]
}

/** setTimeout takes no longer ones. */
const maxWaitMs = 2 ** 31 - 1

type Document = { source: string; listen?: string; every?: string; reconcile?: string } & Partial<
  Record<RecordType, { query: string | string[]; changed?: string }>
>

/** The mapping, or all problems of the file. */
export function parseMapping(file: string, content: string, env: NodeJS.ProcessEnv): Mapping | { problems: Problem[] } {
  const { value, problems, problemAt } = checkJson(file, content, schema)
  if (problems.length > 0) return { problems }
  const document = value as Document
  const types = recordTypes.filter(type => document[type])
  if (types.length === 0) problems.push(problemAt([], `No query: add at least one of ${recordTypes.join(', ')}.`))
  const { source, secrets, missing } = withEnvironment(document.source, env)
  for (const name of missing) problems.push(problemAt(['source'], `The environment variable ${name} is not set.`))
  if (missing.length === 0 && !isKnownSource(source)) problems.push(problemAt(['source'], unknownSource))
  if (document.listen !== undefined && missing.length === 0 && !/^postgres/i.test(source))
    problems.push(problemAt(['listen'], 'listen needs a PostgreSQL source. Others are read at every interval.'))
  if (problems.length > 0) return { problems }
  return {
    source,
    secrets,
    queries: types.map(type => queryOf(type, document[type]!)),
    listen: document.listen,
    everyMs: Math.min(durationMs(document.every ?? '10s'), maxWaitMs),
    reconcileMs: Math.min(durationMs(document.reconcile ?? '1h'), maxWaitMs),
    problemAt,
  }
}

function queryOf(type: RecordType, { query, changed }: { query: string | string[]; changed?: string }): QueryMapping {
  const sql = (Array.isArray(query) ? query.join('\n') : query).replace(/[;\s]+$/, '')
  return { type, sql, changed, digest: hash('sha256', `${changed} ${sql}`).slice(0, 16) }
}

const isKnownSource = (source: string) => /^(?:(?:postgres(?:ql)?|mysql|mariadb):\/\/.|sqlite:.)/i.test(source)
const unknownSource = 'source must be postgres://…, mysql://… or sqlite:<file>.'

/**
 * Replaces `${NAME}`. In front of the host a value is a user or a password, whose special characters must be escaped in a URL.
 */
function withEnvironment(template: string, env: NodeJS.ProcessEnv) {
  const secrets: string[] = []
  const missing: string[] = []
  const hostStart = template.lastIndexOf('@')
  const source = template.replace(/\$\{([^}]*)\}/g, (_, name: string, offset: number) => {
    const value = env[name]
    if (!value) missing.push(name)
    else secrets.push(value)
    return offset > 0 && offset < hostStart ? encodeURIComponent(value ?? '') : (value ?? '')
  })
  return { source, secrets, missing }
}
