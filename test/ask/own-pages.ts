// Asks the questions about the pages of a fictional organisation and prints those that are not answered correctly.
import { readFileSync } from 'node:fs'
import type { AskResponse } from '../../src/ask/answer/answer.ts'
import { loadSite } from '../../src/site/read.ts'
import { type Running, start } from '../support/start-service.ts'

type Questions = { questions: { q: string; says: string[][] }[]; unanswerable: string[] }
export type PageMark = { q: string; isCorrect: boolean; response: AskResponse }

const folder = 'test/fixtures/ask-own-pages'
export const ownPages = () => ({ site: loadSite(folder) })

/** Answered questions must say one alternative of each group; the others must be declined. */
export async function askOwnPages(service: Pick<Running, 'web'>): Promise<{ asked: PageMark[]; open: PageMark[] }> {
  const { questions, unanswerable } = JSON.parse(readFileSync(`${folder}/questions.json`, 'utf8')) as Questions
  const ask = async (q: string): Promise<AskResponse> =>
    (await service.web(`/ask?${new URLSearchParams({ query: q })}`, { headers: { accept: 'application/json' } })).json()
  const asked: PageMark[] = []
  const open: PageMark[] = []
  for (const { q, says } of questions) {
    const response = await ask(q)
    const text = response.answer.toLowerCase()
    const isCorrect = response.answered && says.every(group => group.some(part => text.includes(part.toLowerCase())))
    asked.push({ q, isCorrect, response })
  }
  for (const q of unanswerable) {
    const response = await ask(q)
    open.push({ q, isCorrect: !response.answered, response })
  }
  return { asked, open }
}

if (import.meta.main) {
  const stops: (() => Promise<void>)[] = []
  const service = await start({ after: stop => void stops.push(stop) }, ownPages())
  const { asked, open } = await askOwnPages(service)
  for (const { q, isCorrect, response } of [...asked, ...open]) {
    const { answer, metadata, confidence } = response
    if (!isCorrect || process.argv.includes('--all'))
      console.log(`${isCorrect ? 'ok  ' : 'MISS'} ${q}\n     ${metadata.intent}/${confidence}: ${answer}`)
  }
  const share = (marks: PageMark[]) => `${marks.filter(mark => mark.isCorrect).length} of ${marks.length}`
  console.log(`answered ${share(asked)}, declined ${share(open)}`)
  for (const stop of stops) await stop()
}
