// All creators, sorted or searched by name.
import type Type from 'typebox'
import type { CreatorPage } from '../../operations/shapes.ts'
import { nameIn } from '../../site/text.ts'
import { creatorSorts } from '../../store/store.ts'
import { isolateBidi } from '../../util/text.ts'
import { searchNotes, searchNotesMarkdown } from '../explorer/search-notes.ts'
import { empty } from '../layout/card.ts'
import { formValue, type Html, html } from '../layout/html.ts'
import { icon } from '../layout/icons.ts'
import { breadcrumbs, jsonLd, listingThing } from '../layout/json-ld.ts'
import { layout } from '../layout/layout.ts'
import { markdownDocument, md, target } from '../layout/markdown-text.ts'
import type { SiteContext } from '../layout/page.ts'
import type { Reader } from '../layout/reader.ts'
import { filled } from '../layout/words.ts'
import { pager } from '../pager.ts'
import { personCards, personLine } from './person-cards.ts'

type PageValue = Type.Static<typeof CreatorPage>

/** The request: which list, and whether this is its first page. */
export type Directory = { sort?: string; q?: string; isFirst: boolean }

type CreatorsData = { creators: PageValue; directory: Directory }

type Change = { sort?: string | undefined; q?: string | undefined }

export function creatorsAddress({ addresses }: SiteContext, { sort, q }: Change, path = '/creators'): string {
  const query = new URLSearchParams({ ...(q !== undefined && { q }), ...(sort !== undefined && { sort }) })
  return `${addresses.webUrl}${path}${query.size === 0 ? '' : `?${query}`}`
}

const nextAddress = (address: string, { next_cursor: cursor }: PageValue): string | null =>
  cursor && `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ cursor })}`

export function creatorsPage(site: SiteContext, { creators, directory }: CreatorsData, reader: Reader): string {
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
    body: html`<div class="wrap listing"><h1>${words.people}</h1><p class="lead">${description}</p>
${searchForm(site, directory, reader)}
<nav aria-label="${words.sort}"><ul class="tabs">${sorts(site, directory, creators.pagination.sort, reader)}</ul></nav>
${results(site, creators, directory, reader)}</div>`,
  })
}

function searchForm(site: SiteContext, { q = '', sort }: Directory, { words, tag }: Reader): Html {
  const hidden = (name: string, value: string) => html`<input type="hidden" name="${name}" value="${value}">`
  return html`<form class="search" role="search" method="get" action="${creatorsAddress(site, {})}">
<label class="away" for="q">${words.peopleHint}</label>${icon('search')}<input id="q" type="search" name="q" value="${formValue(q)}" placeholder="${words.peopleHint}" maxlength="200" autocomplete="off" enterkeyhint="search">
${sort === undefined ? null : hidden('sort', sort)}${tag === 'en' ? null : hidden('locale', tag)}<button class="button">${icon('search')}<b>${words.search}</b></button></form>`
}

const sortWords = {
  followers: 'mostFollowed',
  recent: 'recent',
  creations: 'mostCreations',
  relevance: 'relevance',
} as const

function sorts(site: SiteContext, { q }: Directory, current: string, { words, to }: Reader): Html[] {
  const isDefault = (sort: string) => sort === 'relevance' || (sort === 'followers' && q === undefined)
  const offered = q === undefined ? creatorSorts : (['relevance', ...creatorSorts] as const)
  return offered.map(sort => {
    const url = creatorsAddress(site, { q, sort: isDefault(sort) ? undefined : sort })
    return html`<li><a class="chip" href="${to(url)}"${sort === current ? html` aria-current="true"` : null}>${words[sortWords[sort]]}</a></li>`
  })
}

function results(site: SiteContext, creators: PageValue, directory: Directory, reader: Reader): Html {
  const { words, number } = reader
  const { total, totalIsExact } = creators.pagination
  const count = filled(totalIsExact ? words.results : words.resultsOver, { n: number(total) })
  const here = creatorsAddress(site, directory)
  const next = nextAddress(here, creators)
  // A page without people may be followed by others.
  const isEmpty = creators.items.length === 0 && next === null
  const people = isEmpty ? empty(words.nothing, words.nothingHint) : personCards(site, creators.items, reader)
  const links = pager({ next, first: directory.isFirst ? null : here, label: words.nextPage }, reader)
  const notes = searchNotes(creators, directory.q ?? '', q => creatorsAddress(site, { ...directory, q }), reader)
  return html`<p class="count" role="status">${count}</p>${notes}${people}${links}`
}

const orders = {
  followers: 'most followed first',
  recent: 'newest first',
  creations: 'most creations first',
  relevance: 'best match first',
}

export function creatorsMarkdown(site: SiteContext, { creators, directory }: CreatorsData): string {
  const { webUrl } = site.addresses
  const { total, totalIsExact, sort } = creators.pagination
  const description = `${totalIsExact ? '' : 'More than '}${total} people of the ${nameIn(site)} community, ${orders[sort]}.`
  const next = nextAddress(creatorsAddress(site, directory, '/creators.md'), creators)
  const body = md`# People

${description}

${searchNotesMarkdown(creators, q => creatorsAddress(site, { ...directory, q }))}${creators.items.map(personLine)}
${next === null ? null : md`[Next page](${target(next)})\n`}`
  // Lists of people have no date; the page was last changed with the API version.
  const head = { title: 'People', description, canonical: creatorsAddress(site, {}), updated: '2026-05-26' }
  return markdownDocument(head, webUrl, body.text)
}
