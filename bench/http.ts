// Reads over HTTP, each against a bare node:http server that sends the same bytes.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sorts } from '../src/store/store.ts'
import { type Community, scratchFolder } from './communities.ts'
import { exactAnswer } from './exact-answer.ts'
import { checkWrk, type Load, type Loaded, load } from './load.ts'
import { type Server, startServer } from './processes.ts'
import { median } from './statistics.ts'
import { judge, noBound, type Row, ratioText, sizeName, whole } from './table.ts'

const feed = '/public/share/community'
// As long as a round: the first second of a process is spent on compiling what is asked for.
const warmUpSeconds = 3
const manyPaths = 105

export type Contest = {
  name: string
  ours: Server
  path: string
  headers?: Record<string, string>
  /** When given, these are asked for in turn, and `path` only says what the bare server sends. */
  paths?: string[]
  status: number
  atLeast?: number
}

export async function measureHttp(community: Community, rounds: number, seconds: number): Promise<Row[]> {
  await checkWrk()
  const { store } = community
  const plenty = 1_000_000_000
  const cached = await startServer('vitrine', { store, cacheMb: 64, limit: plenty })
  const uncached = await startServer('vitrine', { store, cacheMb: 0, limit: plenty })
  const refusing = await startServer('vitrine', { store, cacheMb: 64, limit: 1 })
  try {
    const paths = await differentPaths(cached)
    const etag = (await fetch(cached.url + feed, { headers: { 'accept-encoding': 'identity' } })).headers.get('etag')!
    const hot = { ours: cached, path: feed, status: 200 }
    const contests: Contest[] = [
      { ...hot, name: 'hot feed page', atLeast: 0.75 },
      { ...hot, name: 'hot feed page, br', headers: { 'accept-encoding': 'br' }, atLeast: 0.75 },
      { ...hot, name: 'hot feed page, gzip', headers: { 'accept-encoding': 'gzip' }, atLeast: 0.75 },
      { ...hot, name: `${manyPaths} hot feed pages in turn`, paths, atLeast: 0.75 },
      { ...hot, name: '304 to If-None-Match', headers: { 'if-none-match': etag }, status: 304 },
      { ...hot, name: `${manyPaths} feed pages in turn, no cache`, ours: uncached, paths, atLeast: 0.25 },
      { ...hot, name: '404, unknown handle', path: '/public/share/user/nobody-of-this-name', status: 404 },
      { ...hot, name: '429, over the limit', ours: refusing, status: 429 },
    ]
    const rows: Row[] = []
    for (const contest of contests) rows.push(await measureContest(contest, rounds, seconds))
    const part = `Requests per second at ${sizeName(community.creations)} creations, and their share of bare node:http`
    return rows.map(row => ({ ...row, part }))
  } finally {
    await Promise.all([cached.stop(), uncached.stop(), refusing.stop()])
  }
}

/** Feed pages in every sort order: of everything, and of the most used tags. */
export async function differentPaths({ url }: Server): Promise<string[]> {
  const { data } = (await (await fetch(`${url}/public/share/tags`)).json()) as { data: { items: { key: string }[] } }
  const filters = ['', ...data.items.map(({ key }) => `&tag=${encodeURIComponent(key)}`)]
  return filters.flatMap(filter => sorts.map(sort => `${feed}?sort=${sort}${filter}`)).slice(0, manyPaths)
}

export async function measureContest(contest: Contest, rounds: number, seconds: number): Promise<Row> {
  const { name, ours, path, headers = {}, paths, status, atLeast } = contest
  console.error(`Measuring ${name}.`)
  const bare = await startServer('bare', { path: await keepAnswer(ours.url + path, headers, status) })
  const pathsFile = paths && (await keepPaths(paths))
  try {
    const run = (server: Server, seconds: number): Promise<Loaded> =>
      load({ url: server.url + path, headers, seconds, ...(pathsFile && { pathsFile }) } satisfies Load)
    for (const server of [ours, bare]) await run(server, warmUpSeconds)
    const pairs: { ours: Loaded; bare: Loaded }[] = []
    for (let round = 0; round < rounds; round++) {
      // Whoever goes first in one round goes second in the next.
      const first = round % 2 === 0 ? ours : bare
      const [one, other] = [await run(first, seconds), await run(first === ours ? bare : ours, seconds)]
      pairs.push(first === ours ? { ours: one, bare: other } : { ours: other, bare: one })
    }
    for (const pair of pairs) checkAnswers(name, pair.ours, status)
    return rowOf(name, pairs, atLeast)
  } finally {
    await bare.stop()
  }
}

function checkAnswers(name: string, { failed, requests }: Loaded, status: number): void {
  const expected = status >= 400 ? requests : 0
  // wrk leaves out answers that were still on their way when the time was up.
  if (Math.abs(failed - expected) > requests / 100) {
    throw new Error(`${name}: ${failed} of ${requests} answers were not what they should be.`)
  }
}

function rowOf(name: string, pairs: { ours: Loaded; bare: Loaded }[], atLeast: number | undefined): Row {
  const ours = median(pairs.map(pair => pair.ours.perSecond))
  const bare = median(pairs.map(pair => pair.bare.perSecond))
  const ratio = median(pairs.map(pair => pair.ours.perSecond / pair.bare.perSecond))
  const p99Ms = median(pairs.map(pair => pair.ours.p99Ms))
  return {
    part: '',
    name,
    figure: `${ratioText(ratio)} of bare`,
    beside: `${whole(ours)}/s of ${whole(bare)}/s, p99 ${p99Ms.toFixed(1)} ms`,
    ...(atLeast === undefined ? noBound : judge(ratio, { atLeast }, ratioText)),
    values: { ratio, ours, bare, p99Ms },
  }
}

/** Asks once and keeps what came, for the bare server to send. */
async function keepAnswer(url: string, headers: Record<string, string>, status: number): Promise<string> {
  // The first request of a window is still within its limit, so a refusal takes a second one.
  const first = await exactAnswer(url, headers)
  const answer = first.status === status ? first : await exactAnswer(url, headers)
  if (answer.status !== status) throw new Error(`${url} answered ${answer.status} instead of ${status}.`)
  const path = join(scratchFolder(), `answer-${status}.json`)
  await writeFile(path, JSON.stringify(answer))
  return path
}

export async function keepPaths(paths: string[]): Promise<string> {
  const path = join(scratchFolder(), 'paths.txt')
  await writeFile(path, `${paths.join('\n')}\n`)
  return path
}
