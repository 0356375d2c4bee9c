// Messages between the supervisor and its workers.
import type { Increment, OtherCounts } from '../server/limits/shared-counts.ts'

/** A registry of metrics as JSON. */
export type Metrics = object[]

/** Where workers listen. */
export type Ports = { api: number; web: number }

export type FromWorker =
  | { say: 'ready'; ports: Ports }
  | { say: 'limits'; increments: Increment[] }
  | { say: 'metrics'; id: number; metrics: Metrics }
  /** The last metrics of a worker that is about to end. */
  | { say: 'goodbye'; metrics: Metrics }
  /** The last thing it says, so that whatever it said before has been sent. */
  | { say: 'gone' }

export type ToWorker =
  /** Said to one worker when all are ready: it tells whoever started us. */
  | { say: 'announce'; workers: number; metricsUrl: string | null }
  | { say: 'limits'; others: OtherCounts[] }
  | { say: 'metrics'; id: number }
  /** With `replaced` others serve in its place. */
  | { say: 'stop'; replaced: boolean }
  /** To a goodbye: nothing more comes from here, no connection either. */
  | { say: 'farewell' }
