// The examination of ask: questions written without looking at how they are answered, and the rules that mark them.
import { readdirSync, readFileSync } from 'node:fs'
import type { AskResponse } from '../../src/ask/answer/answer.ts'

/** Every group of `says` needs one of its alternatives in the answer; `cites` are parts of addresses that must occur. */
export type Examined = {
  id: string
  q: string
  prev?: string[]
  category: string
  expect: { answered: boolean; intent?: string; says?: string[][]; cites?: string[]; never?: string[] }
}

export type Mark = 'correct' | 'wrong' | 'abstained'
export type Marked = { question: Examined; locale: string; mark: Mark; cited: boolean; response: AskResponse }

const folder = new URL('../fixtures/ask/', import.meta.url)

/** Two sets, by different examiners. */
export function examination(
  sets: readonly string[] = ['questions', 'second'],
): { locale: string; questions: Examined[] }[] {
  return readdirSync(folder)
    .sort()
    .flatMap(file => {
      const [, set, locale] = /^(\w+)-([a-z]{2})\.json$/.exec(file) ?? []
      if (set === undefined || locale === undefined || !sets.includes(set)) return []
      return [{ locale, questions: JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Examined[] }]
    })
}

export function mark(question: Examined, locale: string, response: AskResponse): Marked {
  const { expect } = question
  const cited = isCited(response)
  const marked = (given: Mark): Marked => ({ question, locale, mark: given, cited, response })
  if (!expect.answered) return marked(response.answered ? 'wrong' : 'correct')
  if (!response.answered) return marked('abstained')
  const intent = expect.intent === undefined || expect.intent === response.metadata.intent
  const says = (expect.says ?? []).every(group => group.some(wanted => occurs(wanted, response.answer)))
  const cites = (expect.cites ?? []).every(part => addresses(response).some(url => url.includes(part)))
  const silent = [...(expect.never ?? []), ...secretsIn(question.q)].every(
    word => !JSON.stringify(response).includes(word),
  )
  return marked(intent && says && cites && silent ? 'correct' : 'wrong')
}

const addresses = ({ citations, results }: AskResponse): string[] => [...citations, ...results].map(({ url }) => url)

/** In a request to do something: six digits in a row and email addresses. */
const secretsIn = (q: string): string[] => q.match(/(?<!\d)\d{6}(?!\d)|[^\s@]+@[^\s@]+\.[a-z]{2,}/g) ?? []

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
