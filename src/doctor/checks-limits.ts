// Rate limits, read from the headers of other checks' responses; no limit is exhausted.
import { type Policy, policies } from '../limits.ts'
import type { Check } from './check.ts'
import { checkFailure, must, should } from './check-failure.ts'
import { currentBudget, legacyBudget, type RateBudget } from './rate-budget.ts'
import type { Target } from './target.ts'

const tags = '/public/share/tags'

/** A request covered by each policy. */
const covered: Partial<Record<Policy, (target: Target) => string>> = {
  read: ({ apiUrl }) => apiUrl + tags,
  discovery: ({ webUrl }) => `${webUrl}/llms.txt`,
  mcp: ({ apiUrl }) => `${apiUrl}/mcp`,
}

const limitCheck = (policy: Policy, addressOf: (target: Target) => string): Check => ({
  name: `limit ${policy}`,
  about: `Both generations of rate-limit headers stand on: ${policies[policy].covers}`,
  cure: 'Let the proxy pass RateLimit, RateLimit-Policy and RateLimit-Limit, -Remaining and -Reset on.',
  look: async target => {
    const limit = (await target.status()).rate_limits.find(rule => rule.policy === policy)?.limit
    const setting = `VITRINE_LIMIT_${policy.toUpperCase()}`
    should(limit, 'there is no limit', `Set ${setting}, unless something before the service limits clients.`)
    const { headers } = await target.read(addressOf(target))
    const [newer, older] = [currentBudget(headers), legacyBudget(headers)]
    must(newer !== null, `RateLimit is ${headers.ratelimit}, RateLimit-Policy ${headers['ratelimit-policy']}`)
    must(older !== null, 'RateLimit-Limit, -Remaining and -Reset are not all there')
    must(newer.policy === policy && newer.limit === limit, `${newer.limit} of ${newer.policy} instead of ${limit}`)
    const agree = older.limit === limit && older.remaining === newer.remaining && older.reset === newer.reset
    must(agree, `the older headers say ${JSON.stringify(older)}, the newer ${JSON.stringify(newer)}`)
    return `${newer.remaining} of ${limit} left for ${newer.reset} s`
  },
})

/** A documentation address (RFC 5737), a different one each time. */
const someoneElse = (): string => `203.0.113.${1 + Math.floor(Math.random() * 254)}`

export const checksOfLimits: readonly Check[] = [
  ...Object.entries(covered).map(([policy, addressOf]) => limitCheck(policy as Policy, addressOf)),
  {
    name: 'forged addresses',
    about: 'Nobody escapes the limits with an X-Forwarded-For of their own.',
    cure: 'Name only your proxies in VITRINE_TRUST_PROXY, and let them set X-Forwarded-For rather than pass it on.',
    look: async ({ apiUrl, request }) => {
      const take = async (headers: Record<string, string>): Promise<RateBudget | null> =>
        currentBudget((await request(apiUrl + tags, { headers, aside: true })).headers)
      const own = await take({})
      const another = someoneElse()
      const forged = await take({ 'x-forwarded-for': another, forwarded: `for=${another}` })
      const ownAgain = await take({})
      if (own === null || forged === null || ownAgain === null) return 'not to be told without limits'
      const isOneWindow = ownAgain.reset <= own.reset + 1
      const isNewcomer = ({ limit, remaining }: RateBudget) => remaining === limit - 1
      if (isOneWindow && isNewcomer(forged) && !isNewcomer(own)) {
        const level = /\/\/(?:localhost|127\.|\[::1\])/.test(apiUrl) ? 'warn' : 'fail'
        throw checkFailure('a forged X-Forwarded-For is counted as another client', undefined, level)
      }
      return 'a forged X-Forwarded-For changes nothing'
    },
  },
  {
    name: 'an allowance each',
    about: 'Each client has an allowance of its own: nobody else was counted with the doctor.',
    cure: 'Set VITRINE_TRUST_PROXY to the address of the proxy, and let it send X-Forwarded-For.',
    worst: 'warn',
    last: true,
    look: async target => {
      // Requests of other clients show in the next response.
      await Promise.allSettled(Object.values(covered).map(addressOf => target.request(addressOf(target))))
      const shared = target.ledger.strangers()
      const counts = shared.map(({ policy, count }) => `${count} in ${policy}`).join(', ')
      must(shared.length === 0, `requests of others were counted as this client's: ${counts}`)
      return 'only what the doctor asked'
    },
  },
]
