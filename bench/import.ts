// `vitrine import` of a file into an empty SQLite store: speed, memory and the size of the store.
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { communityFile, scratchFolder, warmUpFile } from './communities.ts'
import type { Result } from './floors.ts'
import { runVitrine, type Usage } from './processes.ts'
import { seconds, sizeName } from './units.ts'

type Imported = Usage & { bytes: number }

export async function measureImport(creations: number, rounds: number): Promise<Result[]> {
  const file = await communityFile(creations)
  await warmUpFile(file)
  const runs: Imported[] = []
  for (let round = 0; round < rounds; round++) runs.push(await importOnce(file))
  const what = sizeName(creations)
  const speeds = runs.map(({ cpuSeconds, wallSeconds }) => ({
    cpu: creations / cpuSeconds,
    wall: creations / wallSeconds,
  }))
  const details = runs.map(({ cpuSeconds }) => seconds(cpuSeconds)).join(', ')
  return [
    { floor: 'importSpeed', what, rounds: speeds, details: `${details} of CPU` },
    { floor: 'importMemory', what, rounds: runs.map(({ peakMegabytes }) => ({ size: peakMegabytes })) },
    { floor: 'disk', what, rounds: runs.map(({ bytes }) => ({ size: bytes / creations / 1000 })) },
  ]
}

async function importOnce(file: string): Promise<Imported> {
  console.error(`Importing ${file}.`)
  const store = join(scratchFolder(), 'import.db')
  const usage = await runVitrine(['import', file], { VITRINE_STORE: store })
  const bytes = statSync(store).size
  for (const ending of ['', '-wal', '-shm']) rmSync(store + ending, { force: true })
  return { ...usage, bytes }
}
