// Load: requests that arrive by chance, as those of many people do, or one after the other on a few connections.
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { randomOf } from '../support/model/generator.ts'

/**
 * `status` 0: there was no answer. `at` is when it was sent, in milliseconds since the load began. Of many answers only the
 * texts of those that failed are there: with all of them this process would collect garbage for longer than answers take.
 */
export type Outcome = { status: number; ms: number; at: number; headers: IncomingHttpHeaders; text: string }

type Target = { port: number; agent?: Agent; host?: string; headers?: Record<string, string> }

export function once({ port, agent, host = '127.0.0.1', headers = {} }: Target, path: string): Promise<Outcome> {
  const started = performance.now()
  return new Promise(resolve => {
    const done = (status: number, headers: IncomingHttpHeaders, text: string) =>
      resolve({ status, ms: performance.now() - started, at: 0, headers, text })
    const failed = (error: Error) => done(0, {}, error.message)
    const sent = request(
      { host, port, path, headers, ...(agent === undefined ? { agent: false } : { agent }) },
      res => {
        const chunks: Buffer[] = []
        res.on('data', chunk => chunks.push(chunk))
        res.on('error', failed)
        res.on('end', () => done(res.statusCode!, res.headers, Buffer.concat(chunks).toString()))
      },
    )
    sent.on('error', failed)
    sent.setTimeout(30_000, () => sent.destroy(new Error('There was no answer in 30 seconds.')))
    sent.end()
  })
}

const counted = (outcome: Outcome, at: number): Outcome => ({
  ...outcome,
  at,
  text: outcome.status === 200 ? '' : outcome.text,
})

type Load = { port: number; seconds: number; path: () => string }

/** As fast as so many connections can, each one request at a time. */
export async function closedLoop({ port, seconds, path, connections }: Load & { connections: number }) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const started = performance.now()
  const outcomes: Outcome[] = []
  const worker = async () => {
    for (let at = 0; at < seconds * 1000; at = performance.now() - started) {
      outcomes.push(counted(await once({ port, agent }, path()), at))
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  agent.destroy()
  return outcomes
}

/** So many a second on average, whatever becomes of them. */
export async function poisson(load: Load & { rate: number; random: ReturnType<typeof randomOf> }): Promise<Outcome[]> {
  const { port, seconds, path, rate, random } = load
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  const started = performance.now()
  const pending: Promise<Outcome>[] = []
  for (let due = 0; due < seconds * 1000; due += (-Math.log((1 + random.below(1e6)) / 1e6) / rate) * 1000) {
    const wait = due - (performance.now() - started)
    if (wait > 1) await sleep(wait)
    const at = performance.now() - started
    pending.push(once({ port, agent }, path()).then(outcome => counted(outcome, at)))
  }
  const outcomes = await Promise.all(pending)
  agent.destroy()
  return outcomes
}
