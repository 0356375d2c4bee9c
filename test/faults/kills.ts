// kill -9, again and again: servers while they take on and run jobs, importers while they write.
import { join } from 'node:path'
import { runKills } from '../external/endpoints/jobs-kills.ts'
import { killImports } from '../store/sqlite/kills.ts'
import { type Check, check, type Plan, type Row } from './row.ts'
import { scratch } from './service.ts'

export const kills: Row = { name: 'kills', fault: 'kill -9 during jobs and imports', run }

async function run({ short }: Plan): Promise<Check[]> {
  const jobs = await runKills({ kills: short ? 8 : 100, jobs: short ? 100 : 1000, seed: 3 })
  const imports = await killImports(join(scratch(), 'killed.db'), { kills: short ? 9 : 150, seed: 11 })
  const { troubles } = jobs
  return [
    check(
      'no acknowledged job lost, no result changed',
      `${troubles.length} of ${jobs.acknowledged} in ${jobs.kills} kills${troubles.slice(0, 3).map(one => `; ${one}`)}`,
      troubles.length === 0,
    ),
    check(
      'an import is all or nothing, integrity check clean',
      `${imports.kills} kills: ${imports.before} nothing, ${imports.after} all, ${imports.troubles.length} otherwise`,
      imports.troubles.length === 0 && imports.before > 0,
    ),
  ]
}
