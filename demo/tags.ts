// Tags: names of topics, general tags, and combinations of a modifier and a topic, more of them in larger communities.
import type { TagRecord } from '../src/records/records.ts'
import { readData } from './data.ts'
import { capitalise, capitaliseLabels } from './languages.ts'
import { topics } from './topics.ts'

type LabelledTag = Pick<TagRecord, 'key' | 'labels'>

const { general, topical, modifiers } = readData<{
  /** Fit any topic. Most used first. */
  general: LabelledTag[]
  /** Tags of single topics that have labels in all languages. */
  topical: LabelledTag[]
  /** Combined with a topic: `beginner-yoga`, `rainy-day-chess`. Most used first. */
  modifiers: string[]
}>('tags')

const labelledTag = ({ key, labels }: LabelledTag): TagRecord => ({ type: 'tag', key, labels })

export const generalTagKeys: readonly string[] = general.map(tag => tag.key)

/** A larger community uses more modifiers. */
export function modifiersFor(creations: number): readonly string[] {
  return modifiers.slice(0, Math.min(modifiers.length, 2 + Math.ceil(creations / 4000)))
}

/** The share of creations with a combined tag. It grows with the number of modifiers. */
export function compoundShare(creations: number): number {
  return 0.03 + 0.2 * (modifiersFor(creations).length / modifiers.length)
}

function englishTag(key: string): TagRecord {
  return { type: 'tag', key, labels: { en: capitalise(key.replaceAll('-', ' ')) } }
}

/** Every tag that a community of this size may use, each once. */
export function* tagRecords(creations: number): Generator<TagRecord> {
  const seen = new Set<string>()
  const isNew = (tag: TagRecord) => !seen.has(tag.key) && seen.add(tag.key)
  const topicTags = topics.map(
    (topic): TagRecord => ({ type: 'tag', key: topic.key, labels: capitaliseLabels(topic.names) }),
  )
  const englishOnly = topics.flatMap(topic => topic.tags.map(englishTag))
  const compound = modifiersFor(creations).flatMap(modifier =>
    topics.map(topic => englishTag(`${modifier}-${topic.key}`)),
  )
  for (const tag of [
    ...general.map(labelledTag),
    ...topicTags,
    ...topical.map(labelledTag),
    ...englishOnly,
    ...compound,
  ])
    if (isNew(tag)) yield tag
}
