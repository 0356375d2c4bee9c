// State that the service keeps across restarts. With SQLite it has its own file, because an import locks the file of the
// store for its whole duration.
import { askJobs } from '../limits.ts'

/** A stored response. `head` is a flat list of header names and values. */
export type StoredResponse = { status: number; head: readonly string[]; body: Buffer }

/**
 * A request with an idempotency key. `scope` identifies caller, path and key together, `caller` the caller alone;
 * both are opaque here. `fingerprint` distinguishes different requests with the same scope.
 */
export type KeyedRequest = { scope: string; caller: string; fingerprint: string }

/** `holder` is the id of the request that wants to run; its claim expires with the lease. */
export type ClaimRequest = KeyedRequest & { holder: string; now: number; leaseMs: number; keepMs: number }

/** `claimed`: the holder must run the request, then call `storeResponse` or `release`. */
export type Claim =
  | { outcome: 'claimed' }
  | { outcome: 'stored'; answer: StoredResponse }
  | { outcome: 'running' }
  | { outcome: 'other_request' }

type ClaimHolder = { scope: string; holder: string }

export const jobStatuses = ['queued', 'running', 'completed', 'failed'] as const
export type JobStatus = (typeof jobStatuses)[number]

/** `task` and `outcome` are opaque text. Times are in milliseconds. */
export type Job = { id: string; status: JobStatus; createdAt: number; updatedAt: number; outcome: string | null }

/** `caller` is opaque here. */
type NewJob = { id: string; caller: string; task: string; now: number; keepMs: number }

/** `attempts` counts the claims of the job, including this one, without those that were released. */
export type ClaimedJob = { id: string; task: string; attempts: number }

/** An owner has one claim on one job: each claim, even of the same job, needs a new owner name. */
type JobClaim = { id: string; owner: string; now: number }

/**
 * Work that outlives the process that runs it. What is acknowledged is on disk. Only the owner of the last claim can
 * finish a job, and a finished job never changes; a claim expires with its lease.
 */
export type JobStore = {
  /** False when there is no room, in total or for this caller. */
  create(job: NewJob): Promise<boolean>
  /** Null when it is unknown or has expired. */
  read(query: { id: string; now: number; keepMs: number }): Promise<Job | null>
  /** The oldest job whose lease has expired, else the oldest queued one. Also deletes some expired jobs. */
  claim(wanted: { owner: string; now: number; leaseMs: number; keepMs: number }): Promise<ClaimedJob | null>
  /** False, here and below, when the claim was lost. */
  renew(claim: JobClaim & { leaseMs: number }): Promise<boolean>
  finish(claim: JobClaim & { status: 'completed' | 'failed'; outcome: string }): Promise<boolean>
  /** Back into the queue, as if it had not been claimed. */
  release(claim: JobClaim): Promise<boolean>
  /** Fails the job with this outcome unless it is finished, and returns it. */
  cancel(query: { id: string; now: number; keepMs: number; outcome: string }): Promise<Job | null>
  counts(query: Record<string, never>): Promise<{ queued: number; running: number }>
}

/** A recorded health check of a component. `level` is 0 when it works; larger is worse. `ms`: the slowest check. */
export type HealthRecord = { period: number; component: string; level: number; ms: number }

export type HealthStore = {
  /** Combined with what other processes recorded. Periods before `from` are deleted. */
  record(change: { records: readonly HealthRecord[]; from: number }): Promise<void>
  read(query: { from: number }): Promise<HealthRecord[]>
}

/** Vectors of texts, by a key that names model and text. Bounded: the oldest are dropped. */
export type VectorStore = {
  /** Those that are stored, in any order. */
  read(query: { keys: readonly string[] }): Promise<{ key: string; value: Int8Array }[]>
  write(change: { entries: readonly { key: string; value: Int8Array }[]; now: number }): Promise<void>
}

/** Every call ends within a few seconds, possibly with an error. */
export type StateStore = {
  jobs: JobStore
  health: HealthStore
  vectors: VectorStore
  claim(request: ClaimRequest): Promise<Claim>
  /** False when the response was not stored: the claim was lost, or the response is too large. */
  storeResponse(response: ClaimHolder & { answer: StoredResponse }): Promise<boolean>
  release(claim: ClaimHolder): Promise<void>
  /** Fails when nothing can be written now. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Bounds in total and for each caller. The oldest entries are dropped first. */
export type StateBounds = Record<'total' | 'caller', { entries: number; bytes: number }>

// A caller's share is a small part of the total, so that one caller cannot displace others.
export const stateBounds: StateBounds = {
  total: { entries: 200_000, bytes: 256 * 1024 * 1024 },
  caller: { entries: 10_000, bytes: 16 * 1024 * 1024 },
}

/** `unfinished` jobs are queued or running; `entries` and `bytes` count all jobs. Beyond that none is created. */
export type JobBounds = Record<'total' | 'caller', { unfinished: number; entries: number; bytes: number }>

export const jobBounds: JobBounds = {
  total: { unfinished: askJobs.queue, entries: 200_000, bytes: 256 * 1024 * 1024 },
  caller: { unfinished: askJobs.queueOfCaller, entries: 20_000, bytes: 32 * 1024 * 1024 },
}

export type Run = <R extends object>(statement: { text: string; values?: unknown[] }) => Promise<R[]>

/** The database of a state store. Parameters of statements are $1, $2 … */
export type StateDatabase = {
  run: Run
  /** The change survives a power failure. */
  runDurably: Run
  /** Serialised with other transactions on this table, whose totals they share. Durable for jobs. */
  transaction<T>(table: 'job' | 'idempotency', work: (run: Run) => Promise<T>): Promise<T>
  /** Ends a SELECT whose rows are changed: rows that others have locked are skipped, so that it never waits. */
  skipLocked: string
}
