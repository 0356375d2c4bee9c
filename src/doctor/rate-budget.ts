// Reads rate limits from response headers, and detects whether other clients are counted together with this one.
import type { IncomingHttpHeaders } from 'node:http'
import type { HttpResult } from './http-probe.ts'

export type RateBudget = { policy: string; limit: number; remaining: number; reset: number }

/** Current headers: `RateLimit-Policy` and `RateLimit`. */
export function currentBudget(headers: IncomingHttpHeaders): RateBudget | null {
  const rule = /^"([\w-]+)";q=(\d+);w=\d+$/.exec(String(headers['ratelimit-policy']))
  const left = /^"([\w-]+)";r=(\d+);t=(\d+)$/.exec(String(headers.ratelimit))
  if (rule === null || left === null || rule[1] !== left[1]) return null
  return { policy: rule[1]!, limit: Number(rule[2]), remaining: Number(left[2]), reset: Number(left[3]) }
}

/** Legacy headers: `RateLimit-Limit`, `-Remaining` and `-Reset`, which do not name the policy. */
export function legacyBudget(headers: IncomingHttpHeaders): Omit<RateBudget, 'policy'> | null {
  const names = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset']
  const [limit, remaining, reset] = names.map(name => headers[name])
  if ([limit, remaining, reset].some(value => !/^\d+$/.test(String(value)))) return null
  return { limit: Number(limit), remaining: Number(remaining), reset: Number(reset) }
}

export type RateLedger = {
  /** `mayBeOtherClient`: the request may have been counted for another client. */
  record(response: HttpResult, mayBeOtherClient: boolean): void
  /** Requests of other clients that were counted with ours, if too many to be a coincidence. */
  otherClients(): { policy: string; count: number }[]
}

/** Share of the limit. Fewer requests are ignored: processes that share a limit learn of each other's counts with a delay. */
const tolerance = 1 / 3

type Account = { own: number; reported: RateBudget[] }

export function makeRateLedger(): RateLedger {
  const accounts = new Map<string, Account>()
  return {
    record({ headers }, mayBeOtherClient) {
      const budget = currentBudget(headers)
      if (budget === null) return
      const account = accounts.get(budget.policy) ?? { own: 0, reported: [] }
      account.own++
      if (!mayBeOtherClient) account.reported.push(budget)
      accounts.set(budget.policy, account)
    },
    otherClients: () =>
      [...accounts].flatMap(([policy, account]) => {
        const count = othersIn(account)
        return count > tolerance * account.reported[0]!.limit ? [{ policy, count }] : []
      }),
  }
}

/** Within a window each of our requests reduces the remaining quota by one; anything beyond that was used by others. */
function othersIn({ own, reported }: Account): number {
  const resets = reported.map(({ reset }) => reset)
  if (reported.length === 0 || resets.some(reset => reset > resets[0]! + 1)) return 0
  const left = reported.map(({ remaining }) => remaining)
  return Math.max(0, Math.max(...left) - Math.min(...left) + 1 - own)
}
