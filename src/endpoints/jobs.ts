// Questions that are answered later: asked here, polled here, or awaited in the way of NLWeb.
import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Addresses } from '../addresses.ts'
import { nlwebVersion, type Question } from '../ask/answer/answer.ts'
import type { Jobs } from '../ask/jobs/jobs.ts'
import type { JobError } from '../ask/jobs/run.ts'
import { fail } from '../errors.ts'
import { askJobs } from '../limits.ts'
import type { Idempotency } from '../server/request/idempotency.ts'
import type { VisitedRequest } from '../server/request/request-info.ts'
import { neverStored } from '../server/response/caching.ts'
import { errorFacts, safeMessage } from '../server/response/error-body.ts'
import { type FreshAnswer, sendFresh } from '../server/response/fresh-response.ts'
import type { Router } from '../server/router.ts'
import type { Job } from '../store/state.ts'
import { checkAwait } from './jobs-await.ts'
import { type AsyncAskJob, type AwaitPromise, awaitPath, jobsPath } from './jobs-schemas.ts'

export type JobsSurface = {
  jobs: Jobs
  readQuestion: (body: unknown, defaults: { locale: string | null }) => Question
  idempotency: Idempotency
  clientOf: (req: IncomingMessage) => string
  /** Addresses are not stored as they are. */
  secret: Buffer
  addresses: Addresses
}

const type = 'application/json; charset=utf-8'
const head = ['Content-Type', type, ...neverStored, 'Vary', 'Accept-Encoding, Service-API-Version']
const retryAfter = ['Retry-After', String(askJobs.pollSeconds)]

export function addJobs(router: Router, surface: JobsSurface): void {
  const { jobs, readQuestion, idempotency, addresses } = surface
  const callerOf = ({ raw }: FastifyRequest): string =>
    createHmac('sha256', surface.secret)
      .update(`job caller ${surface.clientOf(raw)}`)
      .digest('base64url')
  router.route({
    method: 'POST',
    url: jobsPath,
    config: { route: 'ask jobs' },
    handler: async (request, reply) => {
      const question = readQuestion(request.body, { locale: null })
      const create = async (): Promise<FreshAnswer> => {
        const job = await jobs.create(question, callerOf(request), idOf(request))
        if (job === null) throw noRoom()
        return created(job, idOf(request), addresses)
      }
      await sendFresh(request, reply, await idempotency.once(request, create))
    },
  })
  router.route({
    method: ['GET', 'HEAD'],
    url: `${jobsPath}/:jobId`,
    config: { route: 'ask job status' },
    handler: async (request, reply) => {
      const { jobId } = request.params as { jobId: string }
      await sendFresh(request, reply, statusOf(found(await jobs.read(jobId), addresses), addresses))
    },
  })
  router.route({
    method: 'POST',
    url: awaitPath,
    config: { route: 'await' },
    handler: (request, reply) => awaited(request, reply, surface),
  })
}

const idOf = (request: FastifyRequest): string => (request.raw as VisitedRequest).visit.id

const noRoom = () =>
  fail('upstream_unavailable', 'Too many jobs wait.', { headers: { 'Retry-After': String(askJobs.pollSeconds) } })

function found(job: Job | null, { webUrl }: Addresses): Job {
  if (job !== null) return job
  throw fail(
    'not_found',
    `No such job is kept; jobs are gone after ${askJobs.keepHours} hours. Create one with POST ${webUrl}${jobsPath}.`,
  )
}

const time = (ms: number): string => new Date(ms).toISOString()
const isFinished = (job: Job): job is Job & { outcome: string } => job.outcome !== null

const promiseOf = (job: Job, requestId: string) => ({
  _meta: { response_type: 'promise' as const, version: nlwebVersion, request_id: requestId },
  promise: { token: job.id, estimated_time: askJobs.pollSeconds },
})

function created(job: Job, requestId: string, { webUrl }: Addresses): FreshAnswer {
  const status_url = `${webUrl}${jobsPath}/${job.id}`
  const body: AsyncAskJob = {
    job_id: job.id,
    status_url,
    status: job.status,
    created_at: time(job.createdAt),
    ...promiseOf(job, requestId),
  }
  return answer(202, [...head, 'Location', status_url, ...retryAfter], JSON.stringify(body))
}

function statusOf(job: Job, addresses: Addresses): FreshAnswer {
  const facts = { job_id: job.id, status: job.status, created_at: time(job.createdAt), updated_at: time(job.updatedAt) }
  const text = JSON.stringify(facts)
  if (!isFinished(job)) return answer(200, [...head, ...retryAfter], text)
  const [member, value] =
    job.status === 'completed' ? ['result', job.outcome] : ['error', JSON.stringify(errorOf(job.outcome, addresses))]
  return answer(200, head, `${text.slice(0, -1)},"${member}":${value}}`)
}

async function awaited(request: FastifyRequest, reply: FastifyReply, { jobs, addresses }: JobsSurface): Promise<void> {
  const { token, action } = checkAwait(request.body)
  const requestId = idOf(request)
  const job = found(action === 'cancel' ? await jobs.cancel(token, requestId) : await jobs.read(token), addresses)
  await sendFresh(request, reply, awaitedAnswer(job, requestId, addresses))
}

function awaitedAnswer(job: Job, requestId: string, addresses: Addresses): FreshAnswer {
  if (!isFinished(job)) {
    const body: AwaitPromise = { ...promiseOf(job, requestId), job_id: job.id, status: job.status }
    return answer(202, [...head, ...retryAfter], JSON.stringify(body))
  }
  if (job.status === 'completed') return answer(200, head, job.outcome)
  const _meta = { response_type: 'failure', version: nlwebVersion, request_id: requestId }
  return answer(200, head, JSON.stringify({ _meta, error: errorOf(job.outcome, addresses) }))
}

const answer = (status: number, head: readonly string[], text: string): FreshAnswer => ({
  status,
  head,
  body: Buffer.from(text),
})

/** The same body as everywhere. */
function errorOf(outcome: string, addresses: Addresses) {
  const { error, message, request_id } = JSON.parse(outcome) as JobError
  const failure = fail(error, message)
  return { ...errorFacts(failure, request_id, addresses), message: safeMessage(failure) }
}
