// The page of tags: the most used ones, then all of them by their first letter.
import type Type from 'typebox'
import type { TagList } from '../../operations/shapes.ts'
import { communityName, nameIn } from '../../site/text.ts'
import { wordsFor } from '../../site/words.ts'
import { isolateBidi } from '../../util/text.ts'
import { creationCount } from '../explorer/about.ts'
import { empty } from '../layout/card.ts'
import { formValue, type Html, html, safeUrl } from '../layout/html.ts'
import { icon } from '../layout/icons.ts'
import { jsonLd, listingThing } from '../layout/json-ld.ts'
import { layout } from '../layout/layout.ts'
import { markdownDocument, md, target } from '../layout/markdown-text.ts'
import type { SiteContext } from '../layout/page.ts'
import type { Reader } from '../layout/reader.ts'
import { filled } from '../layout/words.ts'
import { pager, pageUrl } from '../pager.ts'
import {
  allCreationsLine,
  type Card,
  creationLines,
  creationsBelow,
  labelSections,
  restBelow,
  sectionLines,
} from './creations.ts'

type Tags = Type.Static<typeof TagList> & { from: number }
type Tag = Tags['items'][number]
/** A page of tags. */
type Listed = Pick<Tags, 'items' | 'from' | 'total'>
/**
 * `pictures`: a creation with each of the first tags. `creations`: all of a small community. `sections`: the first
 * creations of each of a few tags. `size`: how many creations there are.
 */
type TagsData = {
  tags: Tags
  q?: string
  pictures: TagPictures
  creations: readonly Card[]
  sections: readonly (readonly Card[])[]
  size: number
}

export type TagPictures = ReadonlyMap<string, Card>

/** Tags of the group of those that are used most. */
const mostUsed = 12
/** Tags with fewer creations are folded, if enough others are left. */
const minFrequent = 3
/** Fewer tags are seen at a glance: they need no letters and no search. */
export const minGrouped = 40

/** Fewer tags have their creations below them. */
export const minTiled = 6

/** How many tags have pictures. */
export const picturedTags = (total: number): number => (total < minGrouped ? total : mostUsed)

/** None if several tags have the same one: it would not tell them apart. */
function distinct(pictures: TagPictures): TagPictures {
  const urls = new Set([...pictures.values()].map(({ imageUrl }) => imageUrl))
  return urls.size < pictures.size ? new Map() : pictures
}

/** All creations, if they are too few for a picture of each tag. */
const shownBelow = (title: string, { pictures, creations }: Pick<TagsData, 'pictures' | 'creations'>) => ({
  title,
  creations: pictures.size > 0 && distinct(pictures).size === 0 ? creations : [],
})

/** The first creations of a few tags, unless they are the same ones. */
function sectionsOf({ tags, pictures, sections }: Pick<TagsData, 'tags' | 'pictures' | 'sections'>) {
  if (distinct(pictures).size === 0) return []
  return sections.map((creations, i) => ({ ...tags.items[i]!, creations }))
}

export function tagsPage(site: SiteContext, data: TagsData, reader: Reader): string {
  const { tags, q, pictures: found } = data
  const pictures = distinct(found)
  const { words, number, locale } = reader
  const address = `${site.addresses.webUrl}/tags`
  const name = q === undefined ? words.tags : `${words.tags}: ${isolateBidi(q, reader.direction)}`
  const things = tags.items.map(({ label, url }) => ({ title: label, url }))
  const isSmall = q === undefined && tags.total < minGrouped
  const below = shownBelow(words.creations, data)
  const links = {
    next: pageUrl(address, tags.next_cursor),
    first: tags.from === 1 ? null : address,
    label: words.nextPage,
  }
  const sections = sectionsOf(data)
  const list =
    sections.length > 0
      ? html`${labelSections(site, sections, reader)}${restBelow(site, sections, { all: data.creations, size: data.size }, reader)}`
      : q === undefined && !isSmall
        ? groups(tags, pictures, reader, links)
        : isSmall && below.creations.length > 0 && tags.items.every(({ count }) => count === 1)
          ? tagChips(tags.items, reader)
          : tagTiles(tags.items, pictures, reader, isSmall ? found : new Map())
  return layout(site, {
    title: `${name} · ${nameIn(site, locale)}`,
    description: words.tagsLead,
    reader,
    canonical: address,
    markdownUrl: pageUrlOf(`${address}.md`, q),
    here: pageUrlOf(address, q),
    data: jsonLd(listingThing(address, things)),
    menuEntry: 'tags',
    body: html`<div class="wrap listing"><h1>${words.tags} <small>${number(tags.total)}</small></h1><p class="lead">${q === undefined ? words.tagsLead : html`<a href="${reader.to(address)}">${words.allTags}</a>`}</p>
${isSmall ? null : filterForm(address, q ?? '', reader)}
${tags.items.length === 0 ? empty(words.nothing, q === undefined ? '' : words.nothingHint) : list}${creationsBelow(site, { ...below, heading: below.title }, reader)}${range(tags, reader)}${pager(links, reader)}</div>`,
  })
}

const pageUrlOf = (url: string, q: string | undefined): string =>
  q === undefined ? url : `${url}?${new URLSearchParams({ q })}`

function filterForm(address: string, q: string, { words, tag }: Reader): Html {
  const language = tag === 'en' ? null : html`<input type="hidden" name="locale" value="${tag}">`
  return html`<form class="search" role="search" method="get" action="${address}">
<label class="away" for="q">${words.tagsHint}</label>${icon('search')}<input id="q" type="search" name="q" value="${formValue(q)}" placeholder="${words.tagsHint}" maxlength="200" autocomplete="off" enterkeyhint="search">
${language}<button class="button">${icon('search')}<b>${words.search}</b></button></form>`
}

const tagColumns = (tags: readonly Tag[], { to, number }: Reader): Html =>
  html`<ul class="tag-columns">${tags.map(
    ({ label, count, url }) =>
      html`<li><a href="${to(safeUrl(url))}"><span dir="auto">${label}</span><small>${number(count)}</small></a></li>`,
  )}</ul>`

const tagChips = (tags: readonly Tag[], { to }: Reader): Html =>
  html`<ul class="chips">${tags.map(({ label, url }) => html`<li><a class="chip" href="${to(safeUrl(url))}"><span dir="auto">${label}</span></a></li>`)}</ul>`

/** With pictures if they have some. `named`: a tag of one creation names it, too. */
function tagTiles(tags: readonly Tag[], pictures: TagPictures, reader: Reader, named: TagPictures = new Map()): Html {
  const tiles = tags.map(({ key, label, count, url }) => {
    const picture = pictures.get(key)
    const image =
      picture === undefined
        ? null
        : html`<img src="${safeUrl(picture.imageUrl)}" alt="" width="120" height="80" loading="lazy" decoding="async">`
    const only = count === 1 ? named.get(key) : undefined
    const about = html`<small>${creationCount({ total: count, totalIsExact: true }, reader)}${only === undefined ? null : html` · <bdi>${only.title}</bdi>`}</small>`
    return html`<li><a href="${reader.to(safeUrl(url))}">${image}<span dir="auto">${label}</span>${about}</a></li>`
  })
  return html`<ul class="tag-tiles">${tiles}</ul>`
}

/** Only the first page has the most used ones. */
function groups(
  { items, from, total }: Tags,
  pictures: TagPictures,
  reader: Reader,
  { next, label }: { next: string | null; label: string },
): Html {
  const { words, locale } = reader
  const first = from === 1 ? items.slice(0, mostUsed) : []
  const byLabel = new Intl.Collator(locale, { numeric: true })
  const sorted = items.toSorted((one, other) => byLabel.compare(sortName(one.label), sortName(other.label)))
  const frequent = sorted.filter(({ count }) => count >= minFrequent)
  const isFolded = frequent.length >= minGrouped && frequent.length < sorted.length
  const letters = [...Map.groupBy(isFolded ? frequent : sorted, ({ label }) => letterOf(label, locale))]
  const most =
    first.length === 0 ? null : html`<section><h2>${words.mostUsed}</h2>${tagTiles(first, pictures, reader)}</section>`
  const jump = letters.map(([letter], i) => html`<li><a href="#letter-${i}">${letter}</a></li>`)
  const sections = letters.map(
    ([letter, tags], i) =>
      html`<section class="letter" id="letter-${i}" aria-labelledby="letter-${i}-name"><h3 id="letter-${i}-name">${letter}</h3>${tagColumns(tags, reader)}</section>`,
  )
  const rare = isFolded ? sorted.filter(({ count }) => count < minFrequent) : []
  const heading = items.length === total ? words.allTags : partOf({ items, from, total }, reader)
  const others =
    next && html`<p class="next"><a class="button quiet" rel="next" href="${reader.to(next)}">${label}</a></p>`
  return html`${most}<section class="all-tags"><h2>${heading}</h2></section><nav class="letters" aria-label="${words.allTags}"><ul>${jump}</ul></nav>${sections}${rareTags(rare, reader)}${others}`
}

const rareTags = (tags: readonly Tag[], reader: Reader): Html | null =>
  tags.length === 0
    ? null
    : html`<details class="rare"><summary>${reader.words.rareTags} <small>${reader.number(tags.length)}</small></summary>${tagColumns(tags, reader)}</details>`

/** Without the Arabic article. */
const sortName = (label: string): string => label.replace(/^ال(?=\p{L}{2})/u, '')

/** The first kana of each row, and the one after the last. */
const kanaRows = 'あかさたなはまやらわ'

/** Katakana and small letters are in the rows of the large hiragana. */
function kanaRow(letter: string): string {
  const code = letter.codePointAt(0)!
  const hiragana = code > 0x30a0 ? String.fromCodePoint(code - 0x60) : letter
  const large = /[ぁゃゎ]/.test(hiragana) ? String.fromCodePoint(hiragana.codePointAt(0)! + 1) : hiragana
  return [...kanaRows].findLast(row => row <= large) ?? 'あ'
}

/** Digits and signs are one group; so are Chinese characters, and the kana of each row. */
function letterOf(label: string, locale: string): string {
  const [letter = ''] = sortName(label).normalize('NFKD')
  if (/\p{Script=Han}/u.test(letter)) return '漢'
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(letter)) return kanaRow(letter)
  if (/\p{Script=Hangul}/u.test(letter)) return '가'
  return /\p{L}/u.test(letter) ? letter.toLocaleUpperCase(locale) : '#'
}

/** Which of all tags are on the page. */
const range = (tags: Tags, reader: Reader): Html | null =>
  tags.items.length === 0 || tags.items.length === tags.total
    ? null
    : html`<p class="range">${rangeText(tags, reader)}</p>`

/** The first page has the most used ones, sorted by name. */
const partOf = (tags: Listed, reader: Reader): string =>
  tags.from === 1
    ? filled(reader.words.mostUsedOf, { n: reader.number(tags.items.length), total: reader.number(tags.total) })
    : rangeText(tags, reader)

const rangeText = ({ items, from, total }: Listed, { words, number }: Reader): string =>
  filled(words.rangeOf, { from: number(from), to: number(from + items.length - 1), total: number(total) })

/** Labels have no date; the page was last changed with the API version. */
export function tagsMarkdown(
  site: SiteContext,
  { tags, q, pictures = new Map(), creations = [], sections = [] }: Pick<TagsData, 'tags' | 'q'> & Partial<TagsData>,
): string {
  const { webUrl } = site.addresses
  const which = q === undefined ? 'tags' : `tags that contain ${JSON.stringify(q)}`
  const noun = wordsFor(site, 'en').creations.toLowerCase()
  const description = `${tags.items.length} of ${tags.total} ${which} in the ${communityName(site)}, most used first, with the number of ${noun}.`
  const isSmall = q === undefined && tags.total < minGrouped
  const lines = tags.items.map(({ label, key, count, url }) => {
    const only = isSmall && count === 1 ? pictures.get(key) : undefined
    return md`- [${label}](${target(url)}) (\`${key}\`): ${count}${only === undefined ? null : md`, ${only.title}`}\n`
  })
  const next = pageUrl(`${webUrl}/tags.md`, tags.next_cursor)
  const head = { title: 'Tags', description, canonical: `${webUrl}/tags`, updated: '2026-05-26' }
  const { tagsLead, allTags, nothing, nothingHint } = wordsFor(site, 'en')
  const lead = q === undefined ? md`${tagsLead} ` : md`[${allTags}](${target(`${webUrl}/tags.md`)}) `
  const list = lines.length === 0 ? md`${nothing}${q === undefined ? '' : ` ${nothingHint}`}\n` : lines
  const shown = creationLines(site, shownBelow(wordsFor(site, 'en').creations, { pictures, creations }))
  const labelled = sectionsOf({ tags, pictures, sections })
  const parts = md`${shown}${sectionLines(site, labelled)}${labelled.length === 0 ? null : allCreationsLine(site)}`
  const body = md`# Tags\n\n${lead}${description}\n\n${list}${parts}${next === null ? null : md`\n[Next page](${target(next)})\n`}`
  return markdownDocument(head, webUrl, body.text)
}
