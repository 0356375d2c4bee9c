// Words without their endings, a language at a time.
import { stemmer as arabic } from '@orama/stemmers/arabic'
import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as hindi } from '@orama/stemmers/indian'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as spanish } from '@orama/stemmers/spanish'

export type Stem = (word: string) => string

const stemmers: Readonly<Record<string, Stem>> = {
  en: english,
  es: spanish,
  fr: french,
  de: german,
  it: italian,
  pt: portuguese,
  ar: word => arabic(bareArabic(word)),
  hi: word => hindi(word.replaceAll('ँ', 'ं').replaceAll('़', '')),
}

/** Stemming takes microseconds, and the same words come all the time. */
const mostRemembered = 2000

/** The same word always gives the same stem; a language without endings to cut gives the word itself. */
export function stemOf(locale: string): Stem {
  const stemmer = stemmers[locale]
  if (stemmer === undefined) return word => word
  const remembered = new Map<string, string>()
  return word => {
    if (word.length < 3) return word
    const before = remembered.get(word)
    if (before !== undefined) return before
    const stem = stemmer(word) || word
    if (remembered.size >= mostRemembered) remembered.clear()
    remembered.set(word, stem)
    return stem
  }
}

/** Spelling variants made one, and the little words that are written together with the next one taken off. */
function bareArabic(word: string): string {
  const plain = word
    .replaceAll(/[أإآٱ]/g, 'ا')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
    .replaceAll('ؤ', 'و')
  const bare = plain.replace(/^[وف](?=\p{L}{4})/u, '').replace(/^(?:ال|لل|بال|كال)(?=\p{L}{3})/u, '')
  return bare.length === plain.length ? plain.replace(/^[بلك](?=\p{L}{4})/u, '') : bare
}
