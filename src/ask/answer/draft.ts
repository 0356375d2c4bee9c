// A draft: the sentences of an answer and the sources that they cite.
import type { Addresses } from '../../addresses.ts'
import type { Creation, CreatorPreview } from '../../operations/shapes.ts'
import { counterActions, interactions, shownCounters } from '../../site/kinds.ts'
import type { Site } from '../../site/site.ts'
import type { Static } from '../../util/schema.ts'
import type { AskResponse, Citation, Result, TextRange } from './answer.ts'
import { sanitize } from './sanitize.ts'

export type Source = { url: string; title: string; text: string }

/**
 * `citation` is the number of a source, counted from 1; `also` are further ones for the same sentence. `items` is the part of
 * the text that names the results.
 */
export type Sentence = { text: string; citation: number; also?: readonly number[]; items?: string }

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
  for (const { text, citation, also = [], items = '' } of sentences) {
    if (answer !== '') answer += ' '
    const start_index = answer.length
    answer += text
    const listed = items === '' ? -1 : text.indexOf(items)
    if (listed >= 0) list = { start_index: start_index + listed, end_index: start_index + listed + items.length }
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
  /** Addresses of the page and of the same content in the API. */
  page: string
  api: string
  title: string
  /** What the page and the API contain. */
  proof: string
  results: Result[]
}

/** Sentences that cite a page (source 1) and the same content in the API (source 2). */
export function citePageAndApi({ texts, items = '', page, api, title, proof, results }: Told): LiveAnswer {
  return {
    sentences: [...new Set(texts)].map(text => ({
      text,
      citation: 1,
      also: [2],
      ...(items !== '' && text.includes(items) ? { items } : {}),
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

const schemaTypes: Record<string, string> = { game: 'VideoGame' }

/** The site of results: its name, and the counters that it shows. */
type ResultSite = { siteName: string; site: Pick<Site, 'stats'> }

export function creationResult(card: Card, { siteName, site }: ResultSite, score: number): Result {
  const type = schemaTypes[card.kind] ?? 'SoftwareApplication'
  return {
    '@type': type,
    url: card.url,
    name: card.title,
    site: siteName,
    score,
    description: card.summary,
    schema_object: {
      '@type': type,
      '@context': 'https://schema.org',
      url: card.url,
      name: card.title,
      description: card.summary,
      image: card.imageUrl,
      datePublished: card.publishedAt,
      author: { '@type': 'Person', name: card.creator.displayName, url: card.creator.url },
      interactionStatistic: shownCounters(site).map(counter =>
        interactions(counterActions[counter], card.stats[counter]),
      ),
    },
  }
}

/** The other fields are absent if they are not known. */
type KnownPerson = Pick<Person, 'handle' | 'displayName' | 'url'> & Partial<Person>

export function personResult(about: KnownPerson, { siteName }: ResultSite, score: number): Result {
  const { handle, displayName, bio = '', url, imageUrl = '', appCount, followerCount } = about
  const person = { '@type': 'Person', url, name: sanitize(displayName), description: sanitize(bio, 200) }
  const schema_object = {
    ...person,
    '@context': 'https://schema.org',
    alternateName: `@${handle}`,
    image: imageUrl,
    ...(followerCount === undefined ? {} : { interactionStatistic: interactions('FollowAction', followerCount) }),
    ...(appCount === undefined ? {} : { agentInteractionStatistic: interactions('WriteAction', appCount) }),
  }
  return { ...person, site: siteName, score, schema_object }
}

export function pageResult(source: Source, site: string, score: number): Result {
  const { url, title: name, text: description } = source
  return {
    '@type': 'TechArticle',
    url,
    name,
    site,
    score,
    description,
    schema_object: { '@type': 'TechArticle', '@context': 'https://schema.org', url, name, description },
  }
}

export function apiUrl({ baseUrl }: Addresses, path: string, query: Record<string, string> = {}): string {
  const queryString = new URLSearchParams(query).toString()
  return `${baseUrl}${path}${queryString === '' ? '' : `?${queryString}`}`
}
