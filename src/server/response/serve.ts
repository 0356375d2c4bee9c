// Responds from the response cache, and adds the response to the URL cache.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HostName } from '../../addresses.ts'
import type { ResponseCache } from '../../cache/response-cache.ts'
import type { UrlCache } from '../../cache/url-cache.ts'
import { policyOf } from '../../limits.ts'
import type { CachedUrl } from '../first-handler.ts'
import { type PageForm, pageUrlKey } from '../request/page-form.ts'
import type { RequestWithInfo } from '../request/request-info.ts'
import { headOf } from './head.ts'
import { type Content, type Representation, represent } from './representation.ts'
import { prepareVariant, sendNow } from './send.ts'

/**
 * `key` identifies the response together with the data version; with `fixed` it does not depend on the data.
 * `negotiated`: request headers affected the response, so another request for the same URL may get a different one;
 * if they only chose the form of a page, the form is given.
 */
export type Served = {
  key: string
  content: () => Promise<Content>
  fixed?: boolean
  negotiated?: boolean | { form: PageForm }
}

export type Serve = (request: FastifyRequest, reply: FastifyReply, served: Served) => Promise<void>

export function makeServe(
  responseCache: ResponseCache<Representation>,
  hot: Record<HostName, UrlCache<CachedUrl>>,
): Serve {
  return async (request, reply, { key, content, fixed = false, negotiated = false }) => {
    const req = request.raw as RequestWithInfo
    const { value, isCurrent, age } = await responseCache.get(key, async () => represent(await content()), { fixed })
    if (isCurrent && negotiated !== true) {
      const { host, counts } = req.info
      const url = req.url!
      const cacheUrl = negotiated === false ? url : pageUrlKey(negotiated.form, url)
      hot[host].add(cacheUrl, { key, response: value, policy: policyOf(url.split('?', 1)[0]!), counts })
    }
    await prepareVariant(req, value)
    reply.hijack()
    if (!reply.raw.destroyed) sendNow(req, reply.raw, value, age === null ? undefined : staleHead(age))
  }
}

/** RFC 9211: the response has been stale for `age` seconds. */
export const staleHeaders = (age: number): string[] => ['Age', String(age), 'Cache-Status', `vitrine; hit; ttl=-${age}`]

const staleHead = (age: number) => headOf(staleHeaders(age))
