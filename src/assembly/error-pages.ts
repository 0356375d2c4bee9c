// The pages of errors. Those for missing addresses show some creations, but do not fail or wait long because of them.
import { makeFlights, withDeadline } from '../cache/single-flight.ts'
import { type Context, call } from '../operations/define.ts'
import { getCommunityFeed } from '../operations/index.ts'
import { errorPage, languageOfError } from '../pages/error.ts'
import type { FeedValue } from '../pages/explorer/selection.ts'
import type { SiteContext } from '../pages/layout/page.ts'
import { pageHeaders } from '../pages/layout/policy.ts'
import type { ErrorPage } from '../server/response/error-body.ts'

type Items = FeedValue['items']

const limit = 4
/** Requests for pages that do not exist come in floods. */
const keptMs = 10_000
const deadlineMs = 500

/** None if they cannot be read in time. */
function makeTrending(context: Context, now: () => number): (locale: string) => Promise<Items> {
  const kept = new Map<string, { items: Items; at: number }>()
  const flights = makeFlights<Items>()
  const read = async (locale: string): Promise<Items> => {
    const { json } = await withDeadline(call(getCommunityFeed, { limit, locale }, context), deadlineMs)
    const { items } = JSON.parse(json()) as FeedValue
    kept.set(locale, { items, at: now() })
    return items
  }
  return async locale => {
    const found = kept.get(locale)
    if (found !== undefined && now() - found.at < keptMs) return found.items
    return flights.join(locale, () => read(locale)).catch(() => [])
  }
}

export function errorPages(site: SiteContext, context: Context, now: () => number) {
  const trending = makeTrending(context, now)
  const page: ErrorPage = failed => errorPage(site, failed)
  const missingPage = async (languages: readonly string[]): Promise<ErrorPage> => {
    const creations = await trending(languageOfError(languages))
    return failed => errorPage(site, failed, creations)
  }
  return { page, missingPage, pageHeaders: pageHeaders(site) }
}
