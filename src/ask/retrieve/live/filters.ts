// The order and the filters of a list of creations that a question asks for.
import { type Counter, counters } from '../../../site/site.ts'
import type { NamedTopic } from './names.ts'
import { hasCue, type Parts } from './parts.ts'

const sortCues = { liked: 'liked', remixed: 'remixed', popular: 'popular', newest: 'recent', trending: 'trending' }
const sortOfCounter: Partial<Record<Counter, string>> = { likes: 'liked', plays: 'popular', remixes: 'remixed' }

/** The order of the feed that a question asks for. */
export function sortOf(parts: Parts): string | null {
  const named = Object.entries(sortCues).find(([cue]) => parts.cues.has(cue))?.[1]
  const counter = counters.find(one => parts.cues.has(one))
  if (named !== undefined) return (named === 'popular' && counter && sortOfCounter[counter]) || named
  if (!parts.cues.has('most')) return null
  if (counter !== undefined) return sortOfCounter[counter] ?? null
  const isList = hasCue(parts, 'creation', 'thing') || parts.kinds.length + parts.topics.length > 0
  // "Top 5 music players"
  return isList || parts.limit !== null ? 'popular' : null
}

/** Whether a word that is both means the tag. */
export const isTag = ({ category, tag }: NamedTopic, { cues }: Parts): boolean =>
  tag !== null && (cues.has('tag') || category === null)

/** Filters of the feed. */
export function filtersOf(parts: Parts): Record<string, string> {
  const { cues, creators, topics, kinds, language } = parts
  const tags = topics.flatMap(topic => (isTag(topic, parts) ? [topic.tag!.key] : []))
  const category = topics.find(topic => !isTag(topic, parts))?.category?.key
  return {
    ...(kinds.length === 1 ? { kind: kinds[0]! } : {}),
    ...(category === undefined ? {} : { category }),
    ...(tags.length === 0 ? {} : { tag: tags.join(',') }),
    ...(creators[0] === undefined ? {} : { creator: creators[0].person.handle }),
    ...(language === null ? {} : { language }),
    ...(cues.has('featured') ? { featuredOnly: 'true' } : {}),
  }
}
