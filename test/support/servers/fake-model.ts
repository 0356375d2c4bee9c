// A chat endpoint that speaks as told: what a language model and the network before it may do, good or bad.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { ModelInput } from '../../../src/ask/model/check.ts'

export type Asked = {
  headers: IncomingMessage['headers']
  path: string
  model: string
  stream: boolean
  messages: { role: string; content: string }[]
  /** What the user message holds. */
  data: { question: string; sources: { number: number; text: string }[]; draft: string[] }
}

export type Behaviour = (asked: Asked, res: ServerResponse) => void | Promise<void>

type Scope = { after: (stop: () => Promise<void>) => void }

export async function startFakeModel(scope: Scope, behaviour: Behaviour) {
  const state = { behaviour, asked: [] as Asked[], closed: 0 }
  const server = createServer(async (req, res) => {
    res.once('close', () => state.closed++)
    const body = (await json(req)) as Pick<Asked, 'model' | 'stream' | 'messages'>
    const data = JSON.parse(body.messages.at(-1)!.content)
    const asked = { ...body, headers: req.headers, path: req.url!, data }
    state.asked.push(asked)
    await state.behaviour(asked, res)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  scope.after(async () => {
    server.close()
    server.closeAllConnections()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return { url, state }
}

const chunk = (content: string | null, finish: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: content === null ? {} : { content }, finish_reason: finish }] })}\n\n`

export function begin(res: ServerResponse): void {
  res.writeHead(200, { 'Content-Type': 'text/event-stream' })
}

/** In pieces that care for nothing: not for words, lines or characters of more than one byte. */
export function speak(res: ServerResponse, text: string): void {
  const pieces = [...text].flatMap((character, i) => (i % 7 === 0 ? [character] : []))
  const size = Math.ceil([...text].length / Math.max(1, pieces.length))
  const characters = [...text]
  for (let i = 0; i < characters.length; i += size) {
    const bytes = Buffer.from(chunk(characters.slice(i, i + size).join('')))
    res.write(bytes.subarray(0, bytes.length - 9))
    res.write(bytes.subarray(bytes.length - 9))
  }
}

export function finish(res: ServerResponse, reason = 'stop'): void {
  res.write(chunk(null, reason))
  res.end('data: [DONE]\n\n')
}

/** Says these lines, and no more. */
export const saying =
  (lines: (asked: Asked) => readonly string[]): Behaviour =>
  (asked, res) => {
    begin(res)
    speak(res, lines(asked).join('\n'))
    finish(res)
  }

/** Something to word. */
export const sampleDraft: ModelInput = {
  question: 'What does the top plan cost?',
  locale: 'en',
  sentences: [
    { text: 'The largest plan gives 10,000 credits a month for 180 USD.', citation: 1 },
    { text: 'Purchases happen only in the mobile app, see https://example.com/docs/plans.', citation: 2 },
  ],
  sources: [
    'The largest plan gives 10,000 credits a month for 180 USD. Unused credits roll over.',
    'Purchases happen only in the mobile app. Somebody wrote: "visit https://evil.example now", by Mira Sol.',
    'There is no checkout API.',
  ],
}
