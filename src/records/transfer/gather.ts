// Gathers lines of a stream into batches: full batches immediately, smaller ones when their first record has waited
// long enough.
import { type Line, lineSplitter } from './lines.ts'

type Limits = { maxBatch: number; maxWaitMs: number; signal: AbortSignal }

/**
 * `accept` maps, drops or ends a line. However the stream ends, accepted lines are returned; on abort a partial line
 * is dropped.
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
  let over = false
  while (!over) {
    const arrival = await next(due)
    over = arrival === 'end' || arrival === 'signal'
    for (const line of linesOf(arrival, splitter)) {
      const accepted = accept(line)
      over ||= accepted === 'stop'
      if (accepted === 'stop') break
      if (accepted === 'drop') continue
      if (batch.push(accepted) === 1) due = performance.now() + maxWaitMs
      if (batch.length < maxBatch) continue
      yield batch
      batch = []
    }
    if (batch.length > 0 && (over || performance.now() >= due)) {
      yield batch
      batch = []
    }
    if (batch.length === 0) due = Number.POSITIVE_INFINITY
  }
}

type Arrival = Uint8Array | 'end' | 'late' | 'signal'

function linesOf(arrival: Arrival, splitter: ReturnType<typeof lineSplitter>): Line[] {
  if (typeof arrival !== 'string') return splitter.take(arrival)
  return arrival === 'end' ? splitter.end() : []
}

/**
 * The next chunk, or `late` after the deadline, which keeps the chunk for later. Not Promise.race, which leaks
 * memory per chunk on a long-lived signal.
 */
function arrivals(input: AsyncIterable<Uint8Array>, signal: AbortSignal): (deadline: number) => Promise<Arrival> {
  const chunks = input[Symbol.asyncIterator]()
  let asked = false
  let arrived: (() => Arrival) | undefined
  let wake = () => {}
  signal.addEventListener('abort', () => wake(), { once: true })

  function ask(): void {
    asked = true
    const answer = (outcome: () => Arrival) => {
      arrived = outcome
      wake()
    }
    chunks.next().then(
      ({ done, value }) => answer(() => (done ? 'end' : value)),
      error =>
        answer(() => {
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
    if (!asked) ask()
    if (!arrived && !signal.aborted) await sleep(deadline - performance.now())
    if (signal.aborted) return 'signal'
    if (!arrived) return 'late'
    const outcome = arrived
    arrived = undefined
    asked = false
    return outcome()
  }
}
