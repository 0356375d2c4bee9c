// Time of answers, and memory of the index with all languages.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { serviceLocales } from '../../src/languages/languages.ts'
import { startCluster } from '../../test/support/servers/postgres-cluster.ts'
import { type Community, fill, scratchFolder, warmUpFile } from '../communities.ts'
import type { Result, Sample } from '../floors.ts'
import { adopt, environment } from '../processes.ts'
import { percentile } from '../statistics.ts'
import { megabytes, milliseconds, sizeName } from '../units.ts'
import { type Asked, type Asker, openAsker } from './asker.ts'
import { benchQuestions } from './questions.ts'

type Store = 'sqlite' | 'postgres'

export async function measureAsk(community: Community, rounds: number): Promise<Result[]> {
  await warmUpFile(community.store)
  const questions = await benchQuestions(community.store)
  const results = await measureStore('sqlite', community, questions, rounds)
  return [...results, await measureMemory(community.store)]
}

/** As on a small server. */
const postgresSettings = { shared_buffers: '1GB', max_wal_size: '8GB', effective_cache_size: '4GB' }

export async function measureAskOnPostgres({ creations, store }: Community, rounds: number): Promise<Result[]> {
  const questions = await benchQuestions(store)
  const cluster = await startCluster(postgresSettings)
  try {
    const url = await cluster.newDatabase()
    console.error(`Filling PostgreSQL with ${sizeName(creations)} creations.`)
    await fill(creations, url)
    return await measureStore('postgres', { creations, store: url }, questions, rounds)
  } finally {
    await cluster.stop()
  }
}

type Times = { kind: string; cpu: number; wall: number }

async function measureStore(
  name: Store,
  { creations, store }: Community,
  questions: ReadonlyMap<string, readonly Asked[]>,
  rounds: number,
): Promise<Result[]> {
  console.error(`Measuring answers: ${name}.`)
  const asker = await openAsker(store)
  try {
    await askAll(asker, questions)
    const times = await Array.fromAsync({ length: rounds }, () => askAll(asker, questions))
    const details = [...questions.keys()].map(kind => {
      const some = times.flat().filter(one => one.kind === kind)
      const both = (share: number) => [at(share, some).cpu, at(share, some).wall].map(milliseconds).join(' / ')
      return `${kind} p50 ${both(0.5)}, p99 ${both(0.99)}`
    })
    const what = sizeName(creations)
    return [
      { floor: `${name}Ask`, what, rounds: times.map(round => at(0.5, round)), details: 'CPU / wall' },
      { floor: `${name}AskP99`, what, rounds: times.map(round => at(0.99, round)), details: details.join('; ') },
    ]
  } finally {
    await asker.close()
  }
}

/** The kinds alternate, so that other load on the machine affects all of them. */
async function askAll(asker: Asker, questions: ReadonlyMap<string, readonly Asked[]>): Promise<Times[]> {
  const times: Times[] = []
  const longest = Math.max(...[...questions.values()].map(({ length }) => length))
  for (let i = 0; i < longest; i++) {
    for (const [kind, some] of questions) {
      const [cpu, wall] = [process.cpuUsage(), performance.now()]
      await asker.ask(some[i % some.length]!)
      const { user, system } = process.cpuUsage(cpu)
      times.push({ kind, cpu: (user + system) / 1000, wall: performance.now() - wall })
    }
  }
  return times
}

const at = (share: number, times: readonly Times[]): Required<Omit<Sample, 'size'>> => ({
  cpu: percentile(
    times.map(({ cpu }) => cpu),
    share,
  ),
  wall: percentile(
    times.map(({ wall }) => wall),
    share,
  ),
})

async function measureMemory(store: string): Promise<Result> {
  // The first process fills the cache of the index.
  await memoryAfterQuestions(store)
  const { heap, resident } = await memoryAfterQuestions(store)
  const details = `${serviceLocales.length} languages; resident memory grows by ${megabytes(resident)}`
  return { floor: 'askMemory', rounds: [{ size: heap }], details }
}

/** In a process of its own, since only there nothing else is allocated. In megabytes. */
async function memoryAfterQuestions(store: string): Promise<{ heap: number; resident: number }> {
  const env = environment({ NODE_COMPILE_CACHE: scratchFolder() })
  const child = adopt(fork(join(import.meta.dirname, 'memory.ts'), [store], { env, execArgv: ['--expose-gc'] }))
  const [memory] = await once(child, 'message')
  await once(child, 'exit')
  return memory
}
