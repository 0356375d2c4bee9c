// POST /batch: several reads in one request.
import { batchMax } from '../../limits.ts'
import { BatchRequest, checkBatch, exampleOperations, exampleRequest } from '../../operations/batch/request.ts'
import { makeSampler } from '../../operations/samples.ts'
import { makeTypeChooser } from '../../server/request/accept.ts'
import { sendFresh } from '../../server/response/fresh-response.ts'
import { Type } from '../../util/schema.ts'
import { bodyErrors, conflict, type Endpoint, idempotencyKeyParameter, json } from '../define.ts'
import { ErrorBody } from '../error-schemas.ts'
import { type BatchForm, runBatch } from './run.ts'

const chooseForm = makeTypeChooser<BatchForm>(['application/json', 'text/markdown'])

const resultFields = {
  id: Type.String({ description: 'The id of the request.' }),
  operation: Type.String(),
}

// `data` is not a union of all outputs: an empty list matches several of them, so generated clients would choose a wrong
// type.
const Data = Type.Unsafe<object>({
  type: 'object',
  description: 'The `data` that the operation returns on its own path.',
})

const BatchSuccess = Type.Object({ ...resultFields, status: Type.Literal(200), data: Data }, { title: 'BatchSuccess' })

const BatchFailure = Type.Object(
  { ...resultFields, status: Type.Integer({ minimum: 400, maximum: 599 }), error: ErrorBody },
  { title: 'BatchFailure', description: 'The same error body that the read returns on its own path.' },
)

const BatchResponse = Type.Object(
  { results: Type.Array(Type.Union([BatchSuccess, BatchFailure]), { description: 'In the order of the requests.' }) },
  { title: 'BatchResponse' },
)

export const batch: Endpoint = {
  operationId: 'batchPublicRead',
  method: 'post',
  path: '/batch',
  group: 'Batch reads',
  route: 'batch',
  handler: parts => async (request, reply) => {
    const items = checkBatch(request.body)
    const run = () => runBatch(items, request, chooseForm(request.headers.accept), parts)
    await sendFresh(request, reply, await parts.idempotency.once(request, run))
  },
  describe: (addresses, examples) => {
    const sample = makeSampler(addresses, examples)
    const results = exampleOperations.map(({ name, output }) => ({
      id: name,
      operation: name,
      status: 200,
      data: sample(output),
    }))
    return {
      summary: `Run up to ${batchMax} public reads in one request.`,
      description:
        'Each read succeeds or fails on its own. A batch counts as one request towards rate limits. With `Accept: text/markdown` the results are a short text for models.',
      parameters: [idempotencyKeyParameter],
      request: { required: true, schema: BatchRequest, example: exampleRequest },
      responses: {
        200: {
          description: 'One result for each request.',
          headers: 'replayable',
          content: { ...json(BatchResponse, { results }), 'text/markdown': {} },
        },
      },
      errors: [conflict, ...bodyErrors, 'validation_failed'],
    }
  },
}
