// Answers that need arithmetic: the sentence of a fact or a passage, and a calculation with its numbers.
import { foldText } from '../../store/search-text.ts'
import type { Slot } from '../parse/lexicon.ts'
import { numbersIn, type Period, periodsIn } from '../parse/numbers.ts'
import type { Match, Matcher } from '../retrieve/matching.ts'
import { parameters } from './parameters.ts'

/** `result` has the unit of the first number; `rounded` is the number of whole parts of a quotient. */
export type Calculation = { left: number; sign: '×' | '÷'; right: number; unit: string; rounded: boolean }

/** An amount in a text per `seconds`. */
type Rate = { value: number; unit: string; seconds: number }

const currency = /^(?:usd|eur|gbp|euros?|dollars?|pounds?|francs?|chf|€|\$|£)$/i
const amount = '(\\d[\\d,]*(?:\\.\\d+)?)'
const ratePattern = new RegExp(
  `${amount}\\s+([\\p{L}]+)(?:\\s+[\\p{L}]+)?\\s+(?:a|an|per|each|every)\\s+(?:(\\d+)\\s+)?(second|minute|hour|day|week|month|year)s?\\b`,
  'giu',
)
const capacityPattern = new RegExp(`(?:at most|up to|maximum of|contains|holds)\\s+${amount}\\s+([\\p{L}]+)`, 'giu')

const numberOf = (text: string): number => Number(text.replaceAll(',', ''))

function ratesIn(text: string): Rate[] {
  const rate = (value = '', unit = '', count = '1', period = 'second'): Rate => ({
    value: numberOf(value),
    unit,
    seconds: Number(count) * periodsIn(`1 ${period}`, 'en')[0]!.seconds,
  })
  return [...text.matchAll(ratePattern)].map(([, value, unit, count, period]) => rate(value, unit, count, period))
}

/** Matches whose numbers may be needed for a calculation. */
const computable = 12
/** Numbers and periods are what is calculated with. */
const isSubject = ({ ideas, known }: Slot): boolean =>
  known &&
  !ideas.some(idea => idea.startsWith('absent.')) &&
  !ideas.every(idea => /^frame\.|^n:\d{1,3}$|^(?:measure|minimum|do\.renew)$/.test(idea))

const isOtherAction = ({ ideas }: Slot): boolean =>
  ideas.some(idea => /^do\.(?:publish|remix|delete|edit|signin|like)$/.test(idea))

/** The fact must cover the most important word, and be about the same action. */
export function computedFrom(
  query: string,
  language: string,
  slots: readonly Slot[],
  matcher: Matcher,
): { match: Match; calculation: Calculation } | null {
  const ideas = new Set(slots.flatMap(slot => slot.ideas))
  if (wantedOf(ideas) === null) return null
  const subject = slots.filter(isSubject)
  const matches = matcher.find(subject, computable)
  if (matches[0]?.fact.absent && matches[0].score >= parameters.certainFactScore) return null
  const most = subject.toSorted((one, other) => matcher.weight(other) - matcher.weight(one))[0]
  for (const match of matches) {
    const isAbout =
      match.coverage >= parameters.computedCoverage && !match.missed.some(slot => slot === most || isOtherAction(slot))
    const text = isAbout ? match.fact.say.get('en') : undefined
    if (
      text === undefined ||
      match.score < Math.max(parameters.computedScore, matches[0]!.score - parameters.computedGap)
    )
      continue
    const calculation = calculate(query, ideas, language, text)
    if (calculation !== null) return { match, calculation }
  }
  return null
}

/** What a question with these ideas wants to know, if anything is calculated: an amount of money, or a number of something. */
type Wanted = 'money' | 'number'

function wantedOf(ideas: ReadonlySet<string>): Wanted | null {
  const has = (...names: string[]) => names.some(name => ideas.has(name))
  if ([...ideas].some(idea => /^absent\.(?!annual$)/.test(idea))) return null
  if (has('price', 'free', 'frame.howmuch', 'do.buy', 'measure') && !has('frame.howmany')) return 'money'
  return has('frame.howmany', 'total') ? 'number' : null
}

/** `ideas` are those of the question, `text` is an English sentence that answers it for one unit of time or one container. */
export function calculate(query: string, ideas: ReadonlySet<string>, locale: string, text: string): Calculation | null {
  const wanted = wantedOf(ideas)
  if (wanted === null) return null
  return overTime(query, locale, text, wanted) ?? (wanted === 'money' ? null : containers(query, ideas, locale, text))
}

/** 180 USD a month × 12 in a year. */
function overTime(query: string, locale: string, text: string, wanted: Wanted): Calculation | null {
  if (yearlyOffer.test(foldText(query))) return null
  const period = periodsIn(query, locale).at(-1)
  const rate = ratesIn(text).find(({ unit }) => currency.test(unit) === (wanted === 'money'))
  if (period === undefined || rate === undefined) return null
  const right = timesIn(period, rate.seconds)
  if (right <= 1 || !Number.isInteger(right)) return null
  return { left: rate.value, sign: '×', right, unit: currency.test(rate.unit) ? rate.unit : '', rounded: false }
}

/** Asks for a plan that is paid by the year, not for the cost of a year. */
const yearlyOffer = /\b(?:annual|yearly)\s+(?:plan|subscription|discount|billing|option)/

const month = 2_592_000
const year = 31_536_000

/** A year has twelve months, not 12.17. */
function timesIn({ count, seconds }: Period, unit: number): number {
  if (seconds === year && unit === month) return count * 12
  return (count * seconds) / unit
}

/** 25 lookups ÷ 10 in a batch. */
function containers(query: string, ideas: ReadonlySet<string>, locale: string, text: string): Calculation | null {
  if (!['batch', 'page', 'request'].some(idea => ideas.has(idea))) return null
  const [items, size] = numbersIn(query, locale).sort((one, other) => other - one)
  const capacity = [...text.matchAll(capacityPattern)].map(([, value]) => numberOf(value!))[0]
  const right = size !== undefined && size > 1 ? size : capacity
  if (items === undefined || capacity === undefined || right === undefined || items <= right || right < 2) return null
  return { left: items, sign: '÷', right, unit: '', rounded: true }
}

/** 180 USD × 12 = 2,160 USD. */
export function calculationText(
  { left, sign, right, unit, rounded }: Calculation,
  number: (n: number) => string,
): string {
  const result = sign === '×' ? left * right : left / right
  const unitText = unit === '' ? '' : ` ${unit}`
  const end = rounded && !Number.isInteger(result) ? ` → ${number(Math.ceil(result))}` : ''
  return `${number(left)}${unitText} ${sign} ${number(right)} = ${number(Math.round(result * 100) / 100)}${unitText}${end}.`
}
