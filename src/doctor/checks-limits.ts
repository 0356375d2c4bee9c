// Rate limits, read from the headers of other checks' responses; no limit is exhausted.
import { linkedDocuments } from '../discovery.ts'
import { policies, policyOf } from '../limits.ts'
import { getPopularTags } from '../operations/index.ts'
import type { Check } from './check.ts'
import { checkFailure, must, should } from './check-failure.ts'
import { mcpServers } from './checks-mcp.ts'
import { currentBudget, legacyBudget, type RateBudget } from './rate-budget.ts'
import type { Target } from './target.ts'

/** One request for each policy that has a setting. */
const limitedRequests = [
  { host: 'api', path: getPopularTags.path },
  { host: 'web', path: linkedDocuments.llms.path },
  { host: 'api', path: mcpServers[0]!.endpoint.path },
].map(({ host, path }) => ({
  policy: policyOf(path)!,
  urlAt: ({ apiUrl, webUrl }: Target) => (host === 'api' ? apiUrl : webUrl) + path,
}))

const limitCheck = ({ policy, urlAt }: (typeof limitedRequests)[number]): Check => ({
  name: `limit ${policy}`,
  about: `Answers have current and legacy rate-limit headers. ${policies[policy].covers}`,
  cure: 'Let the proxy pass RateLimit, RateLimit-Policy and RateLimit-Limit, -Remaining and -Reset.',
  run: async target => {
    const limit = (await target.status()).rate_limits.find(rule => rule.policy === policy)?.limit
    const setting = `VITRINE_LIMIT_${policy.toUpperCase()}`
    should(limit, 'there is no limit', `Set ${setting}, unless a proxy limits clients.`)
    const { headers } = await target.read(urlAt(target))
    const [current, legacy] = [currentBudget(headers), legacyBudget(headers)]
    must(current !== null, `RateLimit is ${headers.ratelimit}, RateLimit-Policy ${headers['ratelimit-policy']}`)
    must(legacy !== null, 'RateLimit-Limit, -Remaining or -Reset is missing')
    const isRight = current.policy === policy && current.limit === limit
    must(isRight, `${current.limit} of ${current.policy} instead of ${limit}`)
    const agree = legacy.limit === limit && legacy.remaining === current.remaining && legacy.reset === current.reset
    must(agree, `legacy headers say ${JSON.stringify(legacy)}, current ones ${JSON.stringify(current)}`)
    return `${current.remaining} of ${limit} left for ${current.reset} s`
  },
})

/** A documentation address (RFC 5737), a different one each time. */
const otherAddress = (): string => `203.0.113.${1 + Math.floor(Math.random() * 254)}`

export const limitChecks: readonly Check[] = [
  ...limitedRequests.map(limitCheck),
  {
    name: 'forged addresses',
    about: 'Clients cannot evade limits with a forged X-Forwarded-For.',
    cure: 'Name only your proxies in VITRINE_TRUST_PROXY, and let them set X-Forwarded-For rather than pass it.',
    run: async ({ apiUrl, request }) => {
      const budgetWith = async (headers: Record<string, string>): Promise<RateBudget | null> =>
        currentBudget((await request(apiUrl + getPopularTags.path, { headers, mayBeOtherClient: true })).headers)
      const first = await budgetWith({})
      const another = otherAddress()
      const forged = await budgetWith({ 'x-forwarded-for': another, forwarded: `for=${another}` })
      const last = await budgetWith({})
      if (first === null || forged === null || last === null) return 'not checked, because there are no limits'
      const isOneWindow = last.reset <= first.reset + 1
      const isFirstRequest = ({ limit, remaining }: RateBudget) => remaining === limit - 1
      if (isOneWindow && isFirstRequest(forged) && !isFirstRequest(first)) {
        const level = /\/\/(?:localhost|127\.|\[::1\])/.test(apiUrl) ? 'warn' : 'fail'
        throw checkFailure('a forged X-Forwarded-For is counted as another client', undefined, level)
      }
      return 'a forged X-Forwarded-For has no effect'
    },
  },
  {
    name: 'separate limits',
    about: 'Each client has its own limit: no other client was counted with the doctor.',
    cure: 'Set VITRINE_TRUST_PROXY to the address of the proxy, and let it send X-Forwarded-For.',
    failureLevel: 'warn',
    last: true,
    run: async target => {
      // Requests of other clients show in the next response.
      await Promise.allSettled(limitedRequests.map(({ urlAt }) => target.request(urlAt(target))))
      const shared = target.rateLedger.otherClients()
      const counts = shared.map(({ policy, count }) => `${count} in ${policy}`).join(', ')
      must(shared.length === 0, `requests of other clients were counted with this one: ${counts}`)
      return 'only requests of the doctor were counted'
    },
  },
]
