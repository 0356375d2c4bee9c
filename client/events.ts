// Server-sent events, read as they come.
type ServerEvent = { event: string; data: string }

/** Comments and fields other than `event` and `data` are passed over; what is not ended by an empty line is no event. */
export async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      // A carriage return may be half of a line's end: it waits for what comes next.
      text = (text + decoder.decode(value, { stream: true })).replace(/\r\n|\r(?!$)/g, '\n')
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) {
        const found = eventIn(block)
        if (found) yield found
      }
    }
  } finally {
    // Whoever stops listening ends the request.
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
