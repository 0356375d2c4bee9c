// The answer to a read as the cache keeps it: in the envelope, with its headers. Whatever serves reads shares these bytes.
import { type Deprecation, deprecationHeaders } from '../deprecations.ts'
import { changingAnswer } from '../http/caching.ts'
import { type Head, headOf } from '../http/head.ts'
import type { Content } from '../http/representation.ts'
import type { Served } from '../http/serve.ts'
import { answer, type Checked, type Context, type Operation } from '../operations/define.ts'

export type ReadContent = (checked: Checked) => Served

export function makeReadContent(context: Context, deprecations: readonly Deprecation[]): ReadContent {
  const link = ['Link', `<${context.addresses.webUrl}/openapi.json>; rel="service-desc"`]
  const heads = new Map<Operation, Head>()
  const headFor = (operation: Operation): Head => {
    const known = heads.get(operation)
    if (known !== undefined) return known
    const head = headOf([...changingAnswer, ...deprecationHeaders(deprecations, operation.name), ...link])
    heads.set(operation, head)
    return head
  }
  const content = async (checked: Checked): Promise<Content> => {
    const { json, locale, next, prepared } = await answer(checked, context)
    const headers = ['Content-Language', locale]
    if (next !== null) headers.push('Link', `<${next}>; rel="next"`)
    const head = headFor(checked.operation)
    const utf8 = prepared?.utf8 ?? null
    const bytes = utf8 === null ? Buffer.from(before + json + after) : Buffer.from(before + utf8 + after, 'latin1')
    return { bytes, type: 'application/json; charset=utf-8', headers, head, digest: prepared?.digest ?? null }
  }
  return checked => ({ key: checked.key, content: () => content(checked) })
}

const before = '{"code":0,"data":'
const after = '}'

/** The payload alone, without the envelope. */
export const payloadIn = (bytes: Buffer): Buffer => bytes.subarray(before.length, bytes.length - after.length)
