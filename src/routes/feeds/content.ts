// The content of a feed, from which its Atom, JSON and RSS forms are written.

import type Type from 'typebox'
import type { Addresses } from '../../addresses.ts'
import { languageOf } from '../../languages/languages.ts'
import { answer, type Checked, type Context } from '../../operations/define.ts'
import type { CreatorProfile, FeedPage } from '../../operations/shapes.ts'
import { introIn } from '../../site/introduction.ts'
import { kindPlural } from '../../site/kinds.ts'
import type { Site } from '../../site/site.ts'
import { nameIn } from '../../site/text.ts'
import { filterNames } from '../../store/filters.ts'
import { isolateBidi } from '../../util/text.ts'

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

type FeedParts = { site: Site; context: Context }

export async function feedOf(path: string, checked: Checked, parts: FeedParts): Promise<Feed> {
  const { site, context } = parts
  const { items, locale } = await itemsOf(checked, context)
  const chosen = feedFilters.flatMap(name => {
    const value = checked.input[name]
    return value === undefined || value === false ? [] : [[name, String(value)] as [string, string]]
  })
  const about = chosen
    .filter(([name]) => name !== 'locale')
    .map(([name, value]) => (name === 'kind' ? kindPlural(site, value, locale) : `${name} ${isolateBidi(value)}`))
  return {
    ...partsOf(path, chosen, parts),
    title: [`${nameIn(site, locale)} · ${languageOf(locale).words.recent}`, ...about].join(', '),
    description: introIn(site, locale),
    locale,
    page: context.addresses.community(Object.fromEntries([['sort', 'recent'], ...chosen])),
    items,
  }
}

type Profile = Type.Static<typeof CreatorProfile>['profile']

/** `checked` selects the creations of the creator. */
export async function creatorFeedOf(
  path: string,
  checked: Checked,
  { displayName, handle, bio, url }: Profile,
  parts: FeedParts,
): Promise<Feed> {
  const { site, context } = parts
  const { items, locale } = await itemsOf(checked, context)
  const requested = checked.input.locale
  const { creatorLead } = languageOf(locale).words
  const name = isolateBidi(displayName)
  const lead = creatorLead.replace('{name}', () => name).replace('{product}', () => nameIn(site, locale))
  return {
    ...partsOf(path, requested === undefined ? [] : [['locale', String(requested)]], parts),
    title: `${name} (@${handle}) · ${nameIn(site, locale)}`,
    description: bio || lead,
    locale,
    page: url,
    items,
  }
}

async function itemsOf(checked: Checked, context: Context): Promise<Pick<Feed, 'items' | 'locale'>> {
  const { json, locale } = await answer(checked, context)
  const { items } = JSON.parse(json()) as Type.Static<typeof FeedPage>
  return { items, locale }
}

function partsOf(path: string, query: [string, string][], { context: { addresses } }: FeedParts) {
  const { webUrl } = addresses
  const text = new URLSearchParams(query).toString()
  return { self: `${webUrl}${path}${text && `?${text}`}`, icon: `${webUrl}/art/site/icon-512.png`, addresses }
}

/** A feed has a date even when nothing is in it. */
export const lastUpdate = ({ items }: Feed): string =>
  items.reduce((latest, item) => (item.updatedAt > latest ? item.updatedAt : latest), '1970-01-01T00:00:00Z')
