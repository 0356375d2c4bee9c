// Two workers against one process. The load generator takes its part of the same cores.
import type { Community } from './communities.ts'
import { checkWrk, type Loaded, load } from './load.ts'
import { startVitrine, type WholeServer } from './processes.ts'
import { isReady } from './start-up.ts'
import { median } from './statistics.ts'
import { judge, type Row, ratioText, sizeName, whole } from './table.ts'

const feed = '/public/share/community'
/** As clients do. Without it the generator is as busy with copying bytes as a worker is with serving. */
const headers = { 'accept-encoding': 'br' }
const workers = 2
const atLeast = 1.6
const warmUpSeconds = 1
const deadlineMs = 60_000
const settleMs = 5000

export async function measureWorkers({ creations, store }: Community, rounds: number, seconds: number): Promise<Row[]> {
  await checkWrk()
  const env = { VITRINE_STORE: store, VITRINE_LIMIT_READ: '1000000000', VITRINE_LOG_LEVEL: 'silent' }
  const alone = await startVitrine(env)
  const several = await startVitrine({ ...env, VITRINE_WORKERS: String(workers) })
  try {
    for (const server of [alone, several]) {
      await untilReady(server)
      await load({ url: server.url + feed, headers, seconds: warmUpSeconds })
    }
    console.error(`Measuring ${workers} workers.`)
    const pairs: { alone: Loaded; several: Loaded }[] = []
    for (let round = 0; round < rounds; round++) {
      const run = (server: WholeServer) => load({ url: server.url + feed, headers, seconds })
      // Whoever goes first in one round goes second in the next.
      const first = round % 2 === 0 ? alone : several
      const [one, other] = [await run(first), await run(first === alone ? several : alone)]
      pairs.push(first === alone ? { alone: one, several: other } : { alone: other, several: one })
    }
    const part = `Requests per second at ${sizeName(creations)} creations with several workers`
    return [{ part, ...rowOf(pairs) }]
  } finally {
    await Promise.all([alone.stop(), several.stop()])
  }
}

/** One worker may be ready before the other, and both prepare what is needed later for a while. */
async function untilReady(server: WholeServer): Promise<void> {
  const giveUp = performance.now() + deadlineMs
  while (!(await isReady(server.url))) {
    if (performance.now() > giveUp) throw new Error('vitrine serve did not become ready.')
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  await new Promise(resolve => setTimeout(resolve, settleMs))
}

function rowOf(pairs: { alone: Loaded; several: Loaded }[]): Omit<Row, 'part'> {
  for (const { failed } of pairs.flatMap(({ alone, several }) => [alone, several])) {
    if (failed > 0) throw new Error(`${failed} answers were not what they should be.`)
  }
  const alone = median(pairs.map(pair => pair.alone.perSecond))
  const several = median(pairs.map(pair => pair.several.perSecond))
  const ratio = median(pairs.map(pair => pair.several.perSecond / pair.alone.perSecond))
  const p99Ms = median(pairs.map(pair => pair.several.p99Ms))
  return {
    name: `hot feed page, ${workers} workers`,
    figure: `${ratioText(ratio)} of one process`,
    beside: `${whole(several)}/s of ${whole(alone)}/s, p99 ${p99Ms.toFixed(1)} ms`,
    ...judge(ratio, { atLeast }, ratioText),
    values: { ratio, alone, several, p99Ms },
  }
}
