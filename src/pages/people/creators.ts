// All creators, sorted or searched by name.
import type Type from 'typebox'
import type { CreatorPage } from '../../operations/shapes.ts'
import { communityName, nameIn } from '../../site/text.ts'
import { wordsFor } from '../../site/words.ts'
import { creatorSorts } from '../../store/store.ts'
import { isolateBidi } from '../../util/text.ts'
import { searchNotes, searchNotesMarkdown } from '../explorer/search-notes.ts'
import { empty } from '../layout/card.ts'
import { formValue, type Html, html } from '../layout/html.ts'
import { icon } from '../layout/icons.ts'
import { breadcrumbs, jsonLd, listingThing } from '../layout/json-ld.ts'
import { layout } from '../layout/layout.ts'
import { linksLine, markdownDocument, md, target } from '../layout/markdown-text.ts'
import type { SiteContext } from '../layout/page.ts'
import { type Reader, readerFor } from '../layout/reader.ts'
import { filled } from '../layout/words.ts'
import { pager } from '../pager.ts'
import { personCards, personLine, type Works } from './person-cards.ts'

type PageValue = Type.Static<typeof CreatorPage>

/** The request: which list, and whether this is its first page. `hasFollowers`: at least one creator has followers. */
export type Directory = { sort?: string; q?: string; isFirst: boolean; hasFollowers: boolean }

type CreatorsData = { creators: PageValue; directory: Directory; works: Works }

type Change = { sort?: string | undefined; q?: string | undefined }

/** Fewer people need neither a search nor several orders. */
const minSearched = 12

export function creatorsAddress({ addresses }: SiteContext, { sort, q }: Change, path = '/creators'): string {
  const query = new URLSearchParams({ ...(q !== undefined && { q }), ...(sort !== undefined && { sort }) })
  return `${addresses.webUrl}${path}${query.size === 0 ? '' : `?${query}`}`
}

/** The order without `sort` in the address. */
const defaultSort = ({ q, hasFollowers }: Directory): string =>
  q === undefined ? (hasFollowers ? 'followers' : 'creations') : 'relevance'

/** A cursor belongs to a sort. Without one in the address, it belongs to that of the API. */
function nextAddress(site: SiteContext, directory: Directory, creators: PageValue, path?: string): string | null {
  const { next_cursor: cursor, pagination } = creators
  if (cursor === null) return null
  const isOwnDefault = directory.sort === undefined && pagination.sort === 'creations'
  const address = creatorsAddress(site, isOwnDefault ? { ...directory, sort: 'creations' } : directory, path)
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ cursor })}`
}

export function creatorsPage(site: SiteContext, data: CreatorsData, reader: Reader): string {
  const { creators, directory } = data
  const { words, locale } = reader
  const { q } = directory
  const here = creatorsAddress(site, directory)
  // Searches are not indexed on their own.
  const canonical = q === undefined ? here : creatorsAddress(site, {})
  const title = q === undefined ? words.people : `${words.people}: ${isolateBidi(q, reader.direction)}`
  const product = nameIn(site, locale)
  const description = filled(words.peopleLead, { product })
  const people = creators.items.map(({ displayName, url }) => ({ title: displayName, url }))
  return layout(site, {
    title: `${title} · ${product}`,
    description,
    reader,
    canonical,
    here,
    markdownUrl: creatorsAddress(site, directory, '/creators.md'),
    data: jsonLd(
      listingThing(canonical, people),
      breadcrumbs(site, reader, [{ name: words.people, url: creatorsAddress(site, {}) }]),
    ),
    menuEntry: 'people',
    body: html`<div class="wrap listing"><h1>${words.people}${total(creators, directory, reader)}</h1>
${controls(site, creators, directory, reader)}
${results(site, data, reader)}</div>`,
  })
}

const isSearched = ({ pagination }: PageValue, { q }: Directory): boolean =>
  q !== undefined || pagination.total >= minSearched

function controls(site: SiteContext, creators: PageValue, directory: Directory, reader: Reader): Html | null {
  const { pagination } = creators
  if (!isSearched(creators, directory)) return null
  return html`${searchForm(site, directory, reader)}
<nav aria-label="${reader.words.sort}"><ul class="tabs">${sorts(site, directory, pagination.sort, reader)}</ul></nav>`
}

function searchForm(site: SiteContext, { q = '', sort }: Directory, { words, tag }: Reader): Html {
  const hidden = (name: string, value: string) => html`<input type="hidden" name="${name}" value="${value}">`
  return html`<form class="search" role="search" method="get" action="${creatorsAddress(site, {})}">
<label class="away" for="q">${words.peopleHint}</label>${icon('search')}<input id="q" type="search" name="q" value="${formValue(q)}" placeholder="${words.peopleHint}" maxlength="200" autocomplete="off" enterkeyhint="search">
${sort === undefined ? null : hidden('sort', sort)}${tag === 'en' ? null : hidden('locale', tag)}<button class="button">${icon('search')}<b>${words.search}</b></button></form>`
}

/** How many there are; searches say it below. */
function total({ pagination: { total, totalIsExact } }: PageValue, { q }: Directory, { number }: Reader): Html | null {
  return q === undefined && totalIsExact ? html` <small>${number(total)}</small>` : null
}

const sortWords = {
  followers: 'mostFollowed',
  recent: 'recent',
  creations: 'mostCreations',
  relevance: 'relevance',
} as const

function sortLinks(site: SiteContext, directory: Directory, { words }: Reader) {
  const { q, hasFollowers } = directory
  const named = hasFollowers ? creatorSorts : (['creations', 'recent'] as const)
  const offered = q === undefined ? named : (['relevance', ...named] as const)
  return offered.map(sort => ({
    sort,
    label: words[sortWords[sort]],
    url: creatorsAddress(site, { q, sort: sort === defaultSort(directory) ? undefined : sort }),
  }))
}

const sorts = (site: SiteContext, directory: Directory, current: string, reader: Reader): Html[] =>
  sortLinks(site, directory, reader).map(
    ({ sort, label, url }) =>
      html`<li><a class="chip" href="${reader.to(url)}"${sort === current ? html` aria-current="true"` : null}>${label}</a></li>`,
  )

function results(site: SiteContext, { creators, directory, works }: CreatorsData, reader: Reader): Html {
  const { words, number } = reader
  const { total, totalIsExact } = creators.pagination
  const count = filled(totalIsExact ? words.results : words.resultsOver, { n: number(total) })
  const status = directory.q === undefined ? null : html`<p class="count" role="status">${count}</p>`
  const next = nextAddress(site, directory, creators)
  // A page without people may be followed by others.
  const isEmpty = creators.items.length === 0 && next === null
  const people = isEmpty ? empty(words.nothing, words.nothingHint) : personCards(site, creators.items, works, reader)
  const first = directory.isFirst ? null : creatorsAddress(site, directory)
  const addressOf = (q: string) => creatorsAddress(site, { ...directory, q })
  const notes = searchNotes(creators, { query: directory.q ?? '', addressOf }, reader)
  return html`${status}${notes}${people}${range(creators, directory, reader)}${pager({ next, first, label: words.nextPage }, reader)}`
}

/** Which of all are on the first page. Cursors do not know how many came before them. */
function range({ items, pagination }: PageValue, { isFirst }: Directory, { words, number }: Reader): Html | null {
  const { total, totalIsExact } = pagination
  if (!isFirst || !totalIsExact || items.length === 0 || items.length >= total) return null
  const values = { from: number(1), to: number(items.length), total: number(total) }
  return html`<p class="range">${filled(words.rangeOf, values)}</p>`
}

const orders = {
  followers: 'most followed first',
  recent: 'newest first',
  relevance: 'best match first',
}

export function creatorsMarkdown(
  site: SiteContext,
  { creators, directory, works, isListOnly = false }: CreatorsData & { isListOnly?: boolean },
): string {
  const { webUrl } = site.addresses
  const { total, totalIsExact, sort } = creators.pagination
  const description = `${totalIsExact ? '' : 'More than '}${total} people of the ${communityName(site)}, ${sort === 'creations' ? `${wordsFor(site, 'en').mostCreations.toLowerCase()} first` : orders[sort]}.`
  const next = nextAddress(site, directory, creators, '/creators.md')
  const isEmpty = creators.items.length === 0 && next === null
  const { nothing, nothingHint } = wordsFor(site, 'en')
  const isSorted = !isListOnly && isSearched(creators, directory)
  const sorted = isSorted ? linksLine('Sort', sortLinks(site, directory, readerFor('en', site))) : null
  const body = md`# People

${description}

${sorted && md`${sorted}\n`}${searchNotesMarkdown(creators, { query: directory.q ?? '', addressOf: q => creatorsAddress(site, { ...directory, q }) })}${isEmpty ? md`${nothing} ${nothingHint}\n` : creators.items.map(person => personLine(site, person, works))}
${next === null ? null : md`[Next page](${target(next)})\n`}`
  // Lists of people have no date; the page was last changed with the API version.
  const head = { title: 'People', description, canonical: creatorsAddress(site, {}), updated: '2026-05-26' }
  return markdownDocument(head, webUrl, body.text)
}
