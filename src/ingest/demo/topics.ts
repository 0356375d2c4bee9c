// What creations are about. A topic holds the words that make a title, its texts and its tags fit together.
import { type Category, categories } from './categories.ts'
import { type Language, otherLanguages } from './languages.ts'
import { topicNames } from './topic-names.ts'
import { bodyTopics } from './topics-body.ts'
import { mindTopics } from './topics-mind.ts'
import { playTopics } from './topics-play.ts'
import { worldTopics } from './topics-world.ts'

export type TopicWords = {
  /** Also the key of the topic's first tag. */
  key: string
  /** The plain English name, in small letters. */
  name: string
  /** What titles are made of; the first ones are the most common. */
  subjects: readonly string[]
  /** What is counted, in the plural. */
  things: string
  /** Follows "helps you". */
  goal: string
  /** What the player does, as an imperative. */
  play: string
  /** Each follows "It has". */
  features: readonly string[]
  /** What its leaderboards count, where the creation is not a game. */
  unit: string
  /** Further tags, known in English only. */
  tags: readonly string[]
}

export type Topic = TopicWords & { category: Category; names: Record<Language, string> }

const words = { ...bodyTopics, ...mindTopics, ...playTopics, ...worldTopics }

function topicsOf(category: Category): Topic[] {
  return words[category.slug]!.map((topic, i) => {
    const names = Object.fromEntries(
      otherLanguages.map(language => [language, topicNames[language][category.slug]!.split(', ')[i]!]),
    )
    return { ...topic, category, names: { ...names, en: topic.name } as Record<Language, string> }
  })
}

const byCategory = categories.map(topicsOf)

/** Most popular first: every shelf has one topic among the first eighteen, one among the next, and so on. */
export const topics: readonly Topic[] = [0, 1, 2, 3, 4].flatMap(rank => byCategory.map(list => list[rank]!))

export const topicByKey: ReadonlyMap<string, Topic> = new Map(topics.map(topic => [topic.key, topic]))
