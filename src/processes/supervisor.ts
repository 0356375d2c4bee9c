// Keeps a number of workers running: replaces those that end, exchanges them one by one when asked, stops them all.
import type { Worker } from 'node:cluster'
import type { Logger } from 'pino'
import { makeBackoff, type Pauses, pauses as usualPauses } from './backoff.ts'
import type { FromWorker, Ports, ToWorker } from './messages.ts'

export type SupervisorOptions = {
  count: number
  /**
   * `isFirst` until a worker has been ready: what must be done once is done by that one. `joins`: the ports of workers that
   * serve at this moment, if there are any.
   */
  fork: (how: { isFirst: boolean; joins: Ports | undefined }) => Worker
  log: Logger
  now: () => number
  pauses?: Pauses
  /** Workers that take longer to stop are ended. */
  stopMs?: number
  heard: (worker: Worker, message: FromWorker) => void
  left: (worker: Worker) => void
}

export type Supervisor = {
  /** Comes back when all workers are ready; fails when the first one ends before that. */
  start(): Promise<void>
  /** A new worker for each, and only then is the old one stopped. */
  reload(): Promise<void>
  stop(): Promise<void>
  kill(): void
  workers(): Worker[]
  /** How many workers have ended without being told to. */
  ended(): number
}

type Slot = { worker: Worker | null; backoff: (livedMs: number) => number; timer: NodeJS.Timeout | undefined }

export const say = (worker: Worker, message: ToWorker): void => {
  // One that is ending cannot be told anything any more.
  if (worker.isConnected()) worker.send(message, () => {})
}

export function makeSupervisor(options: SupervisorOptions): Supervisor {
  const { count, fork, log, now, heard, left, pauses = usualPauses, stopMs = 20_000 } = options
  const slots: Slot[] = Array.from({ length: count }, () => ({
    worker: null,
    backoff: makeBackoff(pauses),
    timer: undefined,
  }))
  const alive = new Map<Worker, Promise<void>>()
  const ready = new WeakMap<Worker, Promise<boolean>>()
  const leaving = new WeakSet<Worker>()
  /** Workers that are ready, and where they listen. */
  const serving = new Map<Worker, Ports>()
  const readySince = new WeakMap<Worker, number>()
  let anyReady = false
  let ended = 0
  let stopping = false
  let reloading: Promise<void> | null = null
  let reloadAgain = false

  const launch = (): Worker => {
    const [joins] = [...serving].filter(([other]) => !leaving.has(other)).map(([, ports]) => ports)
    const worker = fork({ isFirst: !anyReady, joins })
    const isReady = Promise.withResolvers<boolean>()
    ready.set(worker, isReady.promise)
    const gone = Promise.withResolvers<void>()
    alive.set(worker, gone.promise)
    worker.on('message', (message: FromWorker) => {
      if (message.say === 'ready') {
        anyReady = true
        serving.set(worker, message.ports)
        readySince.set(worker, now())
        isReady.resolve(true)
      } else heard(worker, message)
      if (message.say === 'goodbye') say(worker, { say: 'farewell' })
    })
    worker.on('error', error => {
      // One that ends because it was told to may be gone before Node has handed it a connection, or told it what it asked.
      const level = stopping || leaving.has(worker) ? 'debug' : 'error'
      log[level]({ pid: worker.process.pid, err: error }, 'worker cannot be spoken to')
    })
    worker.once('exit', () => {
      alive.delete(worker)
      serving.delete(worker)
      left(worker)
      isReady.resolve(false)
      gone.resolve()
    })
    return worker
  }

  /** From now on the slot is this worker's, until it ends or another is put in its place. */
  const settle = (slot: Slot, worker: Worker): void => {
    clearTimeout(slot.timer)
    slot.worker = worker
    worker.once('exit', (code: number | null, signal: string | null) => {
      if (stopping || leaving.has(worker)) return
      ended++
      // Counted from when it was ready: a slow start is no sign of health.
      const pauseMs = slot.backoff(now() - (readySince.get(worker) ?? now()))
      log.error({ pid: worker.process.pid, code, signal, pauseMs }, 'worker ended, starting another')
      slot.worker = null
      slot.timer = setTimeout(() => settle(slot, launch()), pauseMs)
    })
  }

  const dismiss = (worker: Worker, replaced: boolean): void => {
    leaving.add(worker)
    say(worker, { say: 'stop', replaced })
    const late = setTimeout(() => worker.process.kill('SIGKILL'), stopMs)
    void alive.get(worker)?.then(() => clearTimeout(late))
  }

  const exchangeAll = async (): Promise<void> => {
    for (const slot of slots) {
      const next = launch()
      const isWell = await ready.get(next)
      if (stopping) return
      if (!isWell) {
        log.error({ pid: next.process.pid }, 'a new worker did not start; the old ones go on')
        return
      }
      const old = slot.worker
      settle(slot, next)
      if (old !== null) dismiss(old, true)
    }
    log.info({ workers: count }, 'reloaded')
  }

  /** Whoever asks while it is being done wants what is there by now. */
  const exchangeAsAsked = async (): Promise<void> => {
    do {
      reloadAgain = false
      await exchangeAll()
    } while (reloadAgain && !stopping)
    reloading = null
  }

  const untilReady = async (slot: Slot): Promise<void> => {
    while (!stopping && !(slot.worker !== null && (await ready.get(slot.worker)))) {
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  }

  return {
    async start() {
      const [first, ...others] = slots as [Slot, ...Slot[]]
      const worker = launch()
      if (!(await ready.get(worker))) throw new Error('The first worker ended before it was ready.')
      settle(first, worker)
      for (const slot of others) settle(slot, launch())
      await Promise.all(others.map(untilReady))
    },
    async reload() {
      // Before there are any, there is nothing to exchange.
      if (!anyReady || stopping) return
      reloadAgain = reloading !== null
      reloading ??= exchangeAsAsked()
      await reloading
    },
    async stop() {
      stopping = true
      for (const { timer } of slots) clearTimeout(timer)
      for (const worker of alive.keys()) if (!leaving.has(worker)) dismiss(worker, false)
      await Promise.all(alive.values())
    },
    kill() {
      for (const worker of alive.keys()) worker.process.kill('SIGKILL')
    },
    workers: () => slots.flatMap(({ worker }) => worker ?? []),
    ended: () => ended,
  }
}
