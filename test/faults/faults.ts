// Breaks things around the service, for real, and holds what it does against what it must do.
//   node test/faults/faults.ts [--only name] [--short]
// Prints a table and ends with 1 when something does not hold. The whole takes about a quarter of an hour.
import { parseArgs } from 'node:util'
import { disk } from './disk.ts'
import { intrusions } from './intrusions.ts'
import { kills } from './kills.ts'
import { overload } from './overload.ts'
import { redis } from './redis.ts'
import { restart } from './restart.ts'
import type { Check, Plan, Row } from './row.ts'
import { cleanUp } from './service.ts'
import { slow } from './slow.ts'
import { stalled } from './stalled.ts'
import { postgresAway, sqliteAway } from './store-away.ts'

const rows: readonly Row[] = [
  overload,
  restart,
  sqliteAway,
  postgresAway,
  redis,
  kills,
  disk,
  slow,
  stalled,
  intrusions,
]

type Result = Check & { name: string }

/** Shared machines pause, so a limit on time or memory must be exceeded in two of three runs to count. */
async function runRow(row: Row, plan: Plan): Promise<Result[]> {
  const results = await runOnce(row, plan)
  if (!results.some(({ overLimit }) => overLimit)) return results
  results.push(...(await runOnce(row, plan)), ...(await runOnce(row, plan)))
  const timesOver = (must: string): number => results.filter(one => one.must === must && one.overLimit).length
  return results.map(one => ({ ...one, holds: one.holds || (one.overLimit === true && timesOver(one.must) === 1) }))
}

async function runOnce({ name, fault, run }: Row, plan: Plan): Promise<Result[]> {
  const started = Date.now()
  const checks = await run(plan).catch((error: Error): Check[] => [
    { must: 'the row can be run', figure: error.stack ?? error.message, holds: false },
  ])
  console.log(`\n${name}: ${fault} (${Math.round((Date.now() - started) / 1000)} s)`)
  for (const { must, figure, holds } of checks) console.log(`${holds ? '  ' : '✖ '}${must}: ${figure}`)
  return checks.map(check => ({ ...check, name }))
}

function printTable(results: readonly Result[]): void {
  console.log('\n| row | must hold | measured | |\n| --- | --- | --- | --- |')
  for (const { name, must, figure, holds } of results) {
    console.log(`| ${name} | ${must} | ${figure.split('\n', 1)[0]} | ${holds ? 'holds' : '**does not hold**'} |`)
  }
}

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    short: { type: 'boolean', default: false },
  },
})
const chosen = rows.filter(({ name }) => values.only === undefined || values.only.split(',').includes(name))
if (chosen.length === 0) throw new Error(`--only takes ${rows.map(({ name }) => name).join(', ')}.`)
process.on('exit', cleanUp)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
const plan = { short: values.short }
const results: Result[] = []
for (const row of chosen) results.push(...(await runRow(row, plan)))
printTable(results)
process.exit(results.every(({ holds }) => holds) ? 0 : 1)
