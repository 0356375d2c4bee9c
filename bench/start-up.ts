// From starting the process until it says that it is ready.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Community, scratchFolder } from './communities.ts'
import { startVitrine } from './processes.ts'
import { median } from './statistics.ts'
import { judge, type Row, sizeName } from './table.ts'

const part = 'Start of `vitrine serve` until /readyz answers 200'
const deadlineMs = 60_000

export async function measureStart({ creations, store }: Community, rounds: number): Promise<Row[]> {
  const existing: number[] = []
  const demo: number[] = []
  for (let round = 0; round < rounds; round++) {
    existing.push(await secondsUntilReady(store))
    const fresh = join(scratchFolder(), 'fresh.db')
    demo.push(await secondsUntilReady(fresh))
    for (const ending of ['', '-wal', '-shm']) rmSync(fresh + ending, { force: true })
  }
  return [
    rowOf(`on a store of ${sizeName(creations)} creations`, median(existing), 1),
    rowOf('on an empty store, with the demo community', median(demo), 3),
  ]
}

async function secondsUntilReady(store: string): Promise<number> {
  const started = performance.now()
  const server = await startVitrine({ VITRINE_STORE: store })
  try {
    while (!(await isReady(server.url))) {
      if (performance.now() - started > deadlineMs) throw new Error('vitrine serve did not become ready.')
      await new Promise(resolve => setTimeout(resolve, 5))
    }
    return (performance.now() - started) / 1000
  } finally {
    await server.stop()
  }
}

export async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).status === 200
  } catch {
    return false
  }
}

function rowOf(name: string, seconds: number, below: number): Row {
  const show = (value: number) => `${value.toFixed(2)} s`
  return { part, name, figure: show(seconds), beside: '', ...judge(seconds, { below }, show), values: { seconds } }
}
