// A draft: the sentences of an answer and the sources that they cite.
import type { Addresses } from '../../addresses.ts'
import type { Creation, CreatorPreview } from '../../operations/shapes.ts'
import { counterActions, interactions, kindLabel, shownCounters } from '../../site/kinds.ts'
import type { Site } from '../../site/site.ts'
import type { Static } from '../../util/schema.ts'
import type { AskResponse, Citation, Result, TextRange } from './answer.ts'
import { sanitize } from './sanitize.ts'

export type Source = { url: string; title: string; text: string }

/**
 * `citation` is the number of a source, counted from 1; `also` are further ones for the same sentence. `items` is the part of
 * the text that names the results. `isLine`: it is on a line of its own.
 */
export type Sentence = {
  text: string
  citation: number
  also?: readonly number[]
  items?: string
  isLine?: boolean
  /** Begins a paragraph. */
  isFirst?: boolean
}

export type Draft = Pick<AskResponse, 'answered' | 'confidence' | 'results' | 'metadata'> & {
  sentences: Sentence[]
  sources: Source[]
}

/** The part of a draft that comes from community data. */
export type LiveAnswer = Pick<Draft, 'sentences' | 'sources' | 'results'>

/** Joins the sentences. The range of a citation in the answer is the whole sentence. */
export function joinSentences(sentences: readonly Sentence[], sources: readonly Source[]) {
  const citations: Citation[] = []
  let answer = ''
  let list: TextRange | undefined
  let wasLine = false
  for (const { text, citation, also = [], items = '', isLine = false, isFirst = false } of sentences) {
    if (answer !== '') answer += isFirst || (wasLine && !isLine) ? '\n\n' : isLine || wasLine ? '\n' : ' '
    wasLine = isLine
    const start_index = answer.length
    answer += text
    const listed = items === '' ? -1 : text.indexOf(items)
    if (listed >= 0) {
      // Sentences of a list that follow each other are one list.
      const isContinued = list !== undefined && answer.slice(list.end_index, start_index + listed).trim() === ''
      const from = isContinued ? list!.start_index : start_index + listed
      list = { start_index: from, end_index: start_index + listed + items.length }
    }
    for (const number of [citation, ...also]) {
      const source = sources[number - 1]
      if (source === undefined) continue
      const { url, title, text: cited_text } = source
      citations.push({ id: citations.length + 1, url, title, cited_text, start_index, end_index: answer.length })
    }
  }
  return { answer, citations, list }
}

export type Card = Static<typeof Creation>
export type Person = Static<typeof CreatorPreview>

type Told = {
  texts: readonly string[]
  /** The part of a text that only names results. */
  items?: string
  /** Texts that say what the results show, too. */
  shown?: readonly string[]
  /** Addresses of the page and of the same content in the API. */
  page: string
  api: string
  title: string
  /** What the page and the API contain. */
  proof: string
  results: Result[]
}

/** Sentences that cite a page (source 1) and the same content in the API (source 2). */
export function citePageAndApi({ texts, items = '', shown = [], page, api, title, proof, results }: Told): LiveAnswer {
  return {
    sentences: [...new Set(texts)].map(text => ({
      text,
      citation: 1,
      also: [2],
      ...(items !== '' && text.includes(items) ? { items } : shown.includes(text) ? { items: text } : {}),
    })),
    sources: [
      { url: page, title, text: proof },
      { url: api, title: `${title} (API)`, text: proof },
    ],
    results,
  }
}

/** The score of the best result. Scores only order the results of one answer. */
export const maxScore = 100

/** The site of results: its name, its kinds and the counters that it shows. */
type ResultSite = { siteName: string; site: Pick<Site, 'stats' | 'kinds'>; locale: string }
type Described = { url: string; name: string; description: string }

/** `more`: what schema.org knows about this type besides. */
function resultOf(type: string, described: Described, site: string, score: number, more: object = {}): Result {
  const object = { '@type': type, ...described }
  return { ...object, site, score, schema_object: { ...object, '@context': 'https://schema.org', ...more } }
}

export function creationResult(card: Card, { siteName, site, locale }: ResultSite, score: number): Result {
  const { url, title: name, summary: description, category, creator, stats } = card
  const type = card.kind === 'game' ? 'VideoGame' : 'SoftwareApplication'
  return resultOf(type, { url, name, description }, siteName, score, {
    image: card.imageUrl,
    genre: kindLabel(site, card.kind, locale),
    ...(category && { applicationCategory: category.label }),
    datePublished: card.publishedAt,
    author: { '@type': 'Person', name: creator.displayName, url: creator.url },
    interactionStatistic: shownCounters(site).map(one => interactions(counterActions[one], stats[one])),
  })
}

/** The other fields are absent if they are not known. */
type KnownPerson = Pick<Person, 'handle' | 'displayName' | 'url'> & Partial<Person>

export function personResult(about: KnownPerson, { siteName }: ResultSite, score: number): Result {
  const { handle, displayName, bio = '', url, imageUrl: image = '', appCount, followerCount } = about
  const described = { url, name: sanitize(displayName), description: sanitize(bio, 200) }
  return resultOf('Person', described, siteName, score, {
    alternateName: `@${handle}`,
    image,
    ...(followerCount === undefined ? {} : { interactionStatistic: interactions('FollowAction', followerCount) }),
    ...(appCount === undefined ? {} : { agentInteractionStatistic: interactions('WriteAction', appCount) }),
  })
}

export const pageResult = ({ url, title: name, text: description }: Source, site: string, score: number): Result =>
  resultOf('TechArticle', { url, name, description }, site, score)

export const isOfPage = ({ '@type': type }: Result): boolean => type === 'TechArticle' || type === 'Quotation'

/** What a page says that may help with a question. */
export const quoteResult = ({ url, title: name, text: description }: Source, site: string, score: number): Result =>
  resultOf('Quotation', { url, name, description }, site, score)

export function apiUrl({ baseUrl }: Addresses, path: string, query: Record<string, string> = {}): string {
  const queryString = new URLSearchParams(query).toString()
  return `${baseUrl}${path}${queryString === '' ? '' : `?${queryString}`}`
}
