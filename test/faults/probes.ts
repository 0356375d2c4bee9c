// Watches a service while its store is away: what was read before, what was not, pages, MCP and readiness, all the time.
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../support/start-service.ts'
import { until } from '../support/vitrine-process.ts'
import { type Outcome, once } from './load.ts'
import { type Check, check, largest, measured, ms, seconds } from './row.ts'
import type { Served } from './service.ts'

type Ports = Served['ports']
type Probe = 'cached' | 'page' | 'mcp' | 'uncached' | 'uncached page' | 'ready'
export type Probed = Outcome & { probe: Probe }

const cachedPath = '/public/share/community?limit=5'
const pagePath = '/?sort=recent'
const pageHeaders = { Accept: 'text/html' }

/** Reads what is to be found in the cache later. */
export async function warmUp({ ports, log }: Served): Promise<void> {
  const read = () => Promise.all([once({ port: ports.api }, cachedPath), page(ports, pagePath), mcp(ports)])
  const areThere = async () => (await read()).every(({ status }) => status === 200)
  await until('all is read', areThere).catch(error => {
    throw new Error(`${error.message} ${log().slice(-2000)}`)
  })
}

const page = ({ web }: Ports, path: string) => once({ port: web, headers: pageHeaders }, path)

async function mcp({ api }: Ports): Promise<Outcome> {
  const started = performance.now()
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_popular_tags', arguments: {} } }
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }
  const sent = ask(api, '/mcp', { method: 'POST', headers, body: JSON.stringify(call) })
  const reply = await sent.catch((error: Error) => ({ status: 0, headers: {}, text: error.message }))
  const isWell = reply.status === 200 && !reply.text.includes('"isError":true')
  const status = isWell ? 200 : reply.status === 200 ? 500 : reply.status
  return { status, ms: performance.now() - started, at: 0, headers: reply.headers, text: reply.text }
}

type Watch = { outcomes: Probed[]; at: () => number; stop(): Promise<void> }

/** `uncached` gives a path that was never asked for, each time another. */
export function watch({ ports }: Served, uncached: () => string): Watch {
  const started = performance.now()
  const at = () => performance.now() - started
  const outcomes: Probed[] = []
  const state = { goesOn: true }
  const probes: Record<Probe, () => Promise<Outcome>> = {
    cached: () => once({ port: ports.api }, cachedPath),
    page: () => page(ports, pagePath),
    mcp: () => mcp(ports),
    uncached: () => once({ port: ports.api }, uncached()),
    'uncached page': () => page(ports, uncached().replace('/public/share', '')),
    ready: () => once({ port: ports.api }, '/readyz'),
  }
  const running = Object.entries(probes).map(async ([probe, send]) => {
    while (state.goesOn) {
      const sentAt = at()
      outcomes.push({ ...(await send()), at: sentAt, probe: probe as Probe })
      await sleep(100)
    }
  })
  const stop = async () => {
    state.goesOn = false
    await Promise.all(running)
  }
  return { outcomes, at, stop }
}

/** Which answers there were instead. */
const others = (wrong: readonly Probed[]): string =>
  wrong.length === 0 ? '' : `; ${[...new Set(wrong.map(({ probe, status }) => `${probe}: ${status}`))].join(', ')}`

/** Between the two, in milliseconds, the store was away. */
export type Outage = { from: number; to: number }

export function figures(name: string, outcomes: readonly Probed[], { from, to }: Outage): Check[] {
  const during = (probe: Probe, after = 0) =>
    outcomes.filter(one => one.probe === probe && one.at > from + after && one.at + one.ms < to)
  const kept = (['cached', 'page', 'mcp'] as const).flatMap(probe => during(probe))
  const failed = kept.filter(({ status }) => status !== 200)
  // It takes a moment to notice, and those on their way before count as before.
  const noticeMs = 2500
  const late = (['cached', 'page', 'mcp'] as const).flatMap(probe => during(probe, noticeMs))
  const unmarked = late.filter(({ headers }) => headers.age === undefined)
  const refused = (['uncached', 'uncached page'] as const).flatMap(probe => during(probe))
  // Until the outage is noticed, requests run into their time limit.
  const wrong = refused.filter(({ status, headers, at }) =>
    status === 504 ? at > from + noticeMs : status !== 503 || !headers['retry-after'],
  )
  const slowest = largest(refused.map(({ ms }) => ms))
  const told = outcomes.find(({ probe, at, status }) => probe === 'ready' && at > from && status === 503)
  const toldAfter = told === undefined ? Number.POSITIVE_INFINITY : told.at + told.ms - from
  const back = largest(outcomes.filter(({ at, status }) => at > to && status !== 200).map(({ at, ms }) => at + ms - to))
  return [
    check(
      `${name}: cached reads, pages and MCP go on, marked with Age`,
      `${kept.length - failed.length} of ${kept.length} answered, ${late.length - unmarked.length} of ${late.length} marked`,
      kept.length > 0 && failed.length === 0 && unmarked.length === 0,
    ),
    measured(
      `${name}: uncached reads and pages get 503 within 1 s`,
      `${refused.length - wrong.length} of ${refused.length}, slowest ${ms(slowest)}${others(wrong)}`,
      refused.length > 0 && wrong.length === 0,
      slowest <= 1000,
    ),
    measured(`${name}: /readyz tells within 2 s`, `after ${seconds(toldAfter)}`, true, toldAfter <= 2000),
    measured(`${name}: recovers by itself in 5 s`, `after ${seconds(back)}`, true, back <= 5000),
  ]
}
