// Sends odd requests to a real server process and checks every answer.
//   npm run fuzz -- --requests 100000 --seed 1
// The same seed sends the same requests. The first failure is made as small as possible and printed.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { type Checks, makeChecks } from './checks.ts'
import { makeClient, sendAlone } from './client.ts'
import { type MalformedRequest, malformed } from './malformed.ts'
import { bytesOf, type FuzzedRequest, request } from './requests.ts'
import { serve } from './service.ts'

/** One in so many requests goes out as raw bytes on a connection of its own. */
const malformedShare = 20
/** Requests under way at once. */
const lanes = 8

export type FuzzResult = { requests: number; seconds: number; statuses: Map<number, number>; failure: string | null }

type Target = { ports: Record<'api' | 'web', number>; checks: Checks; sent: (status: number) => void }

export async function fuzz({ requests, seed }: { requests: number; seed: number }): Promise<FuzzResult> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-fuzz-'))
  const service = await serve(join(folder, 'fuzz.db'))
  const statuses = new Map<number, number>()
  let sent = 0
  const count = (status: number) => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    sent++
  }
  const started = performance.now()
  try {
    const document = await (await fetch(`${service.web}/openapi.json`)).json()
    const checks = makeChecks(document as Record<string, unknown>, service.web)
    const ports = { api: Number(new URL(service.api).port), web: Number(new URL(service.web).port) }
    const target = { ports, checks, sent: count }
    const failure = await inLanes(lanes, seed, async laneSeed => {
      const share = Math.ceil(requests / lanes)
      const raw = Math.ceil(share / malformedShare)
      return (await fuzzRequests(target, share - raw, laneSeed)) ?? (await fuzzBytes(target, raw, laneSeed))
    })
    return {
      requests: sent,
      seconds: (performance.now() - started) / 1000,
      statuses,
      failure: failure ?? service.complaints(),
    }
  } finally {
    await service.stop()
    await rm(folder, { recursive: true })
  }
}

/** So many at once, each with a seed of its own. */
async function inLanes(
  count: number,
  seed: number,
  run: (laneSeed: number) => Promise<string | null>,
): Promise<string | null> {
  const found = await Promise.all(Array.from({ length: count }, (_, lane) => run(seed * count + lane)))
  return found.find(failure => failure !== null) ?? null
}

async function fuzzRequests({ ports, checks, sent }: Target, numRuns: number, seed: number): Promise<string | null> {
  const clients = { api: makeClient(ports.api), web: makeClient(ports.web) }
  const send = async (one: FuzzedRequest) => {
    const answer = await clients[one.host].send(bytesOf(one), one.method)
    sent(answer.status)
    return answer
  }
  const property = fc.asyncProperty(request, async one => {
    const answer = await send(one)
    checks.request(one, answer)
    if (one.method === 'HEAD') checks.head(answer, await send({ ...one, method: 'GET' }))
    const etag = answer.headers.get('etag')
    if (one.valid && answer.status === 200 && etag !== undefined && one.target.length % 4 === 0) {
      checks.unchanged(await send(withHeader(one, 'If-None-Match', `"other", ${etag}`)))
    }
  })
  const show = (one: FuzzedRequest) => `to the ${one.host} host: ${shown(bytesOf(one))}`
  try {
    return told(await fc.check(property, { numRuns, seed }), show)
  } finally {
    clients.api.close()
    clients.web.close()
  }
}

const withHeader = (one: FuzzedRequest, name: string, value: string): FuzzedRequest => ({
  ...one,
  headers: [...one.headers.filter(([given]) => given !== name), [name, value]],
})

async function fuzzBytes({ ports, checks, sent }: Target, numRuns: number, seed: number): Promise<string | null> {
  const property = fc.asyncProperty(malformed, async ({ host, bytes }) => {
    for (const answer of await sendAlone(ports[host], bytes, 'GET')) {
      sent(answer.status)
      checks.answer(answer)
    }
  })
  const show = ({ host, bytes }: MalformedRequest) => `to the ${host} host: ${shown(bytes)}`
  return told(await fc.check(property, { numRuns, seed }), show)
}

function told<T>(details: fc.RunDetails<[T]>, show: (value: T) => string): string | null {
  if (!details.failed) return null
  const { counterexample, errorInstance, seed, counterexamplePath } = details
  const sent = counterexample === null ? 'nothing' : show(counterexample[0])
  return `${(errorInstance as Error)?.message}\nseed ${seed}, path ${counterexamplePath}, ${sent}`
}

function shown(bytes: Buffer): string {
  const text = JSON.stringify(bytes.toString('latin1'))
  return text.length < 1000 ? text : `${text.slice(0, 500)} … ${text.slice(-500)} (${bytes.length} bytes)`
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { requests: { type: 'string' }, seed: { type: 'string' } } })
  const seed = Number(values.seed ?? Date.now() % 1_000_000)
  console.log(`seed ${seed}`)
  const { requests, seconds, statuses, failure } = await fuzz({ requests: Number(values.requests ?? 10_000), seed })
  const counts = [...statuses].sort(([one], [other]) => one - other).map(([status, count]) => `${status}: ${count}`)
  console.log(
    `${requests} answers in ${seconds.toFixed(1)} s, ${Math.round(requests / seconds)} a second; ${counts.join(', ')}`,
  )
  if (failure !== null) console.log(failure)
  process.exitCode = failure === null ? 0 : 1
}
