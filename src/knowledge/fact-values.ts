// Numbers and names in facts, taken from the tables in code. Numbers stay numbers, formatted per language.
import type { Operation } from '../operations/define.ts'
import {
  getAppShare,
  getCommunityFeed,
  getCommunityLanding,
  getCreatorFollowers,
  getCreatorFollowing,
  getCreatorProfile,
  getPopularTags,
} from '../operations/index.ts'
import { fieldsOf, slugOf, type Tables } from './values.ts'

/** Null means that a limit is off. */
export type FactValues = Readonly<Record<string, string | number | null>>

export function factValues(tables: Tables): FactValues {
  const { productName, baseUrl, webUrl, creatorExample, kinds } = tables
  return {
    product: productName,
    productSlug: slugOf(productName),
    baseUrl,
    webUrl,
    creatorExample,
    kindCount: kinds.length,
    kindNames: names(kinds),
    ...planFacts(tables),
    ...operationFacts(tables),
    ...shapeFacts(),
    ...errorFacts(tables),
    ...limitFacts(tables),
    ...agentFacts(tables),
  }
}

function planFacts({ plans }: Tables): FactValues {
  const tiers = plans.map((plan, i) => ({ ...plan, tier: `tier${i + 1}`, perCredit: plan.usd / plan.credits }))
  const byValue = tiers.toSorted((one, other) => one.perCredit - other.perCredit)
  const best = byValue[0]!
  const worst = byValue.at(-1)!
  const values: Record<string, number> = {
    planCount: plans.length,
    cheapestPerCredit: best.perCredit,
    bestValueCredits: best.credits,
    bestValueUsd: best.usd,
    dearestPerCredit: worst.perCredit,
    worstValueCredits: worst.credits,
    worstValueUsd: worst.usd,
  }
  tiers.forEach(({ tier, credits, usd, perCredit }, i) => {
    Object.assign(values, { [`${tier}Credits`]: credits, [`${tier}Usd`]: usd, [`${tier}UsdPerCredit`]: perCredit })
    tiers.slice(i + 1).forEach((other, j) => {
      values[`${tier}To${i + j + 2}Usd`] = other.usd - usd
      values[`${tier}To${i + j + 2}Credits`] = other.credits - credits
    })
  })
  return values
}

function operationFacts({
  operations,
  searchTotalCap,
  popularTagLimit,
  profileApps,
  profileScores,
}: Tables): FactValues {
  const feed = fieldsOf(getCommunityFeed)
  const followers = fieldsOf(getCreatorFollowers)
  const app = fieldsOf(getAppShare)
  return {
    feedPath: getCommunityFeed.path,
    tagsPath: getPopularTags.path,
    landingPath: getCommunityLanding.path,
    profilePath: getCreatorProfile.path,
    followersPath: getCreatorFollowers.path,
    followingPath: getCreatorFollowing.path,
    appPath: getAppShare.path,
    operationCount: operations.length,
    operationList: names(operations.map(({ name }) => name)),
    readPaths: names(operations.map(({ path }) => path)),
    feedParameters: names(Object.keys(feed)),
    sortNames: names(feed.sort!.schema.enum!),
    feedLimit: Number(feed.limit!.schema.default),
    feedLimitMin: feed.limit!.schema.minimum!,
    feedLimitMax: feed.limit!.schema.maximum!,
    queryLength: feed.q!.schema.maxLength!,
    previewLimit: Number(followers.limit!.schema.default),
    previewLimitMin: followers.limit!.schema.minimum!,
    previewLimitMax: followers.limit!.schema.maximum!,
    handleLength: app.handle!.schema.maxLength!,
    slugLength: app.slug!.schema.maxLength!,
    searchTotalCap,
    popularTagLimit,
    profileApps,
    profileScores,
  }
}

type Schema = { properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[]; enum?: string[] }

function shapeFacts(): FactValues {
  const output = (operation: Operation) => operation.output as unknown as Schema
  const fields = (schema: Schema | undefined) => Object.keys(schema?.properties ?? {})
  const at = (schema: Schema, ...path: string[]): Schema =>
    path.reduce<Schema>((part, name) => (name === '[]' ? part.items! : part.properties![name]!), schema)
  const feed = output(getCommunityFeed)
  const landing = output(getCommunityLanding)
  const profile = output(getCreatorProfile)
  const app = output(getAppShare)
  const creation = fields(at(feed, 'items', '[]'))
  return {
    feedPageFields: names(fields(feed)),
    paginationFields: names(fields(at(feed, 'pagination'))),
    creationFields: names(creation),
    statsFields: names(fields(at(feed, 'items', '[]', 'stats'))),
    tagFields: names(fields(at(output(getPopularTags), 'items', '[]'))),
    railFields: names(fields(at(landing, 'rails', '[]'))),
    railNames: names(at(landing, 'rails', '[]', 'id').enum!),
    categoryTileFields: names(fields(at(landing, 'categories', '[]'))),
    profileFields: names(fields(at(profile, 'profile'))),
    profileStats: names(fields(at(profile, 'stats'))),
    topScoreFields: names(fields(at(profile, 'topScores', '[]'))),
    previewFields: names(fields(at(output(getCreatorFollowers), 'items', '[]'))),
    appShareFields: names(fields(app).filter(name => !creation.includes(name))),
    leaderboardFields: names(fields(at(app, 'leaderboard', '[]'))),
  }
}

function errorFacts({ errors, errorFields, retryable, nonRetryable, backoff }: Tables): FactValues {
  const each = Object.entries(errors).flatMap(([name, { status, code }]) => [
    [`${camelCase(name)}Status`, String(status)],
    [`${camelCase(name)}Code`, String(code)],
  ])
  return {
    ...Object.fromEntries(each),
    errorNames: names(Object.keys(errors)),
    errorFields: names(errorFields),
    retryableList: names(retryable.map(String)),
    nonRetryableList: names(nonRetryable.map(String)),
    backoffInitial: String(backoff.initial_delay_ms),
    backoffMultiplier: backoff.multiplier,
    backoffCap: String(backoff.max_delay_ms),
    backoffAttempts: backoff.max_attempts,
  }
}

function limitFacts({
  limits,
  windowSeconds,
  sizes,
  batchMax,
  idempotency,
  askJobs,
  askLength,
  caching,
  ...tables
}: Tables): FactValues {
  const perWindow = Object.fromEntries(limits.map(({ policy, perWindow }) => [policy, perWindow || null]))
  return {
    readLimit: perWindow.read!,
    discoveryLimit: perWindow.discovery!,
    limitDiscovery: perWindow.discovery!,
    mcpLimit: perWindow.mcp!,
    limitMcp: perWindow.mcp!,
    mediaLimit: perWindow.media!,
    windowSeconds,
    bodySize: `${sizes.body / 1024} KiB`,
    urlSize: `${sizes.url / 1024} KiB`,
    batchMax,
    askLength,
    keyLength: idempotency.keyLength,
    keyHours: idempotency.hours,
    pollSeconds: askJobs.pollSeconds,
    jobHours: askJobs.keepHours,
    readMaxAge: caching.maxAge,
    readStaleWhileRevalidate: caching.staleWhileRevalidate,
    readStaleIfError: caching.staleIfError,
    apiVersion: tables.apiVersion,
    noticeDays: tables.noticeDays,
  }
}

function agentFacts({ mcp, ask, openapi, emailCode, serviceLocales, skillName, claimFields }: Tables): FactValues {
  return {
    mcpVersions: names(mcp.versions),
    mcpMethods: names(mcp.methods),
    mcpResources: names(mcp.resources),
    mcpToolCount: mcp.tools.length,
    mcpToolList: names(mcp.tools.map(({ name }) => name)),
    mcpDefaultLimit: mcp.defaultLimit,
    askLanguages: names(ask.languages),
    askLanguageCount: ask.languages.length,
    askPrevious: ask.previous,
    askStallSeconds: ask.stallSeconds,
    nlwebVersion: ask.nlwebVersion,
    openapiVersion: openapi.version,
    openapiDocumentVersion: openapi.documentVersion,
    descriptionVersion: openapi.documentVersion,
    skillName,
    emailCodeLength: emailCode.length,
    emailCodePattern: emailCode.pattern,
    claimFieldCount: claimFields,
    serviceLocales: names(serviceLocales),
  }
}

/** Names of the API are joined in the same way in every language. */
const names = (list: readonly string[]): string => list.join(', ')
const camelCase = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
