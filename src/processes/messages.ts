// Messages between the supervisor and its workers, and the ports that a new worker joins.
import type { Increment, OtherCounts } from '../server/limits/shared-counts.ts'

/** A registry of metrics as JSON. */
export type Metrics = object[]

/** Where workers listen. */
export type Ports = { api: number; web: number }

export type FromWorker =
  | { type: 'ready'; ports: Ports }
  | { type: 'limits'; increments: Increment[] }
  | { type: 'metrics'; id: number; metrics: Metrics }
  /** The last metrics of a worker that is about to end. */
  | { type: 'goodbye'; metrics: Metrics }
  /** The last message, so that everything before it has been sent. */
  | { type: 'gone' }

export type ToWorker =
  /** To one worker when all are ready: it prints the addresses. */
  | { type: 'announce'; workers: number; metricsUrl: string | null }
  | { type: 'limits'; others: OtherCounts[] }
  | { type: 'metrics'; id: number }
  /** `replaced`: other workers go on serving. */
  | { type: 'stop'; replaced: boolean }
  /** Reply to a goodbye: neither messages nor connections follow. */
  | { type: 'farewell' }

/** Tells a worker its ports, in its environment. Not a setting, so it does not start with VITRINE_. */
const joinsVariable = 'WORKER_JOINS_PORTS'

export const joinEnvironment = (ports: Ports | undefined): Record<string, string> =>
  ports === undefined ? {} : { [joinsVariable]: `${ports.api},${ports.web}` }

export function portsToJoin(): Ports | undefined {
  const [api, web] = (process.env[joinsVariable] ?? '').split(',').map(Number)
  return api === undefined || web === undefined ? undefined : { api, web }
}
