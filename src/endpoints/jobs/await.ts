// POST /await: ask jobs for NLWeb clients, which call a job a promise.
import type { Addresses } from '../../addresses.ts'
import { nlwebVersion } from '../../ask/answer/answer.ts'
import { AskResponse } from '../../ask/answer/schemas.ts'
import { fail } from '../../errors.ts'
import { type FreshResponse, sendFresh } from '../../server/response/fresh-response.ts'
import type { Job } from '../../store/state.ts'
import { type Static, Type } from '../../util/schema.ts'
import { bodyErrors, type Endpoint, json } from '../define.ts'
import { ErrorBody } from '../error-schemas.ts'
import {
  answer,
  errorOf,
  example,
  isFinished,
  JobId,
  NlwebVersion,
  promiseFields,
  promiseOf,
  requestIdOf,
  requireJob,
  retryAfter,
  retryAfterHeader,
  Status,
} from './job-answer.ts'

const actions = ['checkin', 'cancel'] as const
type Action = (typeof actions)[number]

const AwaitRequest = Type.Object(
  {
    promise_token: Type.String({ description: '`promise.token` of the job, which is its `job_id`.' }),
    action: Type.Optional(
      Type.Unsafe<Action>({
        type: 'string',
        enum: [...actions],
        title: 'AwaitAction',
        default: 'checkin',
        description: '`cancel` fails a job that is not finished.',
      }),
    ),
  },
  { title: 'AwaitRequest' },
)

const AwaitPromise = Type.Object(
  { ...promiseFields, job_id: JobId, status: Status },
  { title: 'AwaitPromise', description: 'The job is not finished yet.' },
)

const AwaitFailure = Type.Object(
  {
    _meta: Type.Object({ response_type: Type.Literal('failure'), version: NlwebVersion, request_id: Type.String() }),
    error: ErrorBody,
  },
  { title: 'AwaitFailure', description: 'The job failed or was cancelled.' },
)

export const awaitJob: Endpoint = {
  operationId: 'awaitAskJob',
  method: 'post',
  path: '/await',
  group: 'Ask jobs',
  route: 'await',
  handler:
    ({ jobs, addresses }) =>
    async (request, reply) => {
      const { token, action } = readAwait(request.body)
      const requestId = requestIdOf(request)
      const job = action === 'cancel' ? await jobs.cancel(token, requestId) : await jobs.read(token)
      await sendFresh(request, reply, awaitAnswer(requireJob(job, addresses), requestId, addresses))
    },
  describe: () => ({
    summary: 'Check or cancel a job with the NLWeb protocol.',
    description: 'The same jobs for NLWeb clients: returns a promise until the job is finished, then its answer.',
    request: { required: true, schema: AwaitRequest, example: { promise_token: example.id, action: 'checkin' } },
    responses: {
      200: {
        description: 'The answer, or a failure if the job failed or was cancelled.',
        headers: 'fresh',
        content: json(Type.Union([AskResponse, AwaitFailure])),
      },
      202: {
        description: 'The job is not finished.',
        headers: 'fresh',
        moreHeaders: { 'Retry-After': retryAfterHeader },
        content: json(AwaitPromise, { ...example.promise, job_id: example.id, status: 'running' }),
      },
    },
    errors: ['not_found', ...bodyErrors, 'validation_failed'],
  }),
}

function awaitAnswer(job: Job, requestId: string, addresses: Addresses): FreshResponse {
  if (!isFinished(job)) {
    const body: Static<typeof AwaitPromise> = { ...promiseOf(job.id, requestId), job_id: job.id, status: job.status }
    return answer(202, JSON.stringify(body), retryAfter)
  }
  if (job.status === 'completed') return answer(200, job.outcome)
  const _meta = { response_type: 'failure', version: nlwebVersion, request_id: requestId }
  return answer(200, JSON.stringify({ _meta, error: errorOf(job.outcome, addresses) }))
}

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const usage = 'Send {"promise_token": "…", "action": "checkin"} or "cancel", with the token of the promise.'

/** The token has different names in different versions of NLWeb; all are accepted. */
function readAwait(body: unknown): { token: string; action: Action } {
  const request = isObject(body) ? body : {}
  const nested = isObject(request.promise) ? request.promise.token : request.promise
  const token = request.promise_token ?? request.token ?? nested ?? request.job_id
  if (token === undefined || token === null) {
    throw fail('invalid_request', usage, { details: [{ field: 'promise_token', reason: 'It is missing.' }] })
  }
  if (typeof token !== 'string') throw invalidValue('promise_token', 'promise_token must be text.')
  return { token: token.trim(), action: actionIn(request.action) }
}

function actionIn(value: unknown): Action {
  if (value === undefined) return 'checkin'
  const action = actions.find(name => name === value)
  if (action !== undefined) return action
  throw invalidValue('action', `action must be one of ${actions.join(', ')}.`)
}

const invalidValue = (field: string, reason: string) =>
  fail('validation_failed', reason, { details: [{ field, reason }] })
