// Recorded results of the health checks: of each period and component the worst status and the slowest check. Shared by
// all processes, so that each of them shows the same history, also after a restart.
import type { HealthRecord, HealthStore, Run, StateDatabase } from '../state.ts'

/** For both databases. */
export const healthTable = `CREATE TABLE health (
  period bigint NOT NULL, component text NOT NULL, level integer NOT NULL, ms double precision NOT NULL,
  PRIMARY KEY (period, component)
)`

const worse = (column: 'level' | 'ms') =>
  `${column} = CASE WHEN excluded.${column} > health.${column} THEN excluded.${column} ELSE health.${column} END`

const add = `INSERT INTO health (period, component, level, ms) VALUES ($1, $2, $3, $4)
  ON CONFLICT (period, component) DO UPDATE SET ${worse('level')}, ${worse('ms')}`

export const healthState = ({ run }: Pick<StateDatabase, 'run'>): HealthStore => ({
  async record({ records, from }) {
    for (const { period, component, level, ms } of records)
      await run({ text: add, values: [period, component, level, ms] })
    await run({ text: 'DELETE FROM health WHERE period < $1', values: [from] })
  },
  read: ({ from }) => readFrom(run, from),
})

const readFrom = (run: Run, from: number): Promise<HealthRecord[]> =>
  run({
    text: 'SELECT period, component, level, ms FROM health WHERE period >= $1 ORDER BY period, component',
    values: [from],
  })
