// The kind of answer that a question expects, and whether a text contains one.
import { languageOf } from '../../languages/languages.ts'

type AnswerType = 'time' | 'money' | 'number' | 'person' | 'place' | 'rule'

const typeOfFrame: Readonly<Record<string, AnswerType>> = {
  'frame.when': 'time',
  'frame.howoften': 'time',
  'frame.howlong': 'time',
  'frame.howmany': 'number',
  'frame.howmuch': 'money',
  'frame.who': 'person',
  'frame.where': 'place',
  'frame.can': 'rule',
}

/** English; in other languages, yes-no questions have no form of their own. */
const yesOrNo =
  /(?:^|[.!,]\s+)(?:do|does|did|is|are|was|can|could|may|will|must|should|am|have|has)\s+(?!you know|you tell)/i

/** All types that a question asks for: when and how much. */
export function answerTypesOf(query: string, ideas: readonly string[]): AnswerType[] {
  const types = Object.entries(typeOfFrame).flatMap(([frame, type]) => (ideas.includes(frame) ? [type] : []))
  if (ideas.includes('price')) types.push('money')
  if (types.length === 0 && yesOrNo.test(query)) types.push('rule')
  return [...new Set(types)]
}

/** Types that an answer must have; the others may be expressed in many ways. */
export const requiredTypes = (types: readonly AnswerType[], ideas: readonly string[]): AnswerType[] =>
  types.filter(type => type === 'time' || type === 'number' || (type === 'money' && ideas.includes('frame.howmuch')))

/** The share of the types that a text contains. */
export const containedTypes = (text: string, types: readonly AnswerType[], locale: string): number =>
  types.length === 0 ? 1 : types.filter(type => containsType(text, type, locale)).length / types.length

/** Two capitalised words in a row within a sentence, or a role. */
const person = /(?<=\S\s)\p{Lu}[\p{L}’'-]+\s\p{Lu}|\p{Lo}{2,}/u
const place =
  /\b(?:in|at|on|under|behind|beside|next|near|opposite|left|right|im|am|in der|auf|unter|neben|dans|sur|sous|à|en|sobre|nel|nella|em|no|na)\b|\p{Lo}/iu

const money =
  /[$€£¥₹₩]|(?<!\p{L})(?:usd|eur|gbp|chf|jpy|euros?|dollars?|pounds?|francs?|francos?|cents?|pesos?|reais|rupees?|yen|yuan|won|credits?)(?!\p{L})|円|元|원|यूरो|रुपये|يورو|دولار/iu

export function containsType(text: string, type: AnswerType, locale: string): boolean {
  if (type === 'person') return person.test(text)
  if (type === 'place') return place.test(text)
  const words = wordsFor(locale)
  const isNumber = /\d/.test(text) || words.numerals.test(text)
  if (type === 'number') return isNumber
  if (type === 'money') return words.free.test(text) || (isNumber && money.test(text))
  if (type === 'time')
    return words.calendar.test(text) || /\d{1,2}:\d{2}|\b(?:1[5-9]|20)\d{2}\b|\d\s?(?:am|pm|h|Uhr)\b/.test(text)
  return words.rule.test(text)
}

/** Whether a fact (its English sentence) says how many or how long: also that there is no limit, or that it is all or none. */
export const saysHowMany = (text: string): boolean =>
  containsType(text, 'number', 'en') ||
  /\b(?:no limit|unlimited|any number|none|all|every|each|one|no|(?:second|minute|hour|day|week|month|year)s?|as long as|never)\b/i.test(
    text,
  )

type TypeWords = { numerals: RegExp; free: RegExp; calendar: RegExp; rule: RegExp }
const byLocale = new Map<string, TypeWords>()

const modals =
  'may|must|can|cannot|allowed|permitted|forbidden|required|needed|need|only|welcome|yes|no|darf|dürfen|muss|müssen|erlaubt|verboten|peut|peuvent|doit|doivent|interdit|autorisé|puede|pueden|debe|deben|prohibido|permitido|può|possono|deve|devono|vietato|consentito|pode|podem|devem|proibido|できます|可能|必要|禁止|可以|必须|允许|가능|필요|금지'

function wordsFor(locale: string): TypeWords {
  const made = byLocale.get(locale)
  if (made !== undefined) return made
  const { numerals, negations } = languageOf(locale).grammar
  const any = (list: readonly string[]) =>
    new RegExp(
      `(?<![\\p{L}\\p{M}])(?:${list.join('|')})(?![\\p{L}\\p{M}])|(?:${list.filter(word => /\p{Lo}/u.test(word)).join('|') || '(?!)'})`,
      'iu',
    )
  const names = (options: Intl.DateTimeFormatOptions, days: number) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
    return Array.from({ length: 12 }, (_, i) => format.format(Date.UTC(2024, days === 1 ? 0 : i, 1 + i)))
  }
  const words = {
    numerals: any(numerals.split(' ')),
    free: any(['free', 'kostenlos', 'gratis', 'gratuit', 'gratuite', 'gratuito', 'gratuita', 'grátis', '無料', '免费', '무료']),
    calendar: any([...new Set([...names({ weekday: 'long' }, 1), ...names({ month: 'long' }, 30)]), 'every', 'daily', 'noon', 'midnight', 'seconds?', 'minutes?', 'hours?', 'days?', 'weeks?', 'months?', 'years?', 'times']),
    rule: any([...modals.split('|'), ...negations.split(' ')]),
  } // biome-ignore format: a table
  byLocale.set(locale, words)
  return words
}
