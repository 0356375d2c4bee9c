// Tags: names of topics, general tags, and combinations of a modifier and a topic, more of them in larger communities.
import type { TagRecord } from '../src/records/records.ts'
import { readData } from './data.ts'
import { capitaliseLabels, type Language, languages } from './languages.ts'
import { topics } from './topics.ts'

type LabelledTag = { key: string; labels: Record<Language, string> }

const { general, topical, modifiers } = readData<{
  /** Fit any topic. Most used first. */
  general: LabelledTag[]
  /** Tags of single topics. */
  topical: LabelledTag[]
  /** Combined with a topic, whose name is `{t}`: `beginner-yoga`, `rainy-day-chess`. Most used first. */
  modifiers: LabelledTag[]
}>('tags')

const labelledTag = ({ key, labels }: LabelledTag): TagRecord => ({ type: 'tag', key, labels })

export const generalTagKeys: readonly string[] = general.map(tag => tag.key)

/** A larger community uses more modifiers. */
export function modifiersFor(creations: number): readonly LabelledTag[] {
  return modifiers.slice(0, Math.min(modifiers.length, 2 + Math.ceil(creations / 4000)))
}

/** The share of creations with a combined tag. It grows with the number of modifiers. */
export function compoundShare(creations: number): number {
  return 0.03 + 0.2 * (modifiersFor(creations).length / modifiers.length)
}

function compoundTag(modifier: LabelledTag, { key, names }: (typeof topics)[number]): TagRecord {
  const labelIn = (language: Language) => modifier.labels[language].replace('{t}', names[language])
  const labels = Object.fromEntries(languages.map(language => [language, labelIn(language)])) as Record<
    Language,
    string
  >
  return { type: 'tag', key: `${modifier.key}-${key}`, labels: capitaliseLabels(labels) }
}

/** Every tag that a community of this size may use, each once. */
export function* tagRecords(creations: number): Generator<TagRecord> {
  const seen = new Set<string>()
  const isNew = (tag: TagRecord) => !seen.has(tag.key) && seen.add(tag.key)
  const topicTags = topics.map(
    (topic): TagRecord => ({ type: 'tag', key: topic.key, labels: capitaliseLabels(topic.names) }),
  )
  const compound = modifiersFor(creations).flatMap(modifier => topics.map(topic => compoundTag(modifier, topic)))
  for (const tag of [...general.map(labelledTag), ...topicTags, ...topical.map(labelledTag), ...compound])
    if (isNew(tag)) yield tag
}
