// The content of a feed, from which its Atom and JSON forms are written.

import type Type from 'typebox'
import type { Addresses } from '../addresses.ts'
import { answer, type Checked, type Context } from '../operations/define.ts'
import type { FeedPage } from '../operations/shapes.ts'
import { introIn } from '../site/introduction.ts'
import { kindPlural } from '../site/kinds.ts'
import type { Site } from '../site/site.ts'
import { nameIn } from '../site/text.ts'
import { filterNames } from '../store/filters.ts'
import { isolateBidi } from '../util/text.ts'

export type Feed = {
  title: string
  description: string
  locale: string
  /** The address of the feed itself, and of the page with the same creations. */
  self: string
  page: string
  icon: string
  items: Type.Static<typeof FeedPage>['items']
  addresses: Addresses
}

/** The filters of the community feed that a feed takes. */
export const feedFilters: readonly string[] = [...filterNames, 'q', 'locale']

export async function feedOf(path: string, checked: Checked, site: Site, context: Context): Promise<Feed> {
  const { addresses } = context
  const { webUrl } = addresses
  const { json, locale } = await answer(checked, context)
  const name = nameIn(site, locale)
  const { items } = JSON.parse(json()) as Type.Static<typeof FeedPage>
  const chosen = feedFilters.flatMap(name => {
    const value = checked.input[name]
    return value === undefined || value === false ? [] : [[name, String(value)] as [string, string]]
  })
  const query = new URLSearchParams(chosen).toString()
  const about = chosen
    .filter(([name]) => name !== 'locale')
    .map(([name, value]) => (name === 'kind' ? kindPlural(site, value, locale) : `${name} ${isolateBidi(value)}`))
  return {
    title: [`Newest in ${name}`, ...about].join(', '),
    description: `${introIn(site, locale)} The newest public creations of ${name}.`,
    locale,
    self: `${webUrl}${path}${query && `?${query}`}`,
    page: addresses.community(Object.fromEntries([['sort', 'recent'], ...chosen])),
    icon: `${webUrl}/art/site/icon-512.png`,
    items,
    addresses,
  }
}
