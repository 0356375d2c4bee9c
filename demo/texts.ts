// The texts of a creation: summary, description, instructions, and their translations.
import { pick, type Random } from '../src/art/random.ts'
import type { Translation } from '../src/records/records.ts'
import { capitalise, type Language, languages } from './languages.ts'
import { englishTexts, fill, phrases, topicValues } from './phrases.ts'
import type { Plan } from './plans.ts'
import { randomFor } from './random.ts'
import type { Title } from './titles.ts'
import type { Topic } from './topics.ts'
import { chooseAdjective } from './words.ts'
import type { World } from './world.ts'

type Texts = {
  summary: string
  description: string
  instructions: string
  translations: Record<string, Translation>
}

export function textsOf(world: World, creation: number, plan: Plan, title: Title, parentTitle: string | null): Texts {
  const random = randomFor(world.seed, 'texts', creation)
  const note = parentTitle === null ? '' : ` ${fill(phrases[plan.language].remixNote, { title: parentTitle })}`
  const texts = title.form < 0 ? freeTexts(plan, title, random) : translatableTexts(plan, title, random)
  return { ...texts, description: texts.description + note, translations: translationsOf(plan, title, random) }
}

type Untranslated = Omit<Texts, 'translations'>

function freeTexts(plan: Plan, title: Title, random: Random): Untranslated {
  const values = englishValues(plan.topic, title.title, random)
  const summary = fill(pick(random, englishTexts.summaries[plan.kind]), values)
  const appendPlace = title.place !== null && !title.title.includes(title.place)
  const place = appendPlace ? ` ${fill(pick(random, englishTexts.placeNotes), { place: title.place! })}` : ''
  const description = fill(pick(random, englishTexts.descriptions[plan.kind]), values)
  const story = random() < 0.7 ? ` ${pick(random, phrases.en.stories)}` : ''
  return {
    summary: capitalise(summary) + place,
    description: capitalise(description) + story,
    instructions: random() < 0.9 ? pick(random, englishTexts.instructions[plan.kind]) : '',
  }
}

function englishValues(topic: Topic, title: string, random: Random): Record<string, string> {
  const first = Math.floor(random() * topic.features.length)
  const [f1, f2, f3] = [0, 1, 2].map(i => topic.features[(first + i) % topic.features.length]!) as [
    string,
    string,
    string,
  ]
  const { goal, things, play, names } = topic
  return {
    adj: chooseAdjective(random),
    goal,
    things,
    play,
    Play: capitalise(play),
    t: names.en,
    title,
    f1,
    F1: capitalise(f1),
    f2,
    f3,
  }
}

function translatableTexts(plan: Plan, title: Title, random: Random): Untranslated {
  const language = phrases[plan.language]
  const values = topicValues(plan.topic, plan.language)
  // Only the first description and story have translations, so English creations, which are translated, use these.
  const description =
    plan.language === 'en' ? language.descriptions[plan.kind][0]! : pick(random, language.descriptions[plan.kind])
  const story = plan.language === 'en' ? language.stories[0]! : pick(random, language.stories)
  const separator = plan.language === 'ja' || plan.language === 'zh' ? '' : ' '
  return {
    summary: fill(language.forms[plan.kind][title.form]!.summary, values),
    description: description + separator + story,
    instructions: language.instructions[plan.kind],
  }
}

/** Creations with a translatable title: English ones have one to four translations, 40 % of the others one or two. */
function translationsOf(plan: Plan, title: Title, random: Random): Record<string, Translation> {
  if (title.form < 0 || title.remixDepth > 0) return {}
  if (plan.language !== 'en' && random() < 0.6) return {}
  const count = plan.language === 'en' ? 1 + Math.floor(random() * 4) : 1 + Math.floor(random() * 2)
  const wanted: Language[] = plan.language === 'en' ? [] : ['en']
  while (wanted.length < count) {
    const language = pick(random, languages)
    if (language !== plan.language && !wanted.includes(language)) wanted.push(language)
  }
  const full = plan.language === 'en' && random() < 0.5
  return Object.fromEntries(wanted.sort().map(language => [language, translation(plan, title, language, full)]))
}

function translation(plan: Plan, title: Title, language: Language, full: boolean): Translation {
  const { forms, descriptions, stories, instructions } = phrases[language]
  const values = topicValues(plan.topic, language)
  const form = forms[plan.kind][title.form]!
  const short = { title: fill(form.title, values), summary: fill(form.summary, values) }
  if (!full) return short
  const separator = language === 'ja' || language === 'zh' ? '' : ' '
  const description = descriptions[plan.kind][0]! + separator + stories[0]!
  return { ...short, description, instructions: instructions[plan.kind] }
}
