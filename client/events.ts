// Parses a stream of server-sent events.
type ServerEvent = { event: string; data: string }

/** Ignores comments, fields other than `event` and `data`, and an incomplete last event. */
export async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      // A final carriage return may be the first half of a line end.
      text = (text + decoder.decode(value, { stream: true })).replace(/\r\n|\r(?!$)/g, '\n')
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) {
        const found = eventIn(block)
        if (found) yield found
      }
    }
  } finally {
    // If the caller stops iterating, the request ends.
    reader.cancel().catch(() => {})
  }
}

function eventIn(block: string): ServerEvent | null {
  let event = 'message'
  const data: string[] = []
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^(\w*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (name === 'event') event = value
    if (name === 'data') data.push(value)
  }
  return data.length === 0 ? null : { event, data: data.join('\n') }
}
