// GET /status: health, limits and retry rules, as JSON, HTML or Markdown.
import { linkHeader } from '../../discovery.ts'
import { backoff, nonRetryableStatuses, retryableStatuses, retryRules } from '../../errors.ts'
import { type LimitSettings, limitsOf, type Policy, policies, windowSeconds } from '../../limits.ts'
import type { SiteContext } from '../../pages/layout/page.ts'
import { pageHeaders } from '../../pages/layout/policy.ts'
import { type Reader, readerAt } from '../../pages/layout/reader.ts'
import { statusMarkdown, statusPage } from '../../pages/status.ts'
import { StatusDocument } from '../../pages/status-document.ts'
import { makeTypeChooser } from '../../server/request/accept.ts'
import { newestVersion } from '../../server/request/version.ts'
import { noStoreHeaders } from '../../server/response/caching.ts'
import { sendFresh } from '../../server/response/fresh-response.ts'
import { softwareVersion } from '../../util/software-version.ts'
import { type Endpoint, type Handler, json } from '../define.ts'
import type { EndpointParts } from '../parts.ts'
import type { CheckResult } from './checks.ts'

const caching = [...noStoreHeaders, 'Vary', 'Accept, Accept-Encoding, Service-API-Version']

type MediaType = 'application/json' | 'text/html' | 'text/markdown'

const chooseType = makeTypeChooser<MediaType>(['application/json', 'text/html', 'text/markdown'])

const markdownPath = '/status.md'

type Renderers = Record<MediaType, (document: StatusDocument, reader: Reader) => string | Promise<string>>

export const getStatus: Endpoint = {
  operationId: 'getStatus',
  method: 'get',
  path: '/status',
  group: 'Status',
  alsoAt: [markdownPath],
  route: 'status',
  handler: statusHandler,
  describe: () => ({
    summary: 'Get health, limits and retry rules.',
    description: 'The HTTP status is 200 even during an outage; read `status` in the document.',
    responses: {
      200: {
        description: 'The status document as JSON, HTML or Markdown.',
        headers: 'linked',
        content: { ...json(StatusDocument), 'text/html': {}, 'text/markdown': {} },
      },
    },
  }),
}

function statusHandler({ site, limits, status: { check, day } }: EndpointParts): Handler {
  const documentOf = statusDocumentBuilder(site, limits)
  const render: Renderers = {
    'application/json': document => JSON.stringify(document),
    'text/html': async (document, reader) => statusPage(site, document, await day(), reader),
    'text/markdown': async document => statusMarkdown(document, await day()),
  }
  const link = ['Link', linkHeader(site)]
  return async (request, reply) => {
    const isMarkdown = request.routeOptions.url === markdownPath
    const type = isMarkdown ? 'text/markdown' : chooseType(request.headers.accept)
    const reader = readerAt(request.raw.url!)
    const pageOnly = type === 'text/html' ? [...pageHeaders(site), 'Content-Language', reader.locale] : []
    await sendFresh(request, reply, {
      // 200 even during an outage: monitors read the document, and proxies must not replace it.
      status: 200,
      head: ['Content-Type', `${type}; charset=utf-8`, ...caching, ...link, ...pageOnly],
      body: Buffer.from(await render[type](documentOf(await check()), reader)),
    })
  }
}

/** The members that do not depend on the checks are built once. */
export function statusDocumentBuilder(
  { addresses, features }: SiteContext,
  limits: LimitSettings,
): (result: CheckResult) => StatusDocument {
  const { baseUrl, webUrl } = addresses
  const docs = (page: string) => (features.docs ? `${webUrl}/docs/${page}` : `${webUrl}/openapi.json`)
  const perWindow = limitsOf(limits)
  const rate_limits = (Object.keys(policies) as Policy[]).map(policy => ({
    policy,
    limit: perWindow[policy] || null,
    window_seconds: windowSeconds,
    covers: policies[policy].covers,
  }))
  const retry = {
    retryable: [...retryableStatuses],
    non_retryable: [...nonRetryableStatuses],
    backoff,
    rules: retryRules(`${webUrl}/status`),
  }
  const links = {
    self: `${webUrl}/status`,
    documentation: docs('status'),
    errors: docs('errors'),
    limits: docs('limits'),
    openapi: `${webUrl}/openapi.json`,
    api: baseUrl,
  }
  return ({ status, components, at }) => ({
    status,
    version: softwareVersion,
    api_version: newestVersion,
    time: new Date(at).toISOString(),
    components,
    rate_limits,
    retry,
    links,
  })
}
