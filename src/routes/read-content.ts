// The cached response of a read: in its envelope, with headers. All interfaces share these bytes.
import { type Deprecation, deprecationHeaders } from '../deprecations.ts'
import { type Answer, answer, type Checked, type Context, type Json, type Operation } from '../operations/define.ts'
import { communityHeaders } from '../server/response/caching.ts'
import { type Head, headOf } from '../server/response/head.ts'
import type { Content } from '../server/response/representation.ts'
import type { Served } from '../server/response/serve.ts'

export type ReadContent = (checked: Checked) => Served

export function makeReadContent(context: Context, deprecations: readonly Deprecation[]): ReadContent {
  const link = ['Link', `<${context.addresses.webUrl}/openapi.json>; rel="service-desc"`]
  const heads = new Map<Operation, Head>()
  const headFor = (operation: Operation): Head => {
    const cached = heads.get(operation)
    if (cached !== undefined) return cached
    const head = headOf([...communityHeaders, ...deprecationHeaders(deprecations, operation.name), ...link])
    heads.set(operation, head)
    return head
  }
  const contentOf = (operation: Operation, { payload, locale, next, digest }: Answer): Content => {
    const headers = ['Content-Language', locale]
    if (next !== null) headers.push('Link', `<${next}>; rel="next"`)
    const head = headFor(operation)
    return { bytes: inEnvelope(payload), type: 'application/json; charset=utf-8', headers, head, digest }
  }
  return checked => ({
    key: checked.key,
    content: async () => contentOf(checked.operation, await answer(checked, context)),
  })
}

const before = '{"code":0,"data":'
const after = '}'

const envelope = { before: Buffer.from(before), after: Buffer.from(after) }

const inEnvelope = (payload: Json): Buffer =>
  typeof payload === 'string'
    ? Buffer.from(before + payload + after)
    : Buffer.concat([envelope.before, ...payload, envelope.after])

/** The payload alone, without the envelope. */
export const payloadIn = (bytes: Buffer): Buffer => bytes.subarray(before.length, bytes.length - after.length)
