// Controls the thread that makes PNGs. It starts with the first job and stops when idle, because the renderer and its fonts
// need much memory. One picture is drawn at a time; the queue is short, and link preview clients retry.
import { Worker } from 'node:worker_threads'
import { fail } from '../../errors.ts'
import type { ShareFacts } from './share-image.ts'

export type RasterJob = { facts: ShareFacts } | { svg: string; width: number }
export type RasterReply = { bytes: Uint8Array } | { reason: string }

export type Raster = { draw: (job: RasterJob) => Promise<Buffer>; close: () => Promise<void> }

const queueBound = 16
const queueMs = 4_000
/** The first picture also waits for the thread to start. */
const drawMs = 8_000
export const rasterDeadlineMs = queueMs + drawMs
const idleMs = 30_000

type Wanted = {
  job: RasterJob
  resolve: (bytes: Buffer) => void
  reject: (error: unknown) => void
  timer: NodeJS.Timeout
}

export function makeRaster(): Raster {
  const queue: Wanted[] = []
  let worker: Worker | undefined
  let drawing: Wanted | null = null
  let idle: NodeJS.Timeout | undefined
  let closed = false

  const next = () => {
    drawing = queue.shift() ?? null
    if (drawing === null) {
      idle = setTimeout(stop, idleMs).unref()
      return
    }
    clearTimeout(drawing.timer)
    // A running drawing cannot be interrupted, so its thread is terminated.
    drawing.timer = setTimeout(giveUp, drawMs)
    worker ??= start()
    worker.postMessage(drawing.job)
  }
  const finish = (outcome: Buffer | Error) => {
    if (drawing === null) return
    clearTimeout(drawing.timer)
    if (outcome instanceof Error) drawing.reject(outcome)
    else drawing.resolve(outcome)
    next()
  }
  const giveUp = () => {
    void stop()
    finish(tooLate())
  }
  const stop = (): Promise<unknown> => {
    clearTimeout(idle)
    const gone = worker
    worker = undefined
    return gone === undefined ? Promise.resolve() : gone.terminate()
  }
  const start = (): Worker => {
    const started = new Worker(new URL('./worker.ts', import.meta.url), {
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    })
    started.on('message', (reply: RasterReply) => {
      if (worker !== started) return
      if ('reason' in reply) finish(new Error(`The picture could not be drawn: ${reply.reason}`))
      else finish(Buffer.from(reply.bytes.buffer, reply.bytes.byteOffset, reply.bytes.length))
    })
    const gone = () => {
      if (worker !== started) return
      worker = undefined
      finish(unavailable())
    }
    started.on('error', gone)
    started.on('exit', gone)
    // After the listeners: adding one makes the process wait for the thread again.
    started.unref()
    return started
  }

  const leave = (wanted: Wanted) => {
    queue.splice(queue.indexOf(wanted), 1)
    wanted.reject(unavailable())
  }

  return {
    draw(job) {
      if (closed || queue.length >= queueBound) return Promise.reject(unavailable())
      clearTimeout(idle)
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
      const wanted = { job, resolve, reject, timer: setTimeout(() => leave(wanted), queueMs) }
      queue.push(wanted)
      if (drawing === null) next()
      return promise
    },
    async close() {
      closed = true
      for (const wanted of queue.splice(0)) {
        clearTimeout(wanted.timer)
        wanted.reject(unavailable())
      }
      const stopped = stop()
      finish(unavailable())
      clearTimeout(idle)
      await stopped
    },
  }
}

const tooLate = () => fail('timeout', 'The picture took too long; retry in a moment.')

const unavailable = () =>
  fail('upstream_unavailable', 'Too many pictures are wanted at once; retry in a second.', {
    headers: { 'retry-after': '1' },
  })
