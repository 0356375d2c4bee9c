// GET /ask/jobs/{jobId}: the state of a job, with its answer once there is one.
import type { Addresses } from '../../addresses.ts'
import type { AskResponse } from '../../ask/answer/answer.ts'
import { AskResponse as AskResponseSchema } from '../../ask/answer/schemas.ts'
import { askJobs } from '../../limits.ts'
import { answerText } from '../../mcp/text/answer.ts'
import { makeTypeChooser } from '../../server/request/accept.ts'
import { type FreshResponse, sendFresh } from '../../server/response/fresh-response.ts'
import type { Job } from '../../store/state.ts'
import { type Static, Type } from '../../util/schema.ts'
import { type Endpoint, json, type Parameter } from '../define.ts'
import { ErrorBody } from '../error-schemas.ts'
import {
  answer,
  errorOf,
  example,
  isFinished,
  isoTime,
  JobId,
  jobsPath,
  requireJob,
  retryAfter,
  Status,
  Time,
} from './job-answer.ts'

const AsyncAskJobStatus = Type.Object(
  {
    job_id: JobId,
    status: Status,
    created_at: Time,
    updated_at: Time,
    result: Type.Optional(AskResponseSchema),
    error: Type.Optional(ErrorBody),
  },
  { title: 'AsyncAskJobStatus', description: 'Has `result` when it is completed, `error` when it failed.' },
)

export type AsyncAskJobStatus = Static<typeof AsyncAskJobStatus>

const chooseForm = makeTypeChooser(['application/json', 'text/markdown'])

const jobId: Parameter = {
  component: 'JobId',
  name: 'jobId',
  in: 'path',
  required: true,
  description: '`job_id` of the job.',
  schema: { type: 'string' },
  example: example.id,
}

export const pollJob: Endpoint = {
  operationId: 'getAskJobStatus',
  method: 'get',
  path: `${jobsPath}/{jobId}`,
  group: 'Ask jobs',
  route: 'ask job status',
  handler:
    ({ jobs, addresses }) =>
    async (request, reply) => {
      const { jobId } = request.params as { jobId: string }
      const job = requireJob(await jobs.read(jobId), addresses)
      const isText = chooseForm(request.headers.accept) === 'text/markdown'
      await sendFresh(request, reply, isText ? textOf(job, addresses) : statusOf(job, addresses))
    },
  describe: () => ({
    summary: 'Get the status of a job, and its answer once it is completed.',
    description: `Wait at least ${askJobs.pollSeconds} seconds between polls, until \`status\` is \`completed\` or \`failed\`. With \`Accept: text/markdown\` the answer is a short text for models.`,
    parameters: [jobId],
    responses: {
      200: {
        description: 'The current state of the job. A finished job never changes.',
        headers: 'fresh',
        moreHeaders: {
          'Retry-After': {
            description: 'Seconds to wait before the next poll. Not sent when the job is finished.',
            schema: { type: 'integer', minimum: 0 },
            example: askJobs.pollSeconds,
          },
        },
        content: {
          ...json(AsyncAskJobStatus, {
            job_id: example.id,
            status: 'running',
            created_at: example.time,
            updated_at: example.time,
          }),
          'text/markdown': {},
        },
      },
    },
    errors: ['not_found'],
  }),
}

/** Short, for models: as the MCP tool `ask`. */
function textOf(job: Job, addresses: Addresses): FreshResponse {
  const status = `status: ${job.status}`
  if (!isFinished(job)) return answer(200, `${status}\n`, retryAfter, 'text/markdown')
  const text =
    job.status === 'completed'
      ? answerText(JSON.parse(job.outcome) as AskResponse)
      : `error: ${errorOf(job.outcome, addresses).message}`
  return answer(200, `${status}\n${text}\n`, [], 'text/markdown')
}

function statusOf(job: Job, addresses: Addresses): FreshResponse {
  const text = JSON.stringify({
    job_id: job.id,
    status: job.status,
    created_at: isoTime(job.createdAt),
    updated_at: isoTime(job.updatedAt),
  })
  if (!isFinished(job)) return answer(200, text, retryAfter)
  const [member, value] =
    job.status === 'completed' ? ['result', job.outcome] : ['error', JSON.stringify(errorOf(job.outcome, addresses))]
  return answer(200, `${text.slice(0, -1)},"${member}":${value}}`)
}
