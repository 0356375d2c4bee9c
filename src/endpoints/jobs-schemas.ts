// What ask jobs look like on the wire, as plain JSON Schema.

import { nlwebVersion } from '../ask/answer/answer.ts'
import { jobStatuses } from '../store/state.ts'
import { type Static, type TSchema, Type } from '../util/schema.ts'
import { AskResponse } from './ask-schemas.ts'

export const jobsPath = '/ask/jobs'
export const awaitPath = '/await'

/** What NLWeb calls them. */
export const awaitActions = ['checkin', 'cancel'] as const
export type AwaitAction = (typeof awaitActions)[number]

const Time = Type.String({ format: 'date-time' })
const Status = Type.Unsafe<(typeof jobStatuses)[number]>({
  type: 'string',
  enum: [...jobStatuses],
  title: 'AskJobStatus',
  description: '`completed` and `failed` are final.',
})
const JobId = Type.String({ description: 'Whoever knows it may read the answer: it cannot be guessed.' })
const version = Type.String({ description: `The version of NLWeb: ${nlwebVersion}.` })

const promised = {
  _meta: Type.Object({ response_type: Type.Literal('promise'), version, request_id: Type.String() }),
  promise: Type.Object({
    token: Type.String({ description: 'For `POST /await`; the same as `job_id`.' }),
    estimated_time: Type.Integer({ minimum: 0, description: 'Seconds to wait before asking.' }),
  }),
}

export const AsyncAskJob = Type.Object(
  {
    job_id: JobId,
    status_url: Type.String({ format: 'uri', description: 'Where to poll; the same as `Location`.' }),
    status: Status,
    created_at: Time,
    ...promised,
  },
  { title: 'AsyncAskJob', description: 'A question that was taken on, and where its answer will be.' },
)

/** `error` is the schema of the error body. */
export const asyncAskJobStatus = (error: TSchema) =>
  Type.Object(
    {
      job_id: JobId,
      status: Status,
      created_at: Time,
      updated_at: Time,
      result: Type.Optional(AskResponse),
      error: Type.Optional(error),
    },
    { title: 'AsyncAskJobStatus', description: 'Has `result` when it is completed, `error` when it failed.' },
  )

export const AwaitRequest = Type.Object(
  {
    promise_token: Type.String({ description: '`promise.token` of the job, which is its `job_id`.' }),
    action: Type.Optional(
      Type.Unsafe<AwaitAction>({
        type: 'string',
        enum: [...awaitActions],
        title: 'AwaitAction',
        default: 'checkin',
        description: '`cancel` fails a job that is not finished.',
      }),
    ),
  },
  { title: 'AwaitRequest' },
)

export const AwaitPromise = Type.Object(
  { ...promised, job_id: JobId, status: Status },
  { title: 'AwaitPromise', description: 'The job is not finished yet.' },
)

export const awaitFailure = (error: TSchema) =>
  Type.Object(
    { _meta: Type.Object({ response_type: Type.Literal('failure'), version, request_id: Type.String() }), error },
    { title: 'AwaitFailure', description: 'The job failed or was cancelled.' },
  )

export type AsyncAskJob = Static<typeof AsyncAskJob>
export type AwaitPromise = Static<typeof AwaitPromise>
