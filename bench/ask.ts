// How long a question takes, and what understanding questions costs in memory. Asked are the questions of the examination.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { examination } from '../test/ask/examination.ts'
import type { Community } from './communities.ts'
import { startVitrine } from './processes.ts'
import { isReady } from './start-up.ts'
import { percentile } from './statistics.ts'
import { judge, judgeAll, type Row, sizeName } from './table.ts'

const bounds = { median: 5, p99: 25, megabytes: 60 }

export async function measureAsk(community: Community, rounds: number): Promise<Row[]> {
  const part = `Ask at ${sizeName(community.creations)} creations`
  return [await latencyRow(part, community, rounds), await memoryRow(part)]
}

async function latencyRow(part: string, { store }: Community, rounds: number): Promise<Row> {
  const server = await startVitrine({ VITRINE_STORE: store, VITRINE_LIMIT_DISCOVERY: '0' })
  try {
    while (!(await isReady(server.url))) await new Promise(resolve => setTimeout(resolve, 20))
    const questions = examination().flatMap(set => set.questions)
    const times: number[] = []
    for (let round = 0; round <= rounds; round++) {
      for (const { q, prev } of questions) {
        const started = performance.now()
        const body = JSON.stringify({ query: q, ...(prev ? { context: { prev } } : {}) })
        const answer = await fetch(`${server.webUrl}/ask`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        })
        await answer.arrayBuffer()
        if (answer.status !== 200) throw new Error(`${q} was answered with ${answer.status}.`)
        if (round > 0) times.push(performance.now() - started) // the first round is for the compiler
      }
    }
    const median = percentile(times, 0.5)
    const p99 = percentile(times, 0.99)
    const show = (value: number) => `${value.toFixed(1)} ms`
    return {
      part,
      name: `${times.length.toLocaleString('en-US')} questions over HTTP, one after the other`,
      figure: `p50 ${show(median)}, p99 ${show(p99)}`,
      beside: '',
      ...judgeAll(judge(median, { atMost: bounds.median }, show), judge(p99, { atMost: bounds.p99 }, show)),
      values: { median, p99 },
    }
  } finally {
    await server.stop()
  }
}

async function memoryRow(part: string): Promise<Row> {
  const script = fileURLToPath(new URL('servers/ask-memory.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', script])
  const { before, after } = JSON.parse(stdout) as { before: number; after: number }
  const show = (value: number) => `${value.toFixed(0)} MB`
  return {
    part,
    name: 'memory that understanding takes, all languages asked in',
    figure: show(after - before),
    beside: `${show(before)} without`,
    ...judge(after - before, { atMost: bounds.megabytes }, show),
    values: { extra: after - before, before },
  }
}
