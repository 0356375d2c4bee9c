// npm run ask:score: asks every question of the examination and prints how many were answered correctly.
import { parseArgs } from 'node:util'
import { demoCreations, demoRecords } from '../../demo/demo.ts'
import type { AskResponse } from '../../src/ask/answer/answer.ts'
import { readConfig } from '../../src/config/config.ts'
import { type Running, start } from '../support/start-service.ts'
import { examination, type Marked, mark } from './examination.ts'

/** The service as it is by default, with the demo community. */
export const examined = () => ({
  records: [...demoRecords({ creations: demoCreations })],
  config: { trustProxy: ['127.0.0.1/32'], limits: readConfig({}).limits },
})

export async function examine(
  service: Pick<Running, 'web' | 'prepare'>,
  locales?: readonly string[],
  sets?: readonly string[],
): Promise<Marked[]> {
  await service.prepare()
  const marks: Marked[] = []
  for (const { locale, questions } of examination(sets)) {
    if (locales !== undefined && !locales.includes(locale)) continue
    for (const question of questions) {
      const body = JSON.stringify({ query: question.q, ...(question.prev ? { context: { prev: question.prev } } : {}) })
      const reply = await service.web('/ask', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': addressOf(marks.length) },
        body,
      })
      if (reply.status !== 200) throw new Error(`${question.id} was answered with ${reply.status}: ${reply.text}`)
      marks.push(mark(question, locale, reply.json() as AskResponse))
    }
  }
  return marks
}

/** Each question comes from another address, so that the limits, which facts speak of, can stay as they are. */
const addressOf = (n: number): string => `10.0.${n >> 8}.${n & 255}`

/** The share that is correct. */
export const shareCorrect = (marks: readonly Marked[]): number =>
  marks.filter(({ mark }) => mark === 'correct').length / Math.max(1, marks.length)

function table(marks: readonly Marked[], title: string, groupOf: (marked: Marked) => string): string {
  const lines = [...Map.groupBy(marks, groupOf)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([group, some]) => {
      const count = (wanted: string) => String(some.filter(({ mark }) => mark === wanted).length).padStart(9)
      const share = `${(100 * shareCorrect(some)).toFixed(1)} %`.padStart(8)
      return `${group.padEnd(12)}${count('correct')}${count('wrong')}${count('abstained')}${share}`
    })
  return [`${title.padEnd(12)}  correct    wrong abstained`, ...lines].join('\n')
}

function report(marks: readonly Marked[], misses: boolean): string {
  const missed = marks.filter(({ mark }) => mark !== 'correct')
  const list = missed.map(({ question, mark, response }) => {
    const { answer, metadata, confidence } = response
    return `${question.id} ${question.category} ${mark}: ${question.q}\n    wanted ${JSON.stringify(question.expect)}\n    ${metadata.locale}/${metadata.intent}/${confidence}: ${answer}`
  })
  return [
    ...(misses ? [...list, ''] : []),
    table(marks, 'category', ({ question }) => question.category),
    '',
    table(marks, 'language', ({ locale }) => locale),
    '',
    `${marks.length} questions, ${(100 * shareCorrect(marks)).toFixed(1)} % correct, ${marks.filter(({ cited }) => !cited).length} answers not wholly cited.`,
  ].join('\n')
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      locale: { type: 'string', multiple: true },
      set: { type: 'string', multiple: true },
      brief: { type: 'boolean', default: false },
    },
  })
  const stops: (() => Promise<void>)[] = []
  const service = await start({ after: stop => void stops.push(stop) }, examined())
  console.log(report(await examine(service, values.locale, values.set), !values.brief))
  for (const stop of stops) await stop()
}
