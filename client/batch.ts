// Up to ten reads in one request, each typed by the operation it names.
import type { PostOptions } from './ask.ts'
import type { ErrorBody, Operations } from './contract.ts'
import { VitrineError } from './error.ts'
import { json } from './json.ts'
import type { Settings } from './send.ts'

type Operation = Operations[keyof Operations]
type Named<Name> = Extract<Operation, { name: Name }>

/** `arguments` is optional if the operation requires none. */
type Arguments<Input> = Record<never, never> extends Input ? { arguments?: Input } : { arguments: Input }

/** `id` is your name for the item; by default its index. */
export type BatchItem = {
  [Key in keyof Operations]: { id?: string; operation: Operations[Key]['name'] } & Arguments<Operations[Key]['input']>
}[keyof Operations]

/** Either `data` or `error`. */
export type BatchResult<Name extends Operation['name']> =
  | { id: string; operation: Name; status: 200; data: Named<Name>['output']; error?: undefined }
  | { id: string; operation: Name; status: number; error: ErrorBody; data?: undefined }

export type BatchResults<Items extends readonly BatchItem[]> = {
  -readonly [Place in keyof Items]: BatchResult<Items[Place]['operation']>
}

/** The results are in the order of the items; each item can fail on its own. */
export type Batch = <const Items extends readonly BatchItem[]>(
  items: Items,
  options?: PostOptions,
) => Promise<BatchResults<Items>>

export function makeBatch(settings: Settings, url: string): Batch {
  return async (items, options = {}) => {
    const requests = items.map((item, index) => ({ ...item, id: item.id ?? String(index) }))
    const key = options.idempotencyKey
    const headers = key === undefined ? {} : { 'idempotency-key': key }
    const outgoing = { operation: 'batch', url: `${url}/batch`, method: 'POST', headers, body: { requests } }
    const { results } = (await json(settings, outgoing, options)) as { results?: { id: string }[] }
    if (!requests.every(({ id }, index) => results?.[index]?.id === id)) {
      throw new VitrineError('invalid_answer', 'The results do not match the requests.', { status: 200 })
    }
    return results as BatchResults<typeof items>
  }
}
