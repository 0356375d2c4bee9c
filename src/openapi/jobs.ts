// Ask jobs in openapi.json: creating one, polling it, and awaiting it in the way of NLWeb.

import type { Addresses } from '../addresses.ts'
import { nlwebVersion } from '../ask/answer/answer.ts'
import { AskRequest, AskResponse } from '../endpoints/ask-schemas.ts'
import {
  AsyncAskJob,
  AwaitPromise,
  AwaitRequest,
  asyncAskJobStatus,
  awaitFailure,
  awaitPath,
  jobsPath,
} from '../endpoints/jobs-schemas.ts'
import { askJobs } from '../limits.ts'
import { keyHeader } from '../server/request/idempotency.ts'
import { type TSchema, Type } from '../util/schema.ts'
import type { AgentOperation } from './agents.ts'
import { headersOf } from './headers.ts'
import { refusals } from './refusals.ts'
import { reference, referring, type Schema } from './schemas.ts'
import { webServer } from './servers.ts'

const error = Type.Unsafe(reference('schemas', 'ErrorBody'))
const Status = asyncAskJobStatus(error)
const Failure = awaitFailure(error)

export const jobSchemas: TSchema[] = [AsyncAskJob, Status, AwaitRequest, AwaitPromise, Failure]

const exampleId = 'pXo2c0m9Tn4wJr1uQy7ZbK3e'
const query = 'Do unused credits expire?'
const created_at = '2026-06-01T09:30:00.000Z'

export const jobParameters: Record<string, Schema> = {
  JobId: {
    name: 'jobId',
    in: 'path',
    required: true,
    description: '`job_id` of the job.',
    schema: { type: 'string' },
    example: exampleId,
  },
}

const polled: Schema = {
  description: 'Seconds to wait before asking again; not when the job is finished.',
  schema: { type: 'integer', minimum: 0 },
  example: askJobs.pollSeconds,
}

const json = (schema: TSchema, example: object) => ({ 'application/json': { schema: referring(schema), example } })

const withBody = { 413: 'content_too_large', 415: 'unsupported_media_type', 422: 'validation_failed' }

const promise = {
  _meta: { response_type: 'promise', version: nlwebVersion, request_id: 'k3JbQx0a-1z' },
  promise: { token: exampleId, estimated_time: askJobs.pollSeconds },
}

export const jobOperations = (addresses: Addresses): AgentOperation[] => {
  const servers = [webServer(addresses)]
  return [create(addresses, servers), poll(servers), awaiting(servers)]
}

type Servers = AgentOperation['servers']

function create({ webUrl }: Addresses, servers: Servers): AgentOperation {
  const status_url = `${webUrl}${jobsPath}/${exampleId}`
  const location = { description: 'Where to poll.', required: true, schema: { type: 'string', format: 'uri' } }
  return {
    path: jobsPath,
    method: 'post',
    operationId: 'createAskJob',
    summary: 'Ask a question whose answer is fetched later.',
    description: `The question is the same as that of \`/ask\`. The job is kept for ${askJobs.keepHours} hours. When too many jobs wait, the answer is 503 with \`Retry-After\`.`,
    servers,
    parameters: [keyHeader],
    requestBody: { required: false, content: json(AskRequest, { query }) },
    responses: {
      202: {
        description: 'The job is taken on, and outlives a restart of the service.',
        headers: {
          ...headersOf.replayable,
          Location: { ...location, example: status_url },
          'Retry-After': reference('headers', 'Retry-After'),
        },
        content: json(AsyncAskJob, { job_id: exampleId, status_url, status: 'queued', created_at, ...promise }),
      },
      ...refusals({ 409: 'conflict', ...withBody }),
    },
  }
}

const poll = (servers: Servers): AgentOperation => ({
  path: `${jobsPath}/{jobId}`,
  method: 'get',
  operationId: 'getAskJobStatus',
  summary: 'Tell how far a job is, and its answer.',
  description: `Wait at least ${askJobs.pollSeconds} seconds between polls, until \`status\` is \`completed\` or \`failed\`.`,
  servers,
  parameters: ['JobId'],
  responses: {
    200: {
      description: 'The job as it is now. What is finished never changes.',
      headers: { ...headersOf.fresh, 'Retry-After': polled },
      content: json(Status, { job_id: exampleId, status: 'running', created_at, updated_at: created_at }),
    },
    ...refusals({ 404: 'not_found' }),
  },
})

const awaiting = (servers: Servers): AgentOperation => ({
  path: awaitPath,
  method: 'post',
  operationId: 'awaitAskJob',
  summary: 'Look after a job in the way of NLWeb, or cancel it.',
  description: 'The same jobs, for clients that follow NLWeb: a promise until the job is finished, then its answer.',
  servers,
  parameters: [],
  requestBody: { required: true, content: json(AwaitRequest, { promise_token: exampleId, action: 'checkin' }) },
  responses: {
    200: {
      description: 'The answer; or that the job failed, or was cancelled.',
      headers: headersOf.fresh,
      content: { 'application/json': { schema: { oneOf: [AskResponse, Failure].map(referring) } } },
    },
    202: {
      description: 'The job is not finished.',
      headers: { ...headersOf.fresh, 'Retry-After': reference('headers', 'Retry-After') },
      content: json(AwaitPromise, { ...promise, job_id: exampleId, status: 'running' }),
    },
    ...refusals({ 404: 'not_found', ...withBody }),
  },
})
