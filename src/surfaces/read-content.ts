// The answer to a read as the cache keeps it: in the envelope, with its headers. Whatever serves reads shares these bytes.
import { type Deprecation, deprecationHeaders } from '../deprecations.ts'
import { changingAnswer } from '../http/caching.ts'
import type { Content } from '../http/representation.ts'
import type { Served } from '../http/serve.ts'
import { answer, type Checked, type Context } from '../operations/define.ts'

export type ReadContent = (checked: Checked) => Served

export function makeReadContent(context: Context, deprecations: readonly Deprecation[]): ReadContent {
  const link = ['Link', `<${context.addresses.webUrl}/openapi.json>; rel="service-desc"`]
  const content = async (checked: Checked): Promise<Content> => {
    const { json, locale, next } = await answer(checked, context)
    const deprecation = deprecationHeaders(deprecations, checked.operation.name)
    const headers = [...changingAnswer, ...deprecation, ...link, 'Content-Language', locale]
    if (next !== null) headers.push('Link', `<${next}>; rel="next"`)
    return { bytes: Buffer.from(before + json + after), type: 'application/json; charset=utf-8', headers }
  }
  return checked => ({ key: checked.key, content: () => content(checked) })
}

const before = '{"code":0,"data":'
const after = '}'

/** The payload alone, without the envelope. */
export const payloadIn = (bytes: Buffer): Buffer => bytes.subarray(before.length, bytes.length - after.length)
