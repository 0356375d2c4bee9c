// The load, the faults and the samples of a run, until its time is over.
import { setTimeout as sleep } from 'node:timers/promises'
import { randomOf } from '../../support/model/generator.ts'
import { type Community, clients, web } from './clients.ts'
import type { Deployment } from './deployment.ts'
import { faults, inTurn } from './faults.ts'

/** Times are in milliseconds since the run began. */
export type Outcome = { at: number; client: string; status: number; ms: number; wrong?: string }
export type Happened = { name: string; from: number; to: number }
export type Sample = { at: number; processes: { pid: number; memory: number; files: number }[] }
export type Job = { at: number; id: string; state: 'open' | 'done' | 'lost' }

export type Record = { minutes: number; outcomes: Outcome[]; faults: Happened[]; samples: Sample[]; jobs: Job[] }

export const isFailure = ({ status }: Outcome): boolean => status === 0 || status >= 500

/** How long each client waits between two requests, on average. */
const pauseMs: Readonly<{ [client: string]: number }> = {
  creation: 100,
  list: 200,
  search: 250,
  newest: 500,
  page: 250,
  ask: 500,
  mcp: 250,
}
const importEveryMs = 7_000
const changeEveryMs = 900
const jobEveryMs = 5_000
const sampleEveryMs = 5_000
const faultEveryMs = 60_000
/** A job whose worker is killed is started again when its lease has expired. */
const jobDeadlineMs = 120_000

export async function run(deployment: Deployment, community: Community, minutes: number): Promise<Record> {
  const record: Record = { minutes, outcomes: [], faults: [], samples: [], jobs: [] }
  const began = performance.now()
  const at = () => performance.now() - began
  const isOver = () => at() >= minutes * 60_000
  const every = async (milliseconds: number, work: () => unknown) => {
    while (!isOver()) {
      const next = at() + milliseconds
      await work()
      await sleep(Math.max(0, next - at()))
    }
  }
  const load = Object.keys(clients).map(client =>
    every(pauseMs[client]!, async () => {
      const outcome = await request(client, community, at)
      if (outcome.wrong !== undefined)
        console.error(`${Math.round(outcome.at / 1000)} s: wrong: ${client}: ${outcome.wrong}`)
      record.outcomes.push(outcome)
    }),
  )
  await Promise.all([
    ...load,
    every(importEveryMs, () => community.ledger.import()),
    every(changeEveryMs, () => deployment.source.change()),
    every(jobEveryMs, () => void follow(record, community, at)),
    every(sampleEveryMs, () => record.samples.push({ at: at(), processes: deployment.usage() })),
    breakThings(deployment, record, at, isOver),
  ])
  while (record.jobs.some(({ state }) => state === 'open')) await sleep(1000)
  return record
}

async function request(client: string, community: Community, at: () => number): Promise<Outcome> {
  const started = at()
  const { reply, check, hasFailed } = clients[client]!(community)
  try {
    const answer = await reply
    const status = answer.status === 200 && hasFailed?.(answer) ? 503 : answer.status
    const outcome = { at: started, client, status, ms: at() - started }
    const wrong = status === 200 ? check(answer) : undefined
    return wrong === undefined ? outcome : { ...outcome, wrong }
  } catch (error) {
    const isBroken = (error as NodeJS.ErrnoException).code !== undefined
    const outcome = { at: started, client, status: 0, ms: at() - started }
    return isBroken ? outcome : { ...outcome, wrong: String(error) }
  }
}

/** Creates a job and reads it until it is done. A job that was accepted must not be lost. */
async function follow({ jobs, outcomes }: Record, community: Community, at: () => number): Promise<void> {
  const started = at()
  const body = JSON.stringify({ query: 'What is a remix?' })
  const created = await web(community, '/ask/jobs', body).catch(() => undefined)
  outcomes.push({ at: started, client: 'job', status: created?.status ?? 0, ms: at() - started })
  if (created?.status !== 202) return
  const job: Job = { at: started, id: created.json().job_id, state: 'open' }
  jobs.push(job)
  while (job.state === 'open') {
    await sleep(2000)
    const reply = await web(community, `/ask/jobs/${job.id}`).catch(() => undefined)
    if (reply?.status === 200 && reply.json().status === 'completed') job.state = 'done'
    else if (at() - started > jobDeadlineMs || reply?.status === 404) job.state = 'lost'
  }
}

async function breakThings(deployment: Deployment, record: Record, at: () => number, isOver: () => boolean) {
  const names = inTurn(randomOf(Date.now()).below(2 ** 31))
  for (let due = faultEveryMs / 2; ; due += faultEveryMs) {
    while (at() < due && !isOver()) await sleep(100)
    if (isOver()) return
    const name = names.next().value!
    const from = at()
    await faults[name]!(deployment)
    record.faults.push({ name, from, to: at() })
    console.error(`${Math.round(from / 1000)} s: ${name}`)
  }
}
