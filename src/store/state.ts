// What the service itself has to remember across restarts. It is no part of the community: an import holds the lock of
// the community's database for as long as it lasts, and this must be written meanwhile.
import { askJobs } from '../limits.ts'

/** An answer as it went out. `head` is a flat list of header names and values. */
export type KeptAnswer = { status: number; head: readonly string[]; body: Buffer }

/**
 * One request that carries a key. `scope` stands for the caller, the path and the key together, `caller` for the caller
 * alone; both are opaque here. `fingerprint` tells two requests with the same scope apart.
 */
export type KeyedRequest = { scope: string; caller: string; fingerprint: string }

/** `holder` names whoever wants to answer the request; its claim ends by itself when the lease is over. */
export type ClaimRequest = KeyedRequest & { holder: string; now: number; leaseMs: number; keepMs: number }

/** `claimed`: the holder is to answer, and then to `keep` or to `release`. */
export type Claim =
  | { outcome: 'claimed' }
  | { outcome: 'kept'; answer: KeptAnswer }
  | { outcome: 'running' }
  | { outcome: 'other_request' }

export type Held = { scope: string; holder: string }

export const jobStatuses = ['queued', 'running', 'completed', 'failed'] as const
export type JobStatus = (typeof jobStatuses)[number]

/** `task` and `outcome` are text that only their writers understand. Times are milliseconds. */
export type Job = { id: string; status: JobStatus; createdAt: number; updatedAt: number; outcome: string | null }

/** `caller` is opaque here. */
type NewJob = { id: string; caller: string; task: string; now: number; keepMs: number }

/** `attempts` counts how often the job was claimed, this time included, less those who gave it back. */
export type ClaimedJob = { id: string; task: string; attempts: number }

/** An owner has one claim on one job: who claims again, be it the same job, needs a new name. */
type JobClaim = { id: string; owner: string; now: number }

/**
 * Work that outlives the process which does it. What is acknowledged is on the disk. Only the owner of the last claim
 * can finish a job, and what is finished never changes; a claim ends by itself when its lease is over.
 */
export type JobStore = {
  /** False when there is no room for it, in all or for this caller. */
  create(job: NewJob): Promise<boolean>
  /** Null when it is unknown, or older than it is kept. */
  read(query: { id: string; now: number; keepMs: number }): Promise<Job | null>
  /** The oldest job whose owner is gone, else the oldest that waits. Drops some of what is no longer kept. */
  claim(wanted: { owner: string; now: number; leaseMs: number; keepMs: number }): Promise<ClaimedJob | null>
  /** False, here and below, when the claim was lost meanwhile. */
  renew(claim: JobClaim & { leaseMs: number }): Promise<boolean>
  finish(claim: JobClaim & { status: 'completed' | 'failed'; outcome: string }): Promise<boolean>
  /** Back into the queue, as if it had not been claimed. */
  release(claim: JobClaim): Promise<boolean>
  /** Fails the job with this outcome unless it is finished; then gives it as it is. */
  cancel(query: { id: string; now: number; keepMs: number; outcome: string }): Promise<Job | null>
  counts(query: Record<string, never>): Promise<{ queued: number; running: number }>
}

/** Every call ends within a few seconds, if need be by failing. */
export type StateStore = {
  jobs: JobStore
  claim(request: ClaimRequest): Promise<Claim>
  /** False when the answer was not kept: the claim was lost meanwhile, or there is no room for an answer so large. */
  keep(answer: Held & { answer: KeptAnswer }): Promise<boolean>
  release(held: Held): Promise<void>
  /** Fails when nothing could be written now. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** How much may be remembered, in all and for each caller. What is oldest goes first. */
export type StateBounds = Record<'everyone' | 'caller', { entries: number; bytes: number }>

// A caller's share is a small part of the whole, so that nobody pushes out what others need.
export const stateBounds: StateBounds = {
  everyone: { entries: 200_000, bytes: 256 * 1024 * 1024 },
  caller: { entries: 10_000, bytes: 16 * 1024 * 1024 },
}

/** `unfinished` jobs wait or run; `entries` and `bytes` are of all that are kept. Beyond that none is created. */
export type JobBounds = Record<'everyone' | 'caller', { unfinished: number; entries: number; bytes: number }>

export const jobBounds: JobBounds = {
  everyone: { unfinished: askJobs.queue, entries: 200_000, bytes: 256 * 1024 * 1024 },
  caller: { unfinished: askJobs.queueOfCaller, entries: 20_000, bytes: 32 * 1024 * 1024 },
}
