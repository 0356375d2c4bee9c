// Pages for people: kept ones against a bare node:http server that sends the same bytes, and pages that nobody asked for
// before.
import { Agent, get } from 'node:http'
import type { Community } from './communities.ts'
import { type Contest, measureContest } from './http.ts'
import { startVitrine, type WholeServer } from './processes.ts'
import { isReady } from './start-up.ts'
import { percentile } from './statistics.ts'
import { judge, type Row, sizeName } from './table.ts'

export const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const warmUps = 100
const cold = 500
const inFeedPage = 48
const deadlineMs = 60_000
const longestColdMs = 10
/** For a few seconds after its start the service makes ready what is needed later. */
const settleMs = 5000

export async function measurePages(community: Community, rounds: number, seconds: number): Promise<Row[]> {
  const unlimited = { VITRINE_LIMIT_READ: '0', VITRINE_LIMIT_DISCOVERY: '0', VITRINE_LIMIT_MCP: '0' }
  const server = await startVitrine({ VITRINE_STORE: community.store, VITRINE_LOG_LEVEL: 'silent', ...unlimited })
  try {
    await untilReady(server)
    await new Promise(resolve => setTimeout(resolve, settleMs))
    const [first, ...others] = await appPaths(server, warmUps + cold)
    // The cold ones come first: a page that was looked at under load is kept.
    const rows = [await coldRow(server, others)]
    for (const contest of contests(server, first!)) rows.push(await measureContest(contest, rounds, seconds))
    const part = `Pages at ${sizeName(community.creations)} creations`
    return rows.map(row => ({ ...row, part }))
  } finally {
    await server.stop()
  }
}

function contests({ webUrl, pid, stop }: WholeServer, appPath: string): Contest[] {
  const ours = { url: webUrl, pid, stop }
  const page = (name: string, path: string, encoding: string): Contest => ({
    name,
    ours,
    path,
    headers: { ...browser, 'accept-encoding': encoding },
    status: 200,
    atLeast: 0.7,
  })
  return [
    page('kept landing page', '/', 'identity'),
    page('kept landing page, br', '/', 'br'),
    page('kept app page, br', appPath, 'br'),
  ]
}

async function untilReady({ url }: WholeServer): Promise<void> {
  const started = performance.now()
  while (!(await isReady(url))) {
    if (performance.now() - started > deadlineMs) throw new Error('vitrine serve did not become ready.')
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

type FeedPage = { data: { items: { handle: string; slug: string }[]; next_cursor: string | null } }

/** Pages of different creations, the newest first. */
export async function appPaths({ url }: WholeServer, count: number): Promise<string[]> {
  const paths: string[] = []
  let cursor: string | null = ''
  while (paths.length < count && cursor !== null) {
    const query = new URLSearchParams({ sort: 'recent', limit: String(inFeedPage), ...(cursor && { cursor }) })
    const { data } = (await (await fetch(`${url}/public/share/community?${query}`)).json()) as FeedPage
    paths.push(...data.items.map(({ handle, slug }) => `/@${handle}/${slug}`))
    cursor = data.next_cursor
  }
  return paths.slice(0, count)
}

/** Each page is asked for once, one after the other, so that none of them was kept. */
async function coldRow({ webUrl }: WholeServer, paths: readonly string[]): Promise<Row> {
  console.error('Measuring cold app pages.')
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  for (const path of paths) {
    const started = performance.now()
    await wholePage(webUrl + path, agent)
    times.push(performance.now() - started)
  }
  agent.destroy()
  const measured = times.slice(warmUps)
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map(share => percentile(measured, share)) as [number, number, number]
  const show = (value: number) => `${value.toFixed(1)} ms`
  return {
    part: '',
    name: 'cold app page',
    figure: `p50 ${show(p50)}, p95 ${show(p95)}`,
    beside: `p99 ${show(p99)} (garbage is collected), ${measured.length} pages, each asked for once`,
    ...judge(p99, { atMost: longestColdMs }, value => `p99 ${show(value)}`),
    values: { p50, p95, p99 },
  }
}

function wholePage(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = get(url, { agent, headers: { ...browser, 'accept-encoding': 'br' } }, res => {
      if (res.statusCode !== 200) reject(new Error(`${url} answered ${res.statusCode}.`))
      res.resume()
      res.on('end', resolve)
    })
    sent.on('error', reject)
  })
}
