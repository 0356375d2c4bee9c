// Parses a complete stream of server-sent events into names and data.

export type Event = { event: string; data: unknown }

export function eventsIn(text: string): Event[] {
  return text.split('\n\n').flatMap(block => {
    const field = (name: string) =>
      block
        .split('\n')
        .find(line => line.startsWith(`${name}: `))
        ?.slice(name.length + 2)
    const [event, data] = [field('event'), field('data')]
    return event === undefined || data === undefined ? [] : [{ event, data: parsed(data) }]
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
