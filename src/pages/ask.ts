// The page for questions. The form submits by GET; a script shows the answers of the opened pages on one page.
import { nameIn } from '../site/text.ts'
import { isolateBidi, truncate } from '../util/text.ts'
import { comparisonTable } from './ask-comparison.ts'
import { resultCounts } from './ask-counts.ts'
import { shortForeign } from './layout/card.ts'
import { formValue, type Html, html, safeUrl } from './layout/html.ts'
import { icon } from './layout/icons.ts'
import { layout } from './layout/layout.ts'
import type { SiteContext } from './layout/page.ts'
import { directionOf, type Reader } from './layout/reader.ts'

/** The part of an answer that the page shows. */
type AskResult = {
  query: string
  answer: string
  answered: boolean
  citations: readonly { id: number; url: string; title: string; end_index: number }[]
  results: readonly Result[]
  metadata: {
    locale: string
    intent: string
    suggestions: readonly string[]
    list?: { start_index: number; end_index: number }
    sort?: string
    search?: string
    comparison?: boolean
    about?: boolean
  }
}

type Result = {
  '@type': string
  url: string
  name: string
  description: string
  schema_object: Record<string, unknown>
}

/** The earlier questions of the conversation, oldest first. */
type Conversation = { previous: readonly string[] }

const maxPreviousQuestions = 6
/** In characters, and in bytes of a URL: both together must fit into a URL, in any script. */
const maxQuestionLength = 500
const maxPreviousLength = 3000
/** As in the search form. */
const maxSearchLength = 200

export function askPage(site: SiteContext, result: AskResult, { previous }: Conversation, reader: Reader): string {
  const { webUrl } = site.addresses
  const { words } = reader
  const { query } = result
  const questions = newest(query === '' ? previous : [...previous, query])
  const next = suggestions(site, result, questions, reader)
  return layout(site, {
    title: `${query === '' ? words.ask : isolateBidi(query, reader.direction)} · ${nameIn(site, reader.locale)}`,
    description: words.askLead,
    reader,
    // Only the empty form is indexed by search engines, not the answers.
    canonical: query === '' ? `${webUrl}/ask` : null,
    here: `${webUrl}/ask${query === '' ? '' : `?query=${encodeURIComponent(query)}`}`,
    menuEntry: 'ask',
    script: 'ask',
    body: html`<div class="wrap ask" data-ask data-looking="${words.looking}" data-failed="${words.askFailed}">
<h1>${words.askTitle}</h1><p class="lead">${words.askLead}</p>
${form(site, query, questions, reader)}
${query === '' ? next : null}<div id="answers" aria-live="polite">${query === '' ? null : answerOf(site, result, reader)}</div>${query === '' ? null : next}</div>`,
  })
}

/** The newest of these questions, as many as fit into a URL. */
function newest(questions: readonly string[]): readonly string[] {
  const some = questions.slice(-maxPreviousQuestions)
  return encodeURIComponent(JSON.stringify(some)).length > maxPreviousLength ? newest(some.slice(1)) : some
}

function form({ addresses }: SiteContext, query: string, questions: readonly string[], { words, tag }: Reader): Html {
  const language = tag === 'en' ? null : html`<input type="hidden" name="locale" value="${tag}">`
  const previous = html`<input type="hidden" name="prev" value="${formValue(JSON.stringify(questions))}">`
  return html`<form class="search" method="get" action="${addresses.webUrl}/ask"><label class="away" for="query">${words.askHint}</label><input id="query" name="query" value="${formValue(query)}" placeholder="${words.askHint}" maxlength="${maxQuestionLength}" required autocomplete="off" enterkeyhint="send">${language}${previous}<button class="button">${words.ask}</button></form>`
}

function answerOf(site: SiteContext, result: AskResult, reader: Reader): Html {
  const { query, results, metadata, answered } = result
  const { sort, intent, search } = metadata
  const { words } = reader
  const listed = results.filter(({ '@type': type, url }) => type !== 'TechArticle' && url !== '')
  const all = forVisitors(site, result)
  // The list is linked beside its beginning, and then is no source as well.
  const isTitled = listed.length > 0 && withoutList(result).isTitle
  const list = isTitled || listed.length >= shortList ? all.find(({ url }) => isList(site, url)) : undefined
  // What is shown as a result below a title is linked there.
  const isShown = (url: string): boolean =>
    list === undefined ? (isTitled || listed.length === 1) && listed.some(one => one.url === url) : isList(site, url)
  const citations = numbered(all.filter(({ url }) => !isShown(url)))
  const sources = [...new Map(citations.map(citation => [citation.id, citation])).values()].map(
    ({ id, url, title }) =>
      html`<li value="${id}"><a href="${pageUrl(site, safeUrl(url), reader)}" id="source-${id}"${languageOf(site, url, reader)} dir="auto">${title}</a></li>`,
  )
  const text = listed.length === 0 ? { ...result, citations } : withoutList({ ...result, citations })
  const isRefused = intent === 'refusal'
  const below = answered || isRefused ? sourceList(sources, reader) : searchLink(site, search, reader)
  const isWhole = isTitled && listed.length < (sort === undefined ? shortTitledList : shortSortedList)
  const form = !answered ? ' declined' : isTitled && (list !== undefined || citations.length === 0) ? ' title' : ''
  const one = isTitled || !answered ? null : describedAlone(listed, text.answer)
  if (one !== null)
    return html`<section class="answer"><h2 dir="auto">${query}</h2><div class="reply about">${pictureOf(one)}<div>${metadata.about && one.description !== '' ? description(one, namesakesIn(result), reader) : said(text, metadata.locale)}${resultCounts(site, one.schema_object, sort, reader)}${below}<p class="details"><a class="button quiet" href="${reader.to(safeUrl(one.url))}">${words.details}${icon('arrow')}</a></p></div></div></section>`
  return html`<section class="answer"><h2 dir="auto">${query}</h2><div class="reply${form}">${said(text, metadata.locale)}
${below}</div>${listed.length === 0 ? null : html`<h3>${answered || isRefused ? words.found : words.closest}${listLink(site, isWhole ? undefined : list, reader)}</h3>${metadata.comparison ? comparisonTable(site, listed, reader) : html`<ul class="found${sort === undefined ? '' : ' ranked'}">${listed.map(one => resultCard(site, listed.length === 1 ? withoutSaid(one, text.answer) : one, sort, reader))}</ul>`}`}</section>`
}

/** Longer answers have smaller letters. */
const longAnswer = 280

const said = (text: Pick<AskResult, 'answer' | 'citations'>, locale: string): Html =>
  html`<p class="said${text.answer.length > longAnswer ? ' long' : ''}" lang="${locale}" dir="${directionOf(locale)}">${withCitations(text, locale)}</p>`

/** The only result, if the answer is about it and says all that its card would. */
function describedAlone(listed: readonly Result[], answer: string): Result | null {
  const [one, ...others] = listed
  if (one === undefined || others.length > 0 || !answer.includes(one.name)) return null
  return withoutSaid(one, answer).description === '' ? one : null
}

/** The last sentence, if it names others with the same title. */
function namesakesIn({ answer, citations }: AskResult): string {
  const ends = [...new Set(citations.map(({ end_index }) => end_index))].sort((a, b) => a - b)
  const last = answer.slice(ends.at(-2) ?? 0).trim()
  return /@[\w-]+\/[\w-]/.test(last) ? last : ''
}

/** What the answer says, in a form that is easier to read than sentences. */
function description(result: Result, namesakes: string, { to, locale }: Reader): Html {
  const { url, name, description: summary, schema_object } = result
  const { genre, applicationCategory, author, datePublished } = schema_object
  const { name: by, url: authorUrl } = author as { name?: unknown; url?: unknown }
  const parts = [
    ...[genre, applicationCategory].map(label => (textOf(label) === '' ? null : html`<bdi>${textOf(label)}</bdi>`)),
    html`<a href="${to(safeUrl(textOf(authorUrl)))}"><bdi>${textOf(by)}</bdi></a>`,
    html`${formatted(textOf(datePublished).slice(0, 10), locale)}`,
  ].filter(part => part !== null)
  return html`<h3 class="name"><a href="${to(safeUrl(url))}" dir="auto">${name}</a></h3><p class="said" dir="auto">${summary}</p><p class="known">${parts.map((part, i) => html`${i === 0 ? '' : ' · '}${part}`)}</p>${namesakes === '' ? null : html`<p class="known">${formatted(namesakes, locale)}</p>`}`
}

/** The page of a list whose beginning is shown as results. */
const isList = ({ addresses: { webUrl } }: SiteContext, url: string): boolean =>
  ['/community', '/creators'].some(path => url.startsWith(webUrl + path))

/** Fewer results are the whole list. */
const shortList = 4
/** The same for a list with a title, which has six results if there are more. */
const shortTitledList = 6
/** Of a list in an order, five are shown. */
const shortSortedList = 5

/** A link to the list that the results are the beginning of. */
function listLink(site: SiteContext, list: { url: string } | undefined, reader: Reader): Html | null {
  return list === undefined
    ? null
    : html`<a class="see" href="${pageUrl(site, safeUrl(list.url), reader)}">${reader.words.seeAll}${icon('arrow')}</a>`
}

const sourceList = (sources: readonly Html[], { words }: Reader): Html | null =>
  sources.length === 0 ? null : html`<h3>${words.sources}</h3><ol class="sources">${sources}</ol>`

/** Pages keep the language of the reader, unless the address names one. */
const pageUrl = ({ addresses }: SiteContext, url: string, { to }: Reader): string =>
  url.startsWith(`${addresses.webUrl}/`) && !url.includes('locale=') ? to(url) : url

/** Pages of the documentation are in English unless their address names a language. */
function languageOf({ addresses }: SiteContext, url: string, { locale }: Reader): Html | null {
  const named = URL.parse(url)?.searchParams.get('locale')
  const language = named ?? (url.startsWith(`${addresses.webUrl}/docs`) ? 'en' : locale)
  return language === locale ? null : html` lang="${language}"`
}

/**
 * A question that is declined has no source. Responses of the API are written for programs, so they are left out where a
 * page is cited, too.
 */
function forVisitors({ addresses }: SiteContext, { metadata, citations }: AskResult): AskResult['citations'] {
  if (metadata.intent === 'unknown') return []
  const pages = citations.filter(({ url }) => !url.startsWith(`${addresses.baseUrl}/public/`))
  return pages.length === 0 ? citations : pages
}

/** Where else to look. */
function searchLink({ addresses }: SiteContext, search: string | undefined, { words, to }: Reader): Html | null {
  if (search === undefined) return null
  const q = truncate(search, maxSearchLength)
  const url = to(`${addresses.webUrl}/community?q=${encodeURIComponent(q)}`)
  const [before = '', after = ''] = words.searchFor.split('{q}')
  return html`<p class="search-for"><a class="see" href="${url}"><span>${before}<bdi>${q}</bdi>${after}</span>${icon('arrow')}</a></p>`
}

/** A source that several sentences cite has one number, which stands after the last of those that follow each other. */
function numbered(citations: AskResult['citations']): AskResult['citations'] {
  const urls = [...new Set(citations.map(({ url }) => url))]
  return citations
    .map(citation => ({ ...citation, id: urls.indexOf(citation.url) + 1 }))
    .filter(({ id }, i, all) => all[i + 1]?.id !== id)
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Without what the answer says itself. */
function withoutSaid(result: Result, answer: string): Result {
  const { description, schema_object } = result
  const name = textOf((schema_object.author as { name?: unknown } | undefined)?.name)
  return {
    ...result,
    description: answer.includes(description.replace(/[.。।]$/u, '')) ? '' : description,
    schema_object: name !== '' && answer.includes(name) ? { ...schema_object, author: undefined } : schema_object,
  }
}

/** An image that cannot be loaded is removed. */
function pictureOf({ '@type': type, schema_object: { image } }: Result): Html | null {
  const isPerson = type === 'Person'
  const [width, height] = isPerson ? [64, 64] : [120, 80]
  return textOf(image) === ''
    ? null
    : html`<img${isPerson ? html` class="avatar"` : null} src="${safeUrl(textOf(image))}" alt="" width="${width}" height="${height}" loading="lazy" decoding="async" data-art="">`
}

/** A creation or a creator. */
function resultCard(site: SiteContext, result: Result, sort: string | undefined, reader: Reader): Html {
  const { '@type': type, url, name, description, schema_object } = result
  const { author, alternateName } = schema_object as { author?: { name?: unknown }; alternateName?: unknown }
  const by = textOf(type === 'Person' ? alternateName : author?.name)
  return html`<li>${pictureOf(result)}<div><h4><a href="${reader.to(safeUrl(url))}" dir="auto">${name}</a></h4>${description === '' ? null : html`<span dir="auto">${shortForeign(description, reader)}</span>`}${by === '' ? null : html`<small dir="auto">${by}</small>`}${resultCounts(site, schema_object, sort, reader)}</div></li>`
}

/**
 * Removes the names of the results, which are shown below, and the colon before them. The rest may be a title, such as
 * “There are 5 games in Health”.
 */
function withoutList({ answer, citations, metadata: { list } }: AskResult) {
  if (list === undefined) return { answer, citations, isTitle: false }
  const before = answer.slice(0, list.start_index)
  const title = before.replace(/[\s:：]+$/u, '')
  const after = answer.slice(list.end_index)
  const isTitle = title !== before && after.length < 2
  const moved = title.length - list.end_index
  return {
    answer: title + (isTitle ? '' : after),
    citations: citations.map(one => ({
      ...one,
      end_index: one.end_index + (one.end_index < list.end_index ? 0 : moved),
    })),
    isTitle,
  }
}

/** The answer with a source number after each sentence. Indexes count UTF-16 units. */
function withCitations({ answer, citations }: Pick<AskResult, 'answer' | 'citations'>, locale: string): Html[] {
  const pieces: Html[] = []
  let from = 0
  for (const { id, end_index } of [...citations].sort((a, b) => a.end_index - b.end_index)) {
    pieces.push(html`${formatted(answer.slice(from, end_index), locale)}<sup><a href="#source-${id}">${id}</a></sup>`)
    from = Math.max(from, end_index)
  }
  return [...pieces, html`${formatted(answer.slice(from), locale)}`]
}

/** Keeps a number and its unit on one line: "20 USD"; dates as on other pages; addresses run from left to right. */
const formatted = (text: string, locale: string): string =>
  text
    .replaceAll(/(\d) (?=\p{L}{1,4}(?!\p{L}))/gu, '$1\u00a0')
    .replaceAll(/@[a-z0-9-]+\/[a-z0-9-]+/g, address => isolateBidi(address, directionOf(locale)))
    .replaceAll(/\b\d{4}-[01]\d-[0-3]\d\b/g, day =>
      new Date(day).toLocaleDateString(locale, { dateStyle: 'medium', timeZone: 'UTC' }).replaceAll(' ', '\u00a0'),
    )

/** The titles of the site pack's pages for visitors. */
const pageTitles = ({ pages }: SiteContext, locale: string): string[] =>
  pages.filter(page => page.menu === 'nav' && page.locale === locale).map(({ title }) => title)

function suggestions(
  site: SiteContext,
  { query, metadata }: AskResult,
  questions: readonly string[],
  { words, to }: Reader,
): Html {
  const { addresses } = site
  const own = query === '' ? pageTitles(site, metadata.locale) : []
  const previous = questions.length === 0 ? '' : `&prev=${encodeURIComponent(JSON.stringify(questions))}`
  const links = [...own, ...metadata.suggestions]
    .filter(text => !questions.includes(text))
    .map(text => {
      const url = to(`${addresses.webUrl}/ask?query=${encodeURIComponent(text)}${previous}`)
      return html`<li><a class="chip" href="${url}" data-question lang="${metadata.locale}" dir="auto">${text}</a></li>`
    })
  return html`<section id="suggestions" aria-label="${words.suggestions}"${links.length === 0 ? html` hidden` : null}><h2 class="small">${words.suggestions}</h2><ul class="chips">${links}</ul></section>`
}
