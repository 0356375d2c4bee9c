// A service that takes on jobs, with a stand-in that answers them.
import assert from 'node:assert/strict'
import { makeStandIn } from '../support/stand-in-ask.ts'
import { type Reply, type Running, type StartOptions, start } from '../support/start-service.ts'
import { until } from '../support/vitrine-process.ts'

export async function startWithJobs(scope: Parameters<typeof start>[0], options: StartOptions = {}) {
  const standIn = makeStandIn()
  const service = await start(scope, { ask: standIn.ask, ...options })
  return { ...service, ...requests(service), standIn }
}

export type JobsService = Awaited<ReturnType<typeof startWithJobs>>

const type = { 'Content-Type': 'application/json' }

/** The requests that jobs are about. */
function requests({ web }: Pick<Running, 'web'>) {
  const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return web(path, { method: 'POST', headers: { ...type, ...headers }, body: text })
  }
  const create = (query: string, headers?: Record<string, string>) => post('/ask/jobs', { query }, headers)
  const status = (id: string): Promise<Reply> => web(`/ask/jobs/${id}`)
  const finished = async (id: string): Promise<Reply> => {
    let reply = await status(id)
    await until(`job ${id} is finished`, async () => {
      reply = await status(id)
      return ['completed', 'failed'].includes(reply.json().status)
    })
    return reply
  }
  return { post, create, status, finished }
}

export const idOf = (reply: Reply): string => reply.json().job_id
export const runningNow = (on: JobsService, id: string) =>
  until(`job ${id} runs`, async () => (await on.status(id)).json().status === 'running')

export function assertError(reply: Reply, [status, error]: [number, string], field?: string): void {
  const body = reply.json()
  assert.deepEqual([reply.status, body.error], [status, error], reply.text)
  assert.ok(body.message.length > 10 && body.documentation_url.length > 0)
  if (field !== undefined) assert.equal(body.details[0].field, field)
}
