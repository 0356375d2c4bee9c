// Order and filters of the feed, from what a question says.
import { type Counter, counters } from '../../../site/site.ts'
import type { NamedTopic } from './names.ts'
import type { Parts } from './parts.ts'

const sortCues = [
  ['liked', 'liked'],
  ['remixed', 'remixed'],
  ['popular', 'popular'],
  ['newest', 'recent'],
  ['trending', 'trending'],
] as const
const sortOfCounter: Partial<Record<Counter, string>> = { likes: 'liked', plays: 'popular', remixes: 'remixed' }

export function sortOf({ cues, kinds, topics }: Parts): string | null {
  const isListed = kinds.length > 0 || topics.length > 0
  const named = sortCues.find(([cue]) => cues.has(cue))?.[1]
  const counter = counters.find(one => cues.has(one))
  if (named !== undefined) return (named === 'popular' && counter && sortOfCounter[counter]) || named
  if (!cues.has('most')) return null
  if (counter !== undefined) return sortOfCounter[counter] ?? null
  return cues.has('creation') || cues.has('thing') || isListed ? 'popular' : null
}

/** Filters of the feed. */
export function filtersOf({ cues, creators, topics, kinds, language }: Parts): Record<string, string> {
  const isTag = ({ category, tag }: NamedTopic) => tag !== null && (cues.has('tag') || category === null)
  const tags = topics.filter(isTag).map(({ tag }) => tag!.key)
  const category = topics.find(topic => !isTag(topic))?.category?.key
  return {
    ...(kinds.length === 1 ? { kind: kinds[0]! } : {}),
    ...(category === undefined ? {} : { category }),
    ...(tags.length === 0 ? {} : { tag: tags.join(',') }),
    ...(creators[0] === undefined ? {} : { creator: creators[0].person.handle }),
    ...(language === null ? {} : { language }),
    ...(cues.has('featured') ? { featuredOnly: 'true' } : {}),
  }
}
