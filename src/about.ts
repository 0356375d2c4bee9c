// What the service says about itself: the tables that its pages speak of, and what its documents are made from.
import type { Addresses } from './addresses.ts'
import { agentAuthErrors } from './agent-auth.ts'
import type { Config } from './config.ts'
import { noticeDays } from './deprecations.ts'
import { discoveryDocuments } from './discovery.ts'
import { backoff, errors, nonRetryableStatuses, retryableStatuses } from './errors.ts'
import { longestUrl } from './http/front-door.ts'
import { bodyLimit } from './http/json-body.ts'
import { newestVersion } from './http/version.ts'
import { type Knowledge, loadKnowledge } from './knowledge/knowledge.ts'
import { knowledgeValues, slugOf, type Tables } from './knowledge/values.ts'
import { batchMax, idempotencyKey, limitsOf, type Policy, policies, windowSeconds } from './limits.ts'
import { operations } from './operations/index.ts'
import { plans } from './plans.ts'
import { kinds } from './store/records.ts'
import { searchTotalCap } from './store/store.ts'
import { type McpFacts, type Site, skillName } from './surfaces/discovery-site.ts'
import { productTools } from './surfaces/mcp/product.ts'
import { viewResources } from './surfaces/mcp/views.ts'
import { methodNames, protocolVersions } from './surfaces/shapes/mcp.ts'

export type Subject = Pick<Config, 'productName' | 'limits'> & { addresses: Addresses }

export const knowledgeOf = (subject: Subject): Knowledge => loadKnowledge(knowledgeValues(tablesOf(subject)))

export function tablesOf({ productName, limits, addresses }: Subject): Tables {
  const { baseUrl, webUrl } = addresses
  const perWindow = limitsOf(limits)
  return {
    productName,
    baseUrl,
    webUrl,
    creatorExample: addresses.creator('mira'),
    kinds,
    plans,
    operations,
    searchTotalCap,
    errors,
    retryable: retryableStatuses,
    nonRetryable: nonRetryableStatuses,
    backoff,
    limits: (Object.keys(policies) as Policy[]).map(policy => ({
      policy,
      perWindow: perWindow[policy],
      covers: policies[policy].covers,
    })),
    windowSeconds,
    sizes: { body: bodyLimit, url: longestUrl },
    apiVersion: newestVersion,
    noticeDays,
    batchMax,
    idempotency: idempotencyKey,
    mcp: {
      versions: protocolVersions,
      methods: methodNames,
      tools: productTools(),
      resources: viewResources().map(({ uri }) => uri),
    },
    agentAuthCodes: agentAuthErrors,
    discovery: discoveryDocuments(skillName(slugOf(productName))),
  }
}

export type SiteParts = {
  config: Config
  addresses: Addresses
  knowledge: Knowledge
  mcp: Record<'product' | 'docs', { definition: McpFacts }>
  now: () => number
}

export function siteOf({ config, addresses, knowledge, mcp, now }: SiteParts): Site {
  const { productName, securityContact } = config
  return {
    house: { productName, addresses },
    knowledge,
    productSlug: slugOf(productName),
    mcp: { product: mcp.product.definition, docs: mcp.docs.definition, versions: protocolVersions },
    securityContact: securityContact ?? `mailto:security@${new URL(addresses.webUrl).hostname}`,
    now,
  }
}
