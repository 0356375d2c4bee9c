// The body of a batch. A malformed body fails the whole batch; wrong values of an item fail only the item.
import { type ErrorDetail, fail } from '../../errors.ts'
import { batchMax } from '../../limits.ts'
import { didYouMean } from '../../util/nearest.ts'
import { Type } from '../../util/schema.ts'
import { truncate } from '../../util/text.ts'
import type { Operation } from '../define.ts'
import { getPopularTags, operations } from '../index.ts'

export type BatchItem = { id: string; operation: string; arguments: Record<string, unknown> }

/** In characters. */
const maxIdLength = 200
const maxOperationLength = 200
const maxDetails = 10

const BatchItemSchema = Type.Object(
  {
    id: Type.String({
      minLength: 1,
      maxLength: maxIdLength,
      description: 'Your id for the item, unique in the batch.',
    }),
    operation: Type.Unsafe<string>({
      type: 'string',
      enum: operations.map(({ name }) => name),
      title: 'OperationName',
    }),
    arguments: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        description: 'Arguments as described by `input_schema` of the operation; may be empty.',
      }),
    ),
  },
  { title: 'BatchItem', additionalProperties: false },
)

export const BatchRequest = Type.Object(
  { requests: Type.Array(BatchItemSchema, { minItems: 1, maxItems: batchMax }) },
  { title: 'BatchRequest', additionalProperties: false },
)

export const exampleItem = ({ name, example }: Operation) => ({ id: name, operation: name, arguments: example })

export const exampleOperations = operations.slice(0, 2)
export const exampleRequest = { requests: exampleOperations.map(exampleItem) }

const byName = new Map(operations.map(operation => [operation.name, operation]))

/** An unknown name is reported like any other invalid value. */
export function operationNamed(name: string): Operation {
  const operation = byName.get(name)
  if (operation !== undefined) return operation
  const names = [...byName.keys()]
  const reason = `operation must be one of ${names.join(', ')}.${didYouMean(name, names)}`
  throw fail('validation_failed', reason, { details: [{ field: 'operation', reason }] })
}

type Report = (field: string, reason: string) => void
type Json = Record<string, unknown>

export function checkBatch(body: unknown): BatchItem[] {
  const details: ErrorDetail[] = []
  const items = readBatch(body, (field, reason) => {
    if (details.length < maxDetails) details.push({ field, reason })
  })
  if (details.length === 0) return items
  throw fail('invalid_request', details.map(({ reason }) => reason).join(' '), { details })
}

function readBatch(body: unknown, report: Report): BatchItem[] {
  if (!isObject(body)) {
    report(
      'requests',
      `The body must be a JSON object: {"requests":[{"id":"a","operation":"${getPopularTags.name}"}]}.`,
    )
    return []
  }
  reportUnknown(body, ['requests'], '', report)
  const { requests } = body
  if (!Array.isArray(requests) || requests.length === 0 || requests.length > batchMax) {
    report('requests', `requests must be a list of 1 to ${batchMax} items.`)
    return []
  }
  const items = requests.map((item: unknown, i) => readItem(item, `requests[${i}]`, report))
  reportRepeated(items, report)
  return items
}

function readItem(item: unknown, path: string, report: Report): BatchItem {
  if (!isObject(item)) {
    report(path, `${path} must be an object with id, operation and arguments.`)
    return { id: '', operation: '', arguments: {} }
  }
  reportUnknown(item, ['id', 'operation', 'arguments'], `${path}.`, report)
  const args = item.arguments === undefined ? {} : item.arguments
  if (!isObject(args)) report(`${path}.arguments`, `${path}.arguments must be an object; it may be empty.`)
  return {
    id: readText(item.id, `${path}.id`, maxIdLength, report),
    operation: readText(item.operation, `${path}.operation`, maxOperationLength, report),
    arguments: isObject(args) ? args : {},
  }
}

function readText(value: unknown, path: string, maxLength: number, report: Report): string {
  if (typeof value === 'string' && value !== '' && [...value].length <= maxLength) return value
  report(path, `${path} must be text of 1 to ${maxLength} characters.`)
  return ''
}

function reportUnknown(object: Json, names: readonly string[], path: string, report: Report): void {
  for (const name of Object.keys(object)) {
    if (names.includes(name)) continue
    const field = path + truncate(name, 100)
    report(field, `${field} is not a field.${didYouMean(truncate(name, 100), names)} Fields: ${names.join(', ')}.`)
  }
}

function reportRepeated(items: readonly BatchItem[], report: Report): void {
  const first = new Map<string, number>()
  items.forEach(({ id }, i) => {
    const earlier = first.get(id)
    if (earlier === undefined) first.set(id, i)
    else if (id !== '') report(`requests[${i}].id`, `requests[${i}].id is the same as requests[${earlier}].id.`)
  })
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
