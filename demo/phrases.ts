// Text templates of each language. The form with the same kind and index has the same meaning in every language, so it
// is a translation of the title and summary.
import type { DefaultKind as Kind } from '../src/site/site.ts'
import { readData } from './data.ts'
import { capitalise, capitaliseWords, type Language, languages } from './languages.ts'
import type { Topic } from './topics.ts'

type Form = { title: string; summary: string }

/**
 * Placeholders: `{t}` the topic's name, `{S}` with a capital first letter, `{T}` as in a title (English: capital words),
 * `{d}` with the French "de" or "d’"; `{title}` the title of the parent; in bios also `{u}`, the name of another topic,
 * and `{city}`.
 */
type Phrases = {
  forms: Record<Kind, readonly Form[]>
  descriptions: Record<Kind, readonly string[]>
  instructions: Record<Kind, string>
  /** How the creation came about; appended to a description. */
  stories: readonly string[]
  /** Titles of remixes. */
  remixTitles: readonly string[]
  /** The last sentence of a remix's description. */
  remixNote: string
  bios: readonly string[]
}

export const phrases = Object.fromEntries(
  languages.map(language => [language, readData(`phrases/${language}`)]),
) as Record<Language, Phrases>

const templateParts = new Map<string, string[]>()

/** Replaces `{name}` placeholders. A template is split once, because it is filled up to a million times. */
export function fill(template: string, values: Record<string, string>): string {
  let parts = templateParts.get(template)
  if (parts === undefined) {
    parts = template.split(/[{}]/)
    templateParts.set(template, parts)
  }
  let text = parts[0]!
  for (let i = 1; i < parts.length; i += 2) text += values[parts[i]!]! + parts[i + 1]!
  return text
}

/** French "de" becomes "d’" before a vowel or a silent h. No topic begins with an aspirated h. */
function withDe(name: string): string {
  return /^[aeiouyhéèêàâîôû]/i.test(name) ? `d’${name}` : `de ${name}`
}

const valuesCache = new Map<Topic, Partial<Record<Language, Record<string, string>>>>()

export function topicValues(topic: Topic, language: Language): Record<string, string> {
  let byLanguage = valuesCache.get(topic)
  if (byLanguage === undefined) {
    byLanguage = {}
    valuesCache.set(topic, byLanguage)
  }
  byLanguage[language] ??= makeValues(topic, language)
  return byLanguage[language]
}

function makeValues(topic: Topic, language: Language): Record<string, string> {
  const t = topic.names[language]
  return { t, T: language === 'en' ? capitaliseWords(t) : capitalise(t), S: capitalise(t), d: withDe(t) }
}

/** English templates without translations (data/english.json). Those that exist in all languages are in data/phrases/. */
type EnglishTexts = {
  /** Appended to the subject of a title. */
  titleEndings: Record<Kind, readonly string[]>
  titlePrefixes: readonly string[]
  titleSuffixes: readonly string[]
  /** Each contains `{adj}` once, so that the frequency of the adjectives is known. Other placeholders: see texts.ts. */
  summaries: Record<Kind, readonly string[]>
  /** Appended to the summary if the creation has a `{place}` that its title does not contain. */
  placeNotes: readonly string[]
  descriptions: Record<Kind, readonly string[]>
  instructions: Record<Kind, readonly string[]>
}

export const englishTexts: EnglishTexts = readData('english')
