// How each language talks about a topic. `forms` of the same kind and place say the same thing in every language,
// which is what makes a translation of a title and summary a true one.
import type { Kind } from '../src/records/records.ts'
import { readData } from './data.ts'
import { capitalise, capitaliseWords, type Language, languages } from './languages.ts'
import type { Topic } from './topics.ts'

type Form = { title: string; summary: string }

/** `{t}` is the topic's name, `{T}` the same with a capital, `{d}` the name after French "de", `{title}` a parent's title. */
type Phrases = {
  forms: Record<Kind, readonly Form[]>
  descriptions: Record<Kind, readonly string[]>
  instructions: Record<Kind, string>
  /** Where the creation came from; follows any description. */
  stories: readonly string[]
  /** The title of a remix. */
  twists: readonly string[]
  /** The last sentence of a remix's description. */
  remixNote: string
  bios: readonly string[]
}

export const phrases = Object.fromEntries(
  languages.map(language => [language, readData(`phrases/${language}`)]),
) as Record<Language, Phrases>

const compiled = new Map<string, string[]>()

/** Puts values into `{name}` places. Templates are few and used a million times, so each is taken apart once. */
export function fill(template: string, values: Record<string, string>): string {
  const parts = compiled.get(template) ?? template.split(/[{}]/)
  compiled.set(template, parts)
  let text = parts[0]!
  for (let i = 1; i < parts.length; i += 2) text += values[parts[i]!]! + parts[i + 1]!
  return text
}

/** French drops the e of "de" before a vowel or a silent h; none of the topics begins with an aspirated one. */
function withDe(name: string): string {
  return /^[aeiouyhéèêàâîôû]/i.test(name) ? `d’${name}` : `de ${name}`
}

const known = new Map<Topic, Partial<Record<Language, Record<string, string>>>>()

export function topicValues(topic: Topic, language: Language): Record<string, string> {
  const ofTopic = known.get(topic) ?? {}
  known.set(topic, ofTopic)
  ofTopic[language] ??= makeValues(topic, language)
  return ofTopic[language]
}

function makeValues(topic: Topic, language: Language): Record<string, string> {
  const t = topic.names[language]
  return { t, T: language === 'en' ? capitaliseWords(t) : capitalise(t), S: capitalise(t), d: withDe(t) }
}

/** English sentence patterns that have no counterpart in other languages; data/phrases/en.json has those that do. */
type EnglishTexts = {
  /** What follows the subject of a title. */
  titleEndings: Record<Kind, readonly string[]>
  titlePrefixes: readonly string[]
  titleSuffixes: readonly string[]
  /** Each has one `{adj}`, which determines how frequent the adjectives are in the community. */
  summaries: Record<Kind, readonly string[]>
  /** Appended to a summary that names a place. */
  placeNotes: readonly string[]
  descriptions: Record<Kind, readonly string[]>
  instructions: Record<Kind, readonly string[]>
}

export const englishTexts: EnglishTexts = readData('english')
