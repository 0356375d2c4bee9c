// Client of an OpenAI-compatible chat endpoint. It does not retry.

export type Endpoint = {
  /** Without the path /chat/completions, such as http://localhost:11434/v1. */
  url: string
  model: string
  key?: string | undefined
}

type Message = { role: string; content: string }

const maxCharacters = 64 * 1024

/** Yields the text in pieces. Throws unless the response is complete. */
export async function* streamChat(
  { url, model, key }: Endpoint,
  messages: readonly Message[],
  signal: AbortSignal,
): AsyncGenerator<string> {
  const response = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'text/event-stream, application/json',
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({ model, messages, stream: true, temperature: 0 }),
    redirect: 'error', // the key must not be sent to another host
    signal,
  })
  try {
    if (!response.ok || response.body === null) throw new Error(`the endpoint answered ${response.status}`)
    const type = response.headers.get('content-type') ?? ''
    if (type.startsWith('text/event-stream')) yield* streamedContent(limited(response.body))
    else yield unstreamedContent(await textOf(limited(response.body)))
  } finally {
    // A consumer that stops early must also end the request.
    await response.body?.cancel().catch(() => {})
  }
}

async function* limited(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let characters = 0
  for await (const bytes of body) {
    const text = decoder.decode(bytes, { stream: true })
    characters += text.length
    if (characters > maxCharacters) throw new Error('the endpoint says too much')
    yield text
  }
}

async function textOf(pieces: AsyncGenerator<string>): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
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
