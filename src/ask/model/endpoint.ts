// HTTP client of an OpenAI-compatible API. It does not retry.

export type Endpoint = {
  /** The base of its paths, such as http://localhost:11434/v1. */
  url: string
  model: string
  key?: string | undefined
}

/** The content type, and the text in pieces. Throws unless the status is 2xx. */
export async function post(
  { url, model, key }: Endpoint,
  path: string,
  body: object,
  { maxCharacters, signal }: { maxCharacters: number; signal: AbortSignal },
): Promise<{ type: string; pieces: AsyncGenerator<string> }> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'text/event-stream, application/json',
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({ model, ...body }),
    redirect: 'error', // the key must not be sent to another host
    signal,
  })
  if (!response.ok || response.body === null) {
    await response.body?.cancel().catch(() => {})
    throw new Error(`the endpoint answered ${response.status}`)
  }
  return { type: response.headers.get('content-type') ?? '', pieces: limited(response.body, maxCharacters) }
}

/** A consumer that stops early also ends the request. */
async function* limited(body: AsyncIterable<Uint8Array>, maxCharacters: number): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let characters = 0
  for await (const bytes of body) {
    const text = decoder.decode(bytes, { stream: true })
    characters += text.length
    if (characters > maxCharacters) throw new Error('the endpoint says too much')
    yield text
  }
}

export async function textOf(pieces: AsyncGenerator<string>): Promise<string> {
  return (await Array.fromAsync(pieces)).join('')
}
