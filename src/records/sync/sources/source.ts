// A database that sync reads from.
import type { ChangedValue } from '../../../store/tracking/sync-state.ts'
import type { Row } from '../convert.ts'

/** Rows whose `column` is larger than `after` or null; without `changed`, all rows. */
export type SourceQuery = { sql: string; changed?: { column: string; after: ChangedValue } | undefined }

export type ReadRows = (query: SourceQuery) => AsyncIterable<Row[]>

export type Source = {
  /** The names of the columns of each query, or the message with which the database rejects it. */
  describe(queries: readonly string[]): Promise<(string[] | { problem: string })[]>
  /** Runs `work` in one read-only snapshot. Rows are streamed in small batches, until `signal` aborts. */
  read<T>(work: (rows: ReadRows) => Promise<T>, signal?: AbortSignal): Promise<T>
  /** PostgreSQL: calls back for each notification, until the connection breaks (then it rejects) or `signal` aborts. */
  listen?(channel: string, notified: (payload: string) => void, signal: AbortSignal): Promise<void>
}

/** `rejected`: the database refuses the query or the login, so trying again does not help. */
export type SourceFailure = Error & { source: 'rejected' | 'unavailable' }

export const sourceFailure = (kind: SourceFailure['source'], error: unknown): SourceFailure => {
  const { message, code } = error as { message?: string; code?: string }
  return Object.assign(new Error(message || code || String(error), { cause: error }), { source: kind })
}

export const failureKind = (error: unknown): SourceFailure['source'] | undefined =>
  (error as Partial<SourceFailure> | undefined)?.source

export const rowsAtOnce = 500
/** For the first rows of a query, and between two batches. */
export const maxSilenceMs = 600_000
export const connectMs = 10_000

/** The rows of a query in a subquery, so that a condition can be added. */
export function selectFrom({ sql, changed }: SourceQuery, quote: (name: string) => string, literal: string): string {
  const where = changed ? ` WHERE q.${quote(changed.column)} > ${literal} OR q.${quote(changed.column)} IS NULL` : ''
  // On lines of their own, because a query may end in a comment.
  return `SELECT * FROM (\n${sql}\n) AS q${where}`
}

export const emptySelect = (sql: string): string => `SELECT * FROM (\n${sql}\n) AS q LIMIT 0`

/** Fails when a database is silent for too long, or `signal` aborts. */
export async function* withoutSilence<T>(batches: AsyncIterable<T>, signal?: AbortSignal): AsyncGenerator<T> {
  const iterator = batches[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { promise: failure, reject } = Promise.withResolvers<never>()
      const giveUp = () => reject(sourceFailure('unavailable', new Error('The source sends no rows.')))
      const abort = () => reject(signal!.reason)
      const timer = setTimeout(giveUp, maxSilenceMs)
      signal?.addEventListener('abort', abort)
      try {
        const { done, value } = await Promise.race([iterator.next(), failure])
        if (done) return
        yield value
      } finally {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
      }
    }
  } finally {
    // Not awaited: a silent database would not answer this either.
    void iterator.return?.().catch(() => {})
  }
}
