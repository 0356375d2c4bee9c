// Gathers lines of a stream into batches. A batch is returned when it is full, or when its first record has waited for
// `maxWaitMs`.
import { type Line, lineSplitter } from './lines.ts'

type Limits = { maxBatch: number; maxWaitMs: number; signal: AbortSignal }

/**
 * `accept` maps a line to an entry of the batch, drops it, or stops reading. Accepted lines are returned even after `stop` or
 * an abort, which drops a partial last line.
 */
export async function* gather<T extends object>(
  input: AsyncIterable<Uint8Array>,
  accept: (line: Line) => T | 'drop' | 'stop',
  { maxBatch, maxWaitMs, signal }: Limits,
): AsyncGenerator<T[]> {
  const splitter = lineSplitter()
  const next = arrivals(input, signal)
  let batch: T[] = []
  let due = Number.POSITIVE_INFINITY
  let isOver = false
  while (!isOver) {
    const arrival = await next(due)
    isOver = arrival === 'end' || arrival === 'abort'
    for (const line of linesOf(arrival, splitter)) {
      const accepted = accept(line)
      isOver ||= accepted === 'stop'
      if (accepted === 'stop') break
      if (accepted === 'drop') continue
      if (batch.push(accepted) === 1) due = performance.now() + maxWaitMs
      if (batch.length < maxBatch) continue
      yield batch
      batch = []
    }
    if (batch.length > 0 && (isOver || performance.now() >= due)) {
      yield batch
      batch = []
    }
    if (batch.length === 0) due = Number.POSITIVE_INFINITY
  }
}

type Arrival = Uint8Array | 'end' | 'timeout' | 'abort'

function linesOf(arrival: Arrival, splitter: ReturnType<typeof lineSplitter>): Line[] {
  if (typeof arrival !== 'string') return splitter.take(arrival)
  return arrival === 'end' ? splitter.end() : []
}

/**
 * Returns a function that waits for the next chunk until a deadline. After a timeout, the next call waits for the same chunk.
 * Promise.race with a promise of the signal would leak memory for each chunk.
 */
function arrivals(input: AsyncIterable<Uint8Array>, signal: AbortSignal): (deadline: number) => Promise<Arrival> {
  const chunks = input[Symbol.asyncIterator]()
  let isReading = false
  let arrived: (() => Arrival) | undefined
  let wake = () => {}
  signal.addEventListener('abort', () => wake(), { once: true })

  function read(): void {
    isReading = true
    const settle = (outcome: () => Arrival) => {
      arrived = outcome
      wake()
    }
    chunks.next().then(
      ({ done, value }) => settle(() => (done ? 'end' : value)),
      error =>
        settle(() => {
          throw error
        }),
    )
  }

  async function sleep(milliseconds: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>(resolve => {
      wake = resolve
      if (Number.isFinite(milliseconds)) timer = setTimeout(resolve, Math.max(0, milliseconds))
    })
    clearTimeout(timer)
  }

  return async deadline => {
    if (!isReading) read()
    if (!arrived && !signal.aborted) await sleep(deadline - performance.now())
    if (signal.aborted) return 'abort'
    if (!arrived) return 'timeout'
    const outcome = arrived
    arrived = undefined
    isReading = false
    return outcome()
  }
}
