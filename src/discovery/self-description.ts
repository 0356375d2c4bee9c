// Collects the tables that pages and discovery documents are made from.

import { type Addresses, makeAddresses } from '../addresses.ts'
import { agentAuthErrors, EmailClaim, emailCode } from '../agent-auth.ts'
import { nlwebVersion } from '../ask/answer/answer.ts'
import type { Config } from '../config/config.ts'
import { noticeDays } from '../deprecations.ts'
import { backoff, errors, nonRetryableStatuses, retryableStatuses } from '../errors.ts'
import { type BuiltIn, contentProblems } from '../knowledge/check-site.ts'
import { builtInFactIds } from '../knowledge/folders.ts'
import { builtInPages, type Knowledge, loadKnowledge } from '../knowledge/knowledge.ts'
import { factValues, pageValues, slugOf, type Tables } from '../knowledge/values.ts'
import { serviceLocales } from '../languages/languages.ts'
import {
  askJobs,
  askLimits,
  batchMax,
  idempotencyKey,
  limitsOf,
  type Policy,
  policies,
  windowSeconds,
} from '../limits.ts'
import { productTools } from '../mcp/product-server.ts'
import { methodNames, protocolVersions } from '../mcp/schemas.ts'
import { defaultLimit } from '../mcp/tools/operations.ts'
import { viewUris } from '../mcp/views.ts'
import { documentVersion, openapiVersion } from '../openapi/document.ts'
import { forSite } from '../operations/for-site.ts'
import { operations } from '../operations/index.ts'
import { popularTagLimit } from '../operations/labels.ts'
import { profileApps, profileScores } from '../operations/users.ts'
import type { SiteContext } from '../pages/layout/page.ts'
import { connectionTimeouts } from '../server/connections/servers.ts'
import { maxUrlLength } from '../server/first-handler.ts'
import { bodyLimit } from '../server/request/json-body.ts'
import { newestVersion } from '../server/request/version.ts'
import { lifetimes } from '../server/response/caching.ts'
import { errorFields } from '../server/response/error-body.ts'
import { hasPath } from '../site/features.ts'
import { introIn } from '../site/introduction.ts'
import { counterLabel, kindsInText, shownCounters } from '../site/kinds.ts'
import { type ReadSite, readSite, sitePackError } from '../site/read.ts'
import type { Site as SitePack } from '../site/site.ts'
import { nameIn } from '../site/text.ts'
import { searchTotalCap } from '../store/store.ts'
import { type McpFacts, type Site, skillName } from './site.ts'
import { discoveryDocuments } from './table.ts'

type Subject = Pick<Config, 'limits'> & { site: SitePack; addresses: Addresses }

/** Throws an Error with all problems of the pages and facts of the site pack. `tables` are those of the subject. */
export function knowledgeOf(subject: Subject, tables = tablesOf(subject)): Knowledge {
  const { site } = subject
  const values = pageValues(tables)
  // The demo pack is ours, and tested.
  const isOwn = site.folder !== null && !site.isDemo
  const problems = isOwn ? contentProblems(site, builtInFor(tables, values)) : []
  if (problems.length > 0) throw new Error(sitePackError(site.folder!, problems))
  return loadKnowledge(values, site.pages)
}

/** Reads a site pack and reports all its problems. */
export function checkSite(folder: string): ReadSite {
  const { site, problems, warnings } = readSite(folder)
  const addresses = makeAddresses('https://api.example.com', 'https://example.com')
  const tables = tablesOf({ site, addresses, limits: { read: 1, discovery: 1, mcp: 1 } })
  const content = contentProblems(site, builtInFor(tables, pageValues(tables)))
  return { site, problems: [...problems, ...content], warnings }
}

/** Facts may cite pages about features that the site has turned off. */
function builtInFor(tables: Tables, values: Record<string, string>): BuiltIn {
  const allFeatures = Object.keys(tables.features).map(name => [`features.${name}`, 'on'])
  return {
    pages: builtInPages({ ...values, ...Object.fromEntries(allFeatures) }),
    facts: builtInFactIds(),
    pageValues: new Set(Object.keys(values)),
    factValues: new Set(Object.keys(factValues(tables))),
  }
}

export function tablesOf({ site, limits, addresses }: Subject): Tables {
  const productName = nameIn(site)
  const { baseUrl, webUrl } = addresses
  const perWindow = limitsOf(limits)
  return {
    productName,
    baseUrl,
    webUrl,
    creatorExample: addresses.creator(site.examples.handle),
    features: site.features,
    kinds: site.kinds.map(({ key }) => key),
    kindPlurals: kindsInText(site),
    shownCounters: shownCounters(site).map(counter => counterLabel(site, counter, 'en').toLowerCase()),
    intro: Object.fromEntries(serviceLocales.map(locale => [locale, introIn(site, locale)])),
    operations: operations.map(operation => forSite(operation, site)),
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
    sizes: { body: bodyLimit, url: maxUrlLength },
    apiVersion: newestVersion,
    noticeDays,
    batchMax,
    idempotency: idempotencyKey,
    mcp: {
      versions: protocolVersions,
      methods: methodNames,
      tools: productTools(site),
      resources: viewUris,
      defaultLimit,
    },
    popularTagLimit,
    profileApps,
    profileScores,
    errorFields,
    askLength: askLimits.queryLength,
    askJobs,
    caching: lifetimes.community,
    ask: {
      languages: serviceLocales,
      nlwebVersion,
      previous: askLimits.previous,
      stallSeconds: connectionTimeouts.stalled / 1000,
    },
    openapi: { version: openapiVersion, documentVersion },
    skillName: skillName(slugOf(productName)),
    emailCode,
    claimFields: Object.keys(EmailClaim.properties).length,
    serviceLocales,
    agentAuthCodes: agentAuthErrors,
    discovery: discoveryDocuments(skillName(slugOf(productName))).filter(({ path }) => hasPath(site, path)),
  }
}

type SiteParts = {
  config: Config
  site: SiteContext
  knowledge: Knowledge
  mcp: Record<'product' | 'docs', { definition: McpFacts }>
  now: () => number
}

export function siteOf({ config, site, knowledge, mcp, now }: SiteParts): Site {
  const { securityContact } = config
  return {
    context: site,
    knowledge,
    productSlug: slugOf(nameIn(site)),
    mcp: { product: mcp.product.definition, docs: mcp.docs.definition, versions: protocolVersions },
    securityContact: securityContact ?? `mailto:security@${new URL(site.addresses.webUrl).hostname}`,
    now,
  }
}
