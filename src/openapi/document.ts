// openapi.json, made from the definitions of reads and endpoints and the tables of errors, limits and headers.

import { makeAddresses } from '../addresses.ts'
import { type Deprecation, deprecations as ourDeprecations } from '../deprecations.ts'
import { ErrorBody, Problem } from '../endpoints/error-schemas.ts'
import { endpoints } from '../endpoints/list.ts'
import { errors, nonRetryableStatuses, retryableStatuses } from '../errors.ts'
import { type LimitSettings, limitsOf, policies, windowSeconds } from '../limits.ts'
import type { Operation, Tag } from '../operations/define.ts'
import { forSite } from '../operations/for-site.ts'
import { operations as allOperations } from '../operations/index.ts'
import { makeSampler } from '../operations/samples.ts'
import { addressesFor, hasPath } from '../site/features.ts'
import { introIn } from '../site/introduction.ts'
import type { Site } from '../site/site.ts'
import { nameIn } from '../site/text.ts'
import { markdownTable } from '../util/markdown-table.ts'
import { endpointComponents, errorComponents } from './endpoints.ts'
import { usualErrors } from './errors.ts'
import { headerComponents, headersOf } from './headers.ts'
import { requestHeaders } from './parameters.ts'
import { readPaths, readSchemas } from './reads.ts'
import { namedSchemas, sortedByName } from './schemas.ts'
import { serverOf } from './servers.ts'

/** The subject of the document. */
type Subject = { baseUrl: string; webUrl: string; site: Site; limits: LimitSettings }

export const documentVersion = '1.0.0'
export const openapiVersion = '3.1.0'

const tags: Record<Tag, string> = {
  community: 'The community as a whole: feed, tags and front page.',
  users: 'Creators, their totals, and who follows whom.',
  apps: 'One creation with everything its share page shows.',
  agents: 'Endpoints for AI agents on the web host.',
}

export function openapiDocument(
  subject: Subject,
  definitions: readonly Operation[] = allOperations,
  deprecations: readonly Deprecation[] = ourDeprecations,
) {
  const addresses = addressesFor(subject.site, makeAddresses(subject.baseUrl, subject.webUrl))
  const operations = definitions.map(operation => forSite(operation, subject.site))
  const own = endpointComponents(
    endpoints.filter(({ path }) => hasPath(subject.site, path)),
    addresses,
    subject.site.examples,
  )
  const notModified = {
    description: 'Not modified since the response that `If-None-Match` names; there is no body.',
    headers: headersOf.notModified,
  }
  return {
    openapi: openapiVersion,
    info: information(subject),
    servers: [serverOf(addresses, { host: 'api' })],
    security: [],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: {
      ...readPaths(operations, makeSampler(addresses, subject.site.examples), addresses, deprecations),
      ...own.paths,
    },
    components: {
      schemas: namedSchemas([...readSchemas(operations), ...own.schemas, ErrorBody, Problem]),
      parameters: sortedByName({ ...requestHeaders, ...own.parameters }),
      headers: headerComponents(addresses.webUrl, subject.limits.read),
      responses: sortedByName({
        not_modified: notModified,
        ...errorComponents([...usualErrors, ...own.errors], addresses),
      }),
    },
  }
}

function information({ webUrl, site, limits }: Subject) {
  const productName = nameIn(site)
  return {
    title: `${productName} public read API`,
    version: documentVersion,
    summary: 'Read access to the public content of the community.',
    description: [
      introIn(site),
      'No credentials are needed, and nothing can be written. `HEAD` works wherever `GET` does.',
      'Success is `{"code":0,"data":…}`. All errors have the same body, with a code other than 0, a name and advice; with `Accept: application/problem+json` it is an RFC 9457 problem.',
      `## Limits\n\nCounted for each client address, in windows of ${windowSeconds} seconds. After a 429 wait for \`Retry-After\`.\n\n${limitTable(limits, site.features)}`,
      `## Errors\n\n${errorTable()}\n\nRetry ${retryableStatuses.join(', ')} with backoff; do not retry ${nonRetryableStatuses.join(', ')} unchanged.`,
    ].join('\n\n'),
    contact: { name: productName, url: webUrl },
  }
}

function limitTable(limits: LimitSettings, { mcp }: Site['features']): string {
  const perWindow = limitsOf(limits)
  const rows = Object.entries(policies)
    .filter(([policy]) => policy !== 'mcp' || mcp)
    .map(([policy, { covers }]) => {
      const limit = perWindow[policy as keyof typeof policies]
      return [policy, limit === 0 ? 'no limit' : String(limit), covers]
    })
  return markdownTable(['policy', 'requests', 'covers'], rows)
}

function errorTable(): string {
  const rows = Object.entries(errors).map(([name, { status, code, meaning }]) => [
    name,
    `${status}`,
    `${code}`,
    meaning,
  ])
  return markdownTable(['error', 'status', 'code', 'meaning'], rows)
}
