// Which language a question is in. The script decides for five of the eleven; the other six are told apart by their
// words and by groups of three letters, learned from our own texts.
import { setImmediate as othersTurn } from 'node:timers/promises'
import { foldText } from '../store/search-text.ts'
import type { Fact } from './facts.ts'

export type DetectLanguage = (text: string) => string

const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/u, 'ja'],
  [/\p{sc=Hangul}/u, 'ko'],
  [/\p{sc=Han}/u, 'zh'],
  [/\p{sc=Arabic}/u, 'ar'],
  [/\p{sc=Devanagari}/u, 'hi'],
]
export const latinLanguages = ['en', 'es', 'fr', 'de', 'it', 'pt'] as const

/** Letters and signs that only one of the six uses, or hardly any other. */
const signs: Readonly<Record<string, RegExp>> = {
  es: /[¿¡ñ]/iu,
  fr: /[œêëûîù]|\b(?:qu|[ldjmtsnc])['’]\p{L}/iu,
  de: /[ßäöü]/iu,
  it: /\b(?:dell|nell|all|sull|dall|un|quest|cos|l|c|d)['’]\p{L}|\bè\b/iu,
  pt: /[ãõ]|ção\b|\bvocê/iu,
}
const signMatters = 1.2
const wordMatters = 6
/** Most of the readers, and of the technical words, are English. */
const englishAhead = 0.5
const longestRead = 400

export async function makeDetection(
  facts: readonly Fact[],
  familiarity: (locale: string, text: string) => number,
): Promise<DetectLanguage> {
  const profiles = new Map<string, Profile>()
  for (const locale of latinLanguages) {
    profiles.set(locale, profileOf(textsOf(facts, locale)))
    await othersTurn()
  }
  return text => {
    const read = text.slice(0, longestRead)
    // Technical words stay Latin in every language, so a letter of another script decides; kana stand beside Han.
    const written = scripts.find(([pattern]) => pattern.test(read))
    if (written !== undefined && !isQuoted(read, written[0])) return written[1]
    let best = 'en'
    let bestScore = Number.NEGATIVE_INFINITY
    for (const locale of latinLanguages) {
      const likely = likelihood(read, profiles.get(locale)!)
      const signed = signs[locale]?.test(read) ? signMatters : 0
      const score = likely + signed + wordMatters * familiarity(locale, read) + (locale === 'en' ? englishAhead : 0)
      if (score > bestScore) {
        best = locale
        bestScore = score
      }
    }
    return best
  }
}

/** An English question about a creation with a Japanese title is English. */
function isQuoted(text: string, script: RegExp): boolean {
  const outside = text.replaceAll(/[“”„"«»「『‹][^“”„"«»「」『』‹›]*[“”"«»」』›]/gu, ' ')
  return /\p{sc=Latin}{3}/u.test(outside) && !script.test(outside)
}

const textsOf = (facts: readonly Fact[], locale: string): string =>
  facts.flatMap(({ ask, say }) => [...(ask.get(locale) ?? []), say.get(locale) ?? '']).join(' ')

type Profile = { groups: ReadonlyMap<string, number>; total: number }

// Accents tell languages apart, so they stay.
const groupsOf = (text: string): string[] => {
  const letters = ` ${text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}]+/gu, ' ')} `
  return Array.from({ length: Math.max(0, letters.length - 2) }, (_, i) => letters.slice(i, i + 3))
}

function profileOf(text: string): Profile {
  const groups = new Map<string, number>()
  let total = 0
  for (const group of groupsOf(text)) {
    groups.set(group, (groups.get(group) ?? 0) + 1)
    total++
  }
  return { groups, total }
}

/** Mean over the groups, so that short and long questions compare. */
function likelihood(text: string, { groups, total }: Profile): number {
  const asked = groupsOf(text)
  const sum = asked.reduce((all, group) => all + Math.log(((groups.get(group) ?? 0) + 0.2) / (total + 2000)), 0)
  return sum / Math.max(1, asked.length)
}

/** The answer's language for a BCP-47 tag: pt-BR is answered in pt; undefined when we speak nothing like it. */
export function languageFor(tag: string, languages: readonly string[]): string | undefined {
  const base = foldText(tag).split(/[-_]/, 1)[0]
  return languages.find(language => language === base)
}
