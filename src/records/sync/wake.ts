// Waits for a notification, the end of an interval or the end of the process, whichever comes first.

export function waker(signal: AbortSignal) {
  let payloads: string[] = []
  let resolve = () => {}
  signal.addEventListener('abort', () => resolve(), { once: true })

  async function wait(milliseconds: number, isDone: () => boolean): Promise<void> {
    if (isDone() || signal.aborted) return
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>(done => {
      resolve = done
      timer = setTimeout(done, milliseconds)
    })
    clearTimeout(timer)
    resolve = () => {}
  }

  return {
    now: (payload: string): void => {
      // One of each is enough.
      if (!payloads.includes(payload) && payloads.length < 100) payloads.push(payload)
      resolve()
    },
    /** Those that have arrived since the last call. */
    takePayloads: (): string[] => {
      const taken = payloads
      payloads = []
      return taken
    },
    /** Ends early on a notification. */
    within: (milliseconds: number) => wait(milliseconds, () => payloads.length > 0),
    /** Ends early only with the process. */
    sleep: async (milliseconds: number): Promise<void> => {
      const until = performance.now() + milliseconds
      while (!signal.aborted && performance.now() < until) await wait(until - performance.now(), () => false)
    },
  }
}
