// Schemas, examples and responses that the endpoints of ask jobs share.
import type { FastifyRequest } from 'fastify'
import type { Addresses } from '../../addresses.ts'
import { nlwebVersion } from '../../ask/answer/answer.ts'
import type { JobError } from '../../ask/jobs/worker.ts'
import { fail } from '../../errors.ts'
import { askJobs } from '../../limits.ts'
import type { RequestWithInfo } from '../../server/request/request-info.ts'
import { noStoreHeaders } from '../../server/response/caching.ts'
import { errorFacts, safeMessage } from '../../server/response/error-body.ts'
import type { FreshResponse } from '../../server/response/fresh-response.ts'
import { type Job, jobStatuses } from '../../store/state.ts'
import { Type } from '../../util/schema.ts'

export const jobsPath = '/ask/jobs'

export const Time = Type.String({ format: 'date-time' })
export const Status = Type.Unsafe<(typeof jobStatuses)[number]>({
  type: 'string',
  enum: [...jobStatuses],
  title: 'AskJobStatus',
  description: '`completed` and `failed` are final.',
})
export const JobId = Type.String({ description: 'A random id. Anyone who has it can read the answer.' })
export const NlwebVersion = Type.String({ description: `The version of NLWeb: ${nlwebVersion}.` })

export const promiseFields = {
  _meta: Type.Object({
    response_type: Type.Literal('promise'),
    version: NlwebVersion,
    request_id: Type.String(),
  }),
  promise: Type.Object({
    token: Type.String({ description: 'For `POST /await`; the same as `job_id`.' }),
    estimated_time: Type.Integer({ minimum: 0, description: 'Seconds to wait before checking.' }),
  }),
}

export const promiseOf = (jobId: string, requestId: string) => ({
  _meta: { response_type: 'promise' as const, version: nlwebVersion, request_id: requestId },
  promise: { token: jobId, estimated_time: askJobs.pollSeconds },
})

const exampleId = 'pXo2c0m9Tn4wJr1uQy7ZbK3e'

export const example = {
  id: exampleId,
  time: '2026-06-01T09:30:00.000Z',
  promise: promiseOf(exampleId, 'k3JbQx0a-1z'),
}

export const retryAfter = ['Retry-After', String(askJobs.pollSeconds)]
export const retryAfterHeader = { $ref: '#/components/headers/Retry-After' }

const head = [...noStoreHeaders, 'Vary', 'Accept, Accept-Encoding, Service-API-Version']

export const answer = (
  status: number,
  text: string,
  headers: readonly string[] = [],
  type = 'application/json',
): FreshResponse => ({
  status,
  head: ['Content-Type', `${type}; charset=utf-8`, ...head, ...headers],
  body: Buffer.from(text),
})

export const requestIdOf = (request: FastifyRequest): string => (request.raw as RequestWithInfo).info.id

export const isFinished = (job: Job): job is Job & { outcome: string } => job.outcome !== null

export function requireJob(job: Job | null, { webUrl }: Addresses): Job {
  if (job !== null) return job
  throw fail(
    'not_found',
    `There is no such job; jobs are deleted after ${askJobs.keepHours} hours. Create one with POST ${webUrl}${jobsPath}.`,
  )
}

/** The usual error body, for a job that failed. */
export function errorOf(outcome: string, addresses: Addresses) {
  const { error, message, request_id } = JSON.parse(outcome) as JobError
  const failure = fail(error, message)
  return { ...errorFacts(failure, request_id, addresses), message: safeMessage(failure) }
}

export const isoTime = (ms: number): string => new Date(ms).toISOString()
