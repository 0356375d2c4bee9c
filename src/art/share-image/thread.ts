// Controls the thread that renders PNGs. It starts with the first job and stops when idle, because the renderer and its fonts
// need much memory. It renders one image at a time, and the queue is short: clients that fetch link previews retry.
import { Worker } from 'node:worker_threads'
import { fail } from '../../errors.ts'
import type { ShareColors, ShareFacts } from './share-image.ts'
import type { SiteImage } from './site-image.ts'

export type RasterJob =
  | { facts: ShareFacts; icon: string; colors?: ShareColors }
  | { site: SiteImage }
  | { svg: string; width: number }
/** `ready`: all modules of the thread are loaded. */
export type RasterReply = 'ready' | { bytes: Uint8Array } | { reason: string }

export type Raster = { draw: (job: RasterJob) => Promise<Buffer>; close: () => Promise<void> }

const maxQueueLength = 16
const queueMs = 4_000
/** For the first image, this includes the start of the thread. */
const drawMs = 8_000
export const rasterDeadlineMs = queueMs + drawMs
const idleMs = 30_000

type Thread = { worker: Worker; loaded: Promise<unknown> }

type PendingJob = {
  job: RasterJob
  resolve: (bytes: Buffer) => void
  reject: (error: unknown) => void
  timer: NodeJS.Timeout
}

export function makeRaster(): Raster {
  const queue: PendingJob[] = []
  let thread: Thread | undefined
  let drawing: PendingJob | null = null
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
    drawing.timer = setTimeout(timeOut, drawMs)
    thread ??= start()
    thread.worker.postMessage(drawing.job)
  }
  const finish = (outcome: Buffer | Error) => {
    if (drawing === null) return
    clearTimeout(drawing.timer)
    if (outcome instanceof Error) drawing.reject(outcome)
    else drawing.resolve(outcome)
    next()
  }
  const timeOut = () => {
    void stop()
    finish(tooLate())
  }
  const stop = async (): Promise<void> => {
    clearTimeout(idle)
    const stopped = thread
    thread = undefined
    if (stopped === undefined) return
    // V8 aborts the process if a thread is terminated while it loads a module with a top-level await, as harfbuzzjs has.
    stopped.worker.ref()
    await stopped.loaded
    await stopped.worker.terminate()
  }
  const start = (): Thread => {
    const started = new Worker(new URL('./worker.ts', import.meta.url), {
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    })
    const loaded = new Promise(resolve => started.once('message', resolve).once('exit', resolve))
    started.on('message', (reply: RasterReply) => {
      if (thread?.worker !== started || reply === 'ready') return
      if ('reason' in reply) finish(new Error(`The image could not be drawn: ${reply.reason}`))
      else finish(Buffer.from(reply.bytes.buffer, reply.bytes.byteOffset, reply.bytes.length))
    })
    const onExit = () => {
      if (thread?.worker !== started) return
      thread = undefined
      finish(unavailable())
    }
    started.on('error', onExit)
    started.on('exit', onExit)
    // After the listeners: adding one makes the process wait for the thread again.
    started.unref()
    return { worker: started, loaded }
  }

  const expire = (pending: PendingJob) => {
    queue.splice(queue.indexOf(pending), 1)
    pending.reject(unavailable())
  }

  return {
    draw(job) {
      if (closed || queue.length >= maxQueueLength) return Promise.reject(unavailable())
      clearTimeout(idle)
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
      const pending = { job, resolve, reject, timer: setTimeout(() => expire(pending), queueMs) }
      queue.push(pending)
      if (drawing === null) next()
      return promise
    },
    async close() {
      closed = true
      for (const pending of queue.splice(0)) {
        clearTimeout(pending.timer)
        pending.reject(unavailable())
      }
      const stopped = stop()
      finish(unavailable())
      clearTimeout(idle)
      await stopped
    },
  }
}

const tooLate = () => fail('timeout', 'The image took too long; retry in a moment.')

const unavailable = () =>
  fail('upstream_unavailable', 'Too many images are requested at the same time; retry in a second.', {
    headers: { 'retry-after': '1' },
  })
