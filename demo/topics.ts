// The topics of creations: words from which titles, texts and tags are made.
import { type Category, categories } from './categories.ts'
import { readData } from './data.ts'
import type { Language } from './languages.ts'

type TopicWords = {
  /** Also the key of the topic's first tag. */
  key: string
  /**
   * Lower case. Templates use them after words such as "diary of" and "quiz on", so Arabic names have an article, and
   * German names are single words.
   */
  names: Record<Language, string>
  /** Words for titles, the most common ones first. */
  subjects: readonly string[]
  /** What is counted, in the plural. */
  things: string
  /** Follows "helps you". */
  goal: string
  /** What the player does, as an imperative. */
  play: string
  /** Each follows "It has". */
  features: readonly string[]
  /** The unit of scores, unless the creation is a game. */
  unit: string
  /** Further tags, with English labels only. */
  tags: readonly string[]
}

export type Topic = TopicWords & { category: Category }

/** Five topics for each category. */
const topicsByCategory = readData<Record<string, readonly TopicWords[]>>('topics')

/** Most popular first: the first topic of each category, then the second of each, and so on. */
export const topics: readonly Topic[] = [0, 1, 2, 3, 4].flatMap(rank =>
  categories.map(category => ({ ...topicsByCategory[category.slug]![rank]!, category })),
)

export const topicByKey: ReadonlyMap<string, Topic> = new Map(topics.map(topic => [topic.key, topic]))
