// POST /ask/jobs: creates a job that answers a question asynchronously.
import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Addresses } from '../../addresses.ts'
import { AskRequest } from '../../ask/answer/schemas.ts'
import { fail } from '../../errors.ts'
import { askJobs } from '../../limits.ts'
import { type FreshResponse, sendFresh } from '../../server/response/fresh-response.ts'
import type { Job } from '../../store/state.ts'
import { type Static, Type } from '../../util/schema.ts'
import { readQuestion } from '../ask/question.ts'
import { bodyErrors, conflict, type Endpoint, idempotencyKeyParameter, json } from '../define.ts'
import type { EndpointParts } from '../parts.ts'
import {
  answer,
  example,
  isoTime,
  JobId,
  jobsPath,
  promiseFields,
  promiseOf,
  requestIdOf,
  retryAfter,
  retryAfterHeader,
  Status,
  Time,
} from './job-answer.ts'

const AsyncAskJob = Type.Object(
  {
    job_id: JobId,
    status_url: Type.String({ format: 'uri', description: 'Where to poll; the same as `Location`.' }),
    status: Status,
    created_at: Time,
    ...promiseFields,
  },
  { title: 'AsyncAskJob', description: 'A queued question, and where to get its answer.' },
)

export type AsyncAskJob = Static<typeof AsyncAskJob>

export const createJob: Endpoint = {
  operationId: 'createAskJob',
  method: 'post',
  path: jobsPath,
  group: 'Ask jobs',
  route: 'ask jobs',
  handler: parts => async (request, reply) => {
    const { jobs, idempotency, addresses } = parts
    const question = readQuestion(request.body, { locale: null })
    const create = async (): Promise<FreshResponse> => {
      const job = await jobs.create(question, callerOf(request, parts), requestIdOf(request))
      if (job === null) throw queueFull()
      return created(job, requestIdOf(request), addresses)
    }
    await sendFresh(request, reply, await idempotency.once(request, create))
  },
  describe: ({ webUrl }) => {
    const status_url = `${webUrl}${jobsPath}/${example.id}`
    return {
      summary: 'Create a job that answers a question asynchronously.',
      description: `Takes the same body as \`/ask\`. Jobs are deleted after ${askJobs.keepHours} hours. If the queue is full, the response is 503 with \`Retry-After\`.`,
      parameters: [idempotencyKeyParameter],
      request: { required: false, schema: AskRequest, example: { query: 'How many requests may I send per minute?' } },
      responses: {
        202: {
          description: 'The job is queued. It survives restarts of the service.',
          headers: 'replayable',
          moreHeaders: {
            Location: {
              description: 'Where to poll.',
              required: true,
              schema: { type: 'string', format: 'uri' },
              example: status_url,
            },
            'Retry-After': retryAfterHeader,
          },
          content: json(AsyncAskJob, {
            job_id: example.id,
            status_url,
            status: 'queued',
            created_at: example.time,
            ...example.promise,
          }),
        },
      },
      errors: [conflict, ...bodyErrors, 'validation_failed'],
    }
  },
}

/** Client addresses are stored only as a keyed hash. */
const callerOf = ({ raw }: FastifyRequest, { secret, clientOf }: EndpointParts): string =>
  createHmac('sha256', secret)
    .update(`job caller ${clientOf(raw)}`)
    .digest('base64url')

const queueFull = () =>
  fail('upstream_unavailable', 'Too many jobs wait.', { headers: { 'Retry-After': String(askJobs.pollSeconds) } })

function created(job: Job, requestId: string, { webUrl }: Addresses): FreshResponse {
  const status_url = `${webUrl}${jobsPath}/${job.id}`
  const body: AsyncAskJob = {
    job_id: job.id,
    status_url,
    status: job.status,
    created_at: isoTime(job.createdAt),
    ...promiseOf(job.id, requestId),
  }
  return answer(202, JSON.stringify(body), ['Location', status_url, ...retryAfter])
}
