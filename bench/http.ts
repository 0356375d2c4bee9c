// Feed pages over HTTP, compared with a bare node:http server that sends the same bytes.
import { sorts } from '../src/store/store.ts'
import type { Community } from './communities.ts'
import type { FloorName, Result, Sample } from './floors.ts'
import { checkWrk, load, type Request } from './load.ts'
import { cpuSeconds, type Server, startBare, startVitrine } from './processes.ts'
import { median } from './statistics.ts'
import { whole } from './units.ts'

const feed = '/public/share/community'
const pages = 105
/** CPU time of a server after which its code is compiled. Wall time would not be enough on a busy machine. */
const warmUpCpuSeconds = 6

export async function measureHttp({ store }: Community, rounds: number, seconds: number): Promise<Result[]> {
  await checkWrk()
  const cached = await startVitrine({ VITRINE_STORE: store })
  const uncached = await startVitrine({ VITRINE_STORE: store, VITRINE_CACHE_MB: '0' })
  const bare = await startBare(cached.url + feed)
  try {
    const one: Request[] = [['GET', feed]]
    const many = await differentPages(cached)
    const compare = (floor: FloorName, ours: Server, requests: readonly Request[]): Promise<Result> =>
      measurePair(floor, [ours, bare], requests, { rounds, seconds })
    return [
      await compare('hotPage', cached, one),
      await compare('hotPages', cached, many),
      await compare('uncachedPages', uncached, many),
    ]
  } finally {
    await Promise.all([cached.stop(), uncached.stop(), bare.stop()])
  }
}

/** Feed pages in every sort order, of everything and of the most used tags. */
async function differentPages({ url }: Server): Promise<Request[]> {
  const { data } = (await (await fetch(`${url}/public/share/tags`)).json()) as { data: { items: { key: string }[] } }
  const filters = ['', ...data.items.map(({ key }) => `&tag=${encodeURIComponent(key)}`)]
  const paths = filters.flatMap(filter => sorts.map(sort => `${feed}?sort=${sort}${filter}`))
  return paths.slice(0, pages).map(path => ['GET', path])
}

type Run = { perSecond: number; cpuMicroseconds: number; failed: number }

async function measurePair(
  floor: FloorName,
  [ours, bare]: [Server, Server],
  requests: readonly Request[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Result> {
  console.error(`Measuring ${floor}.`)
  for (const { url, pid } of [ours, bare]) {
    while (cpuSeconds(pid) < warmUpCpuSeconds) await load({ url, requests, seconds: 1 })
  }
  const run = (server: Server): Promise<Run> => runOnce(server, requests, seconds)
  const pairs: [Run, Run][] = []
  for (let round = 0; round < rounds; round++) pairs.push([await run(ours), await run(bare)])
  return { floor, rounds: pairs.map(sampleOf), details: detailsOf(pairs) }
}

/** Only successful requests count. On a busy machine the service may refuse some. */
async function runOnce({ url, pid }: Server, requests: readonly Request[], seconds: number): Promise<Run> {
  const before = cpuSeconds(pid)
  const loaded = await load({ url, requests, seconds })
  const succeeded = loaded.requests - loaded.failed
  return {
    perSecond: (loaded.perSecond * succeeded) / loaded.requests,
    cpuMicroseconds: ((cpuSeconds(pid) - before) / succeeded) * 1e6,
    failed: loaded.failed,
  }
}

const sampleOf = ([ours, bare]: [Run, Run]): Sample => ({
  cpu: bare.cpuMicroseconds / ours.cpuMicroseconds,
  wall: ours.perSecond / bare.perSecond,
})

function detailsOf(pairs: readonly [Run, Run][]): string {
  const [ours, bare] = [0, 1].map(i => {
    const middle = (key: keyof Run): string => whole(median(pairs.map(pair => pair[i]![key])))
    return `${middle('perSecond')}/s and ${middle('cpuMicroseconds')} µs`
  })
  const failed = pairs.reduce((sum, [run]) => sum + run.failed, 0)
  return `${ours} of CPU; bare ${bare}${failed === 0 ? '' : `; ${whole(failed)} failed`}`
}
