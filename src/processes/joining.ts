// Tells a new worker the ports on which other workers serve already.
import type { Ports } from './messages.ts'

/** An environment variable of the worker. It is no setting, so it does not start with VITRINE_. */
const joinsVariable = 'WORKER_JOINS_PORTS'

export const joining = (ports: Ports | undefined): Record<string, string> =>
  ports === undefined ? {} : { [joinsVariable]: `${ports.api},${ports.web}` }

export function portsToJoin(): Ports | undefined {
  const [api, web] = (process.env[joinsVariable] ?? '').split(',').map(Number)
  return api === undefined || web === undefined ? undefined : { api, web }
}
