// The plan of a creation, before its texts: topic, kind, language and parent.
import type { Kind } from '../src/records/records.ts'
import { type Category, categories } from './categories.ts'
import type { Language } from './languages.ts'
import { type Person, personAt } from './names.ts'
import { chooser, randomFor } from './random.ts'
import { parentOf } from './remixes.ts'
import { type Topic, topicByKey, topics } from './topics.ts'
import type { World } from './world.ts'

export type Plan = { topic: Topic; kind: Kind; language: Language; parent: number }

const chooseTopic = chooser(topics, (_, rank) => 1 / (rank + 6) ** 0.9)

const chooseKind: ReadonlyMap<Category, ReturnType<typeof chooser<Kind>>> = new Map(
  categories.map(category => {
    const kinds = Object.keys(category.kindWeights) as Kind[]
    return [category, chooser(kinds, kind => category.kindWeights[kind])]
  }),
)

export function personOf(world: World, creator: number): Person {
  return personAt(creator, randomFor(world.seed, 'person', creator))
}

/** Most people write English here; a few in each country publish in their own language nearly always. */
function languageOf(world: World, creation: number): Language {
  const creator = world.ownership.creatorOf(creation)
  const { language } = personOf(world, creator)
  if (language === 'en') return 'en'
  const loyal = randomFor(world.seed, 'profile', creator)() < 0.1
  return randomFor(world.seed, 'locale', creation)() < (loyal ? 0.75 : 0.15) ? language : 'en'
}

export function planOf(world: World, creation: number): Plan {
  const parent = parentOf(world, creation)
  const language = languageOf(world, creation)
  if (parent >= 0) {
    const { topic, kind } = planOf(world, parent)
    return { topic, kind, language, parent }
  }
  if (creation === 0) return { topic: topicByKey.get('hydration')!, kind: 'tracker', language: 'en', parent }
  const random = randomFor(world.seed, 'plan', creation)
  const topic = chooseTopic(random)
  return { topic, kind: chooseKind.get(topic.category)!(random), language, parent }
}
