// The properties of a creation that its texts depend on: topic, kind, language and parent.
import type { DefaultKind as Kind } from '../src/site/site.ts'
import { type Category, categories } from './categories.ts'
import type { Language } from './languages.ts'
import { type Person, personAt } from './names.ts'
import { randomFor, weightedChooser } from './random.ts'
import { parentOf } from './remixes.ts'
import { type Topic, topicByKey, topics } from './topics.ts'
import type { World } from './world.ts'

/** `parent` is the number of a creation, or -1. */
export type Plan = { topic: Topic; kind: Kind; language: Language; parent: number }

const chooseTopic = weightedChooser(topics, (_, rank) => 1 / (rank + 6) ** 0.9)

const chooseKind: ReadonlyMap<Category, ReturnType<typeof weightedChooser<Kind>>> = new Map(
  categories.map(category => {
    const kinds = Object.keys(category.kindWeights) as Kind[]
    return [category, weightedChooser(kinds, kind => category.kindWeights[kind])]
  }),
)

export function personOf(world: World, creator: number): Person {
  return personAt(creator, randomFor(world.seed, 'person', creator))
}

/** Most creations are in English; one creator in ten mostly uses the own language. */
function languageOf(world: World, creation: number): Language {
  const creator = world.ownership.creatorOf(creation)
  const { language } = personOf(world, creator)
  if (language === 'en') return 'en'
  const prefersOwnLanguage = randomFor(world.seed, 'profile', creator)() < 0.1
  return randomFor(world.seed, 'locale', creation)() < (prefersOwnLanguage ? 0.75 : 0.15) ? language : 'en'
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
