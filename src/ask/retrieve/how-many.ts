// Whether a text says how many or how long.
import { languageOf } from '../../languages/languages.ts'

const numerals = languageOf('en').grammar.numerals.split(' ').join('|')
const amount = new RegExp(
  `\\d|(?<![\\p{L}\\p{M}])(?:${numerals}|no limit|unlimited|any number|none|all|every|each|one|no|(?:second|minute|hour|day|week|month|year)s?|as long as|never)(?![\\p{L}\\p{M}])`,
  'iu',
)

/** Of the English sentence of a fact: also that there is no limit, or that it is all or none. */
export const saysHowMany = (text: string): boolean => amount.test(text)
