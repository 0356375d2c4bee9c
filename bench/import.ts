// Bringing a file into an empty store with `vitrine import`: reading, checking, all lists.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { communityFile, scratchFolder, warmUpFile } from './communities.ts'
import { runVitrine } from './processes.ts'
import { median } from './statistics.ts'
import { judge, noBound, type Row, ratioText, sizeName, whole } from './table.ts'

const part = 'Import into an empty store'
const leastPerSecond = 5_000
/** Linear means that a file of five times the size is imported at nearly the same speed. */
const leastSteadiness = 0.8

type Speed = { creations: number; perSecond: number; recordsPerSecond: number }

export async function measureImport(sizes: readonly number[], rounds: number): Promise<Row[]> {
  const files = await Array.fromAsync(sizes, communityFile)
  for (const file of files) await warmUpFile(file)
  const runs: Speed[][] = sizes.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const [i, file] of files.entries()) runs[i]!.push(await importOnce(file, sizes[i]!))
  }
  const speeds = runs.map(medianSpeed)
  const largest = speeds.at(-1)!
  return [
    ...speeds.map(speed => speedRow(speed, speed === largest)),
    ...(speeds.length > 1 ? [steadinessRow(speeds)] : []),
  ]
}

/** The time of the whole command, start of the process included. */
async function importOnce(file: string, creations: number): Promise<Speed> {
  console.error(`Importing ${creations.toLocaleString('en')} creations.`)
  const store = join(scratchFolder(), 'import.db')
  const started = performance.now()
  const summary = await runVitrine(['import', file], { VITRINE_STORE: store })
  const seconds = (performance.now() - started) / 1000
  for (const ending of ['', '-wal', '-shm']) rmSync(store + ending, { force: true })
  const { created } = JSON.parse(summary) as { created: number }
  return { creations, perSecond: creations / seconds, recordsPerSecond: created / seconds }
}

function medianSpeed(runs: readonly Speed[]): Speed {
  return {
    creations: runs[0]!.creations,
    perSecond: median(runs.map(run => run.perSecond)),
    recordsPerSecond: median(runs.map(run => run.recordsPerSecond)),
  }
}

function speedRow({ creations, perSecond, recordsPerSecond }: Speed, isLargest: boolean): Row {
  return {
    part,
    name: `${sizeName(creations)} creations`,
    figure: `${whole(perSecond)} creations/s`,
    beside: `${whole(recordsPerSecond)} records/s`,
    ...(isLargest ? judge(perSecond, { atLeast: leastPerSecond }, value => `${whole(value)} creations/s`) : noBound),
    values: { perSecond, recordsPerSecond },
  }
}

function steadinessRow(speeds: readonly Speed[]): Row {
  const [small, large] = [speeds[0]!, speeds.at(-1)!]
  const ratio = large.perSecond / small.perSecond
  return {
    part,
    name: 'steadiness (linear is 1)',
    figure: ratioText(ratio),
    beside: `${sizeName(large.creations)} against ${sizeName(small.creations)}`,
    ...judge(ratio, { atLeast: leastSteadiness }, ratioText),
    values: { ratio },
  }
}
