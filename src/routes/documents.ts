// Documents about the service, written on the first request and cached as bytes.

import type { RequestWithInfo } from '../server/request/request-info.ts'
import { documentHeaders } from '../server/response/caching.ts'
import type { Serve } from '../server/response/serve.ts'
import type { Router } from '../server/router.ts'
import { lazily } from '../util/lazily.ts'

export type Document = {
  path: string
  type: string
  text: () => string
  /** The value of a `Link` header. */
  link?: string
}

export function addDocuments(router: Router, documents: readonly Document[], serve: Serve): void {
  for (const { path, type, text, link } of documents) {
    const bytes = lazily(() => Buffer.from(text()))
    const headers = link === undefined ? documentHeaders : [...documentHeaders, 'Link', link]
    router.route({
      method: ['GET', 'HEAD'],
      url: path,
      config: { route: path },
      handler: (request, reply) =>
        serve(request, reply, {
          // The two hosts may have different documents under one path.
          key: `document ${(request.raw as RequestWithInfo).info.host} ${path}`,
          content: async () => ({ bytes: bytes(), type, headers }),
          fixed: true,
        }),
    })
  }
}

/** All documents that describe the whole service. */
export const documents = (openapi: () => unknown): Document[] => [
  { path: '/openapi.json', type: 'application/json; charset=utf-8', text: () => JSON.stringify(openapi()) },
]
