// Tags: what a topic is called, what goes with any topic, and at larger sizes the two combined.
import type { TagRecord } from '../src/records/records.ts'
import { readData } from './data.ts'
import { capitalise, capitaliseLabels } from './languages.ts'
import { topics } from './topics.ts'

type LabelledTag = Pick<TagRecord, 'key' | 'labels'>

const { general, topical, modifiers } = readData<{
  /** Tags that go with any topic, most used first. */
  general: LabelledTag[]
  /** Tags of the most popular topics, used as often as the general ones. */
  topical: LabelledTag[]
  /** Combined with a topic, these make the long tail: `beginner-yoga`, `rainy-day-chess`. Most used first. */
  modifiers: string[]
}>('tags')

const labelledTag = ({ key, labels }: LabelledTag): TagRecord => ({ type: 'tag', key, labels })

export const generalTagKeys: readonly string[] = general.map(tag => tag.key)

/** How many modifiers are in use: a community of a few thousand has not yet grown the long tail of a large one. */
export function modifiersFor(creations: number): readonly string[] {
  return modifiers.slice(0, Math.min(modifiers.length, 2 + Math.ceil(creations / 4000)))
}

/** The share of creations with a compound tag; the more of these tags there are, the more they are used. */
export function compoundShare(creations: number): number {
  return 0.03 + 0.2 * (modifiersFor(creations).length / modifiers.length)
}

function englishTag(key: string): TagRecord {
  return { type: 'tag', key, labels: { en: capitalise(key.replaceAll('-', ' ')) } }
}

/** Every tag a community of this size can use, each once. */
export function* tagRecords(creations: number): Generator<TagRecord> {
  const seen = new Set<string>()
  const fresh = (tag: TagRecord) => !seen.has(tag.key) && seen.add(tag.key)
  const topicTags = topics.map(
    (topic): TagRecord => ({ type: 'tag', key: topic.key, labels: capitaliseLabels(topic.names) }),
  )
  const further = topics.flatMap(topic => topic.tags.map(englishTag))
  const compound = modifiersFor(creations).flatMap(modifier =>
    topics.map(topic => englishTag(`${modifier}-${topic.key}`)),
  )
  for (const tag of [...general.map(labelledTag), ...topicTags, ...topical.map(labelledTag), ...further, ...compound])
    if (fresh(tag)) yield tag
}
