// The examination of ask: sets of questions by authors who did not see how they are answered, and the rules that mark them.
import { readdirSync, readFileSync } from 'node:fs'
import type { AskResponse } from '../../src/ask/answer/answer.ts'
import type { CommunityName } from './communities.ts'

/**
 * Every group of `says` needs one of its alternatives in the answer. `cites` are parts of addresses that must occur, all
 * of them; of `citesAny`, one. `orUnanswered`: it is as good to decline.
 */
export type Examined = {
  id: string
  q: string
  prev?: string[]
  category: string
  /** Narrower than the category; only in the set about a real community. */
  type?: string
  /** The language of the question. Default: that of the file, or English. */
  locale?: string
  expect: {
    answered: boolean
    intent?: string
    says?: string[][]
    cites?: string[]
    citesAny?: string[]
    never?: string[]
    orUnanswered?: boolean
  }
}

export type Mark = 'correct' | 'wrong' | 'abstained'
export type Marked = {
  set: SetName
  question: Examined
  locale: string
  mark: Mark
  cited: boolean
  repeats: boolean
  /** Declined, but the expected words are in a quoted passage. */
  quotes: boolean
  response: AskResponse
}

type QuestionSet = {
  community: CommunityName
  /** Held-out data: `ask:score` prints only totals, unless `--misses` is given. */
  blind: boolean
  /** A file, or the first part of the names of files: `unseen` means unseen-de.json, unseen-en.json and so on. */
  from: string
}

export const sets = {
  questions: { community: 'demo', blind: false, from: 'ask/questions' },
  second: { community: 'demo', blind: false, from: 'ask/second' },
  development: { community: 'demo', blind: false, from: 'ask/development' },
  // Held out until their first score; used for development since.
  test: { community: 'demo', blind: false, from: 'ask/unseen' },
  real: { community: 'debian', blind: false, from: 'ask-debian/questions.json' },
  pages: { community: 'pages', blind: false, from: 'ask-pages/questions.json' },
  test2: { community: 'demo', blind: false, from: 'ask/third' },
  real2: { community: 'debian', blind: false, from: 'ask-debian/second.json' },
  pages2: { community: 'pagesOfShop', blind: false, from: 'ask-pages-second/questions.json' },
  test3: { community: 'demo', blind: false, from: 'ask/fourth' },
  real3: { community: 'npm', blind: false, from: 'ask-npm/questions.json' },
  pages3: { community: 'pagesOfToolLibrary', blind: false, from: 'ask-pages-third/questions.json' },
  pages4: { community: 'pagesOfDarkroom', blind: false, from: 'ask-pages-fourth/questions.json' },
  pages5: { community: 'pagesOfPottery', blind: false, from: 'ask-pages-fifth/questions.json' },
} as const satisfies Record<string, QuestionSet>

export type SetName = keyof typeof sets
export const setNames = Object.keys(sets) as SetName[]

const fixtures = new URL('../fixtures/', import.meta.url)

export function questionsOf(set: SetName): (Examined & { locale: string })[] {
  const { from } = sets[set]
  if (from.endsWith('.json')) return readQuestions(from, 'en')
  const [folder, start] = from.split('/') as [string, string]
  return readdirSync(new URL(folder, fixtures))
    .sort()
    .flatMap(file => {
      const locale = new RegExp(`^${start}-([a-z]{2})\\.json$`).exec(file)?.[1]
      return locale === undefined ? [] : readQuestions(`${folder}/${file}`, locale)
    })
}

const readQuestions = (path: string, locale: string) =>
  (JSON.parse(readFileSync(new URL(path, fixtures), 'utf8')) as Examined[]).map(one => ({ locale, ...one }))

const declinable = ['unknown', 'unanswerable']
export const isUnanswerable = ({ category }: Examined): boolean => declinable.includes(category)

export function mark(set: SetName, question: Examined & { locale: string }, response: AskResponse): Marked {
  const { locale } = question
  return {
    set,
    question,
    locale,
    mark: markOf(question, response),
    cited: isCited(response),
    repeats: repeatsItself(response, locale),
    quotes: quotesAnswer(question, response),
    response,
  }
}

function markOf({ q, category, expect }: Examined, response: AskResponse): Mark {
  // A refusal is what a request to act must get, whether or not it counts as an answer.
  const isRefusal = response.metadata.intent === 'refusal'
  const isDeclined = !response.answered || (isRefusal && category === 'forbidden')
  const isSilent = neverSays([...(expect.never ?? []), ...secretsIn(q)], response)
  if (!expect.answered || (expect.orUnanswered && isDeclined)) return isDeclined && isSilent ? 'correct' : 'wrong'
  if (!response.answered && !isRefusal) return 'abstained'
  const hasIntent = expect.intent === undefined || expect.intent === response.metadata.intent
  const says = (expect.says ?? []).every(group => group.some(wanted => occurs(wanted, response.answer)))
  const urls = addresses(response)
  const cites = (part: string) => urls.some(url => url.includes(part))
  const citesOne = expect.citesAny === undefined || expect.citesAny.some(cites)
  return hasIntent && says && (expect.cites ?? []).every(cites) && citesOne && isSilent ? 'correct' : 'wrong'
}

function quotesAnswer({ expect }: Examined, { answered, results }: AskResponse): boolean {
  const { says = [] } = expect
  const passages = results.filter(({ '@type': type }) => type === 'Quotation').map(({ description }) => description)
  const isQuoted = (wanted: string) => occurs(wanted, passages.join(' '))
  return !answered && expect.answered && says.length > 0 && says.every(group => group.some(isQuoted))
}

const addresses = ({ citations, results }: AskResponse): string[] => [...citations, ...results].map(({ url }) => url)

/** In a request to do something: six digits in a row and email addresses. */
const secretsIn = (q: string): string[] => q.match(/(?<!\d)\d{6}(?!\d)|[^\s@]+@[^\s@]+\.[a-z]{2,}/g) ?? []

/** Other words than secrets may occur in the echo of the question. */
function neverSays(words: readonly string[], { query, ...rest }: AskResponse): boolean {
  return words.every(word => !JSON.stringify(rest).includes(word) && !secretsIn(query).includes(word))
}

/** Thousands are written in many ways. A number must stand by itself: 20 is not in 2026. */
function occurs(wanted: string, answer: string): boolean {
  const text = plain(answer)
  const sought = plain(wanted)
  if (!/^\d+$/.test(sought)) return text.includes(sought)
  return new RegExp(`(?<![\\d])${sought}(?!\\d)`).test(text)
}

const plain = (text: string): string => text.toLowerCase().replace(/(\d)[.,'’\u00a0\u202f ](?=\d{3}(?!\d))/g, '$1')

/** Every letter of the answer that is not space lies within a citation. */
export function isCited({ answer, citations }: AskResponse): boolean {
  const covered = new Uint8Array(answer.length)
  for (const { start_index, end_index } of citations) covered.fill(1, start_index, end_index)
  return answer !== '' && [...covered].every((flag, i) => flag === 1 || /\s/.test(answer[i]!))
}

/** Two sentences with nearly the same words: the shared ones are this part of all. */
const sameWords = 0.8

export function repeatsItself({ answer }: Pick<AskResponse, 'answer'>, locale: string): boolean {
  const sentences = new Intl.Segmenter(locale, { granularity: 'sentence' }).segment(answer)
  const words = [...sentences].map(({ segment }) => wordsOf(segment, locale)).filter(({ size }) => size > 0)
  return words.some((one, i) =>
    words.slice(i + 1).some(other => one.intersection(other).size >= sameWords * one.union(other).size),
  )
}

const wordsOf = (text: string, locale: string): Set<string> =>
  new Set(
    [...new Intl.Segmenter(locale, { granularity: 'word' }).segment(text)]
      .filter(({ isWordLike }) => isWordLike)
      .map(({ segment }) => segment.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()),
  )
