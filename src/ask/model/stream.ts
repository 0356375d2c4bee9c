// Client of an OpenAI-compatible chat endpoint.
import { type Endpoint, post, textOf } from './endpoint.ts'

type Message = { role: string; content: string }

const maxCharacters = 64 * 1024

/** Yields the text in pieces. Throws unless the response is complete. */
export async function* streamChat(
  endpoint: Endpoint,
  messages: readonly Message[],
  signal: AbortSignal,
): AsyncGenerator<string> {
  const body = { messages, stream: true, temperature: 0 }
  const { type, pieces } = await post(endpoint, '/chat/completions', body, { maxCharacters, signal })
  if (type.startsWith('text/event-stream')) yield* streamedContent(pieces)
  else yield unstreamedContent(await textOf(pieces))
}

type Choice = { finish_reason?: unknown; delta?: { content?: unknown }; message?: { content?: unknown } }

function choiceIn(json: string): Choice {
  const { choices, error } = JSON.parse(json) as { choices?: unknown; error?: unknown }
  if (error !== undefined && error !== null) throw new Error('the endpoint answered with an error')
  const [choice] = Array.isArray(choices) ? (choices as unknown[]) : []
  return typeof choice === 'object' && choice !== null ? (choice as Choice) : {}
}

/** For endpoints that do not stream. */
function unstreamedContent(json: string): string {
  const { message, finish_reason } = choiceIn(json)
  if (typeof message?.content !== 'string' || !isDone(finish_reason)) throw new Error('the answer is not whole')
  return message.content
}

const isDone = (reason: unknown): boolean => reason === 'stop'

async function* streamedContent(pieces: AsyncGenerator<string>): AsyncGenerator<string> {
  let done = false
  for await (const data of eventData(pieces)) {
    if (data === '[DONE]') break
    const { delta, finish_reason } = choiceIn(data)
    if (typeof delta?.content === 'string') yield delta.content
    if (finish_reason === undefined || finish_reason === null) continue
    if (!isDone(finish_reason)) throw new Error('the answer was cut short')
    done = true
  }
  if (!done) throw new Error('the answer broke off')
}

/** The data of each event. Endpoints send it in a single line, so several `data:` lines of an event are not joined. */
async function* eventData(pieces: AsyncGenerator<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + piece).split(/\r?\n/)
    rest = lines.pop()!
    for (const line of lines) if (line.startsWith('data:')) yield line.slice('data:'.length).trim()
  }
}
