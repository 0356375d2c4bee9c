// Keeps a number of workers running: replaces those that end, exchanges them one by one on a reload, stops them all.
import type { Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { pauses as defaultPauses, makeBackoff, type Pauses } from './backoff.ts'
import type { FromWorker, Ports, ToWorker } from './messages.ts'

type SupervisorOptions = {
  count: number
  /**
   * `isFirst` until a worker has been ready: it does what has to be done once. `joins`: the ports of workers that serve
   * already, if there are any.
   */
  fork: (how: { isFirst: boolean; joins: Ports | undefined }) => Worker
  log: Logger
  now: () => number
  pauses?: Pauses
  /** Workers that take longer to stop are killed. */
  stopMs?: number
  onMessage: (worker: Worker, message: FromWorker) => void
  onExit: (worker: Worker) => void
}

export type Supervisor = {
  /** Resolves when all workers are ready; fails when the first one ends before that. */
  start(): Promise<void>
  /** Starts a new worker for each, and only then stops the old one. */
  reload(): Promise<void>
  stop(): Promise<void>
  kill(): void
  workers(): Worker[]
  /** How many workers have ended unexpectedly. */
  ended(): number
}

/** A worker that runs. `ports` and `readySince` are null until it is ready. */
type Member = {
  worker: Worker
  /** False when it ended before it was ready. */
  ready: Promise<boolean>
  gone: Promise<void>
  ports: Ports | null
  readySince: number | null
  isLeaving: boolean
}

type Slot = { member: Member | null; backoff: (livedMs: number) => number; timer: NodeJS.Timeout | undefined }

type State = Omit<SupervisorOptions, 'pauses' | 'stopMs'> & {
  stopMs: number
  slots: Slot[]
  members: Set<Member>
  anyReady: boolean
  ended: number
  stopping: boolean
  reloading: Promise<void> | null
  reloadAgain: boolean
}

export function sendTo(worker: Worker, message: ToWorker): void {
  // A worker that is ending may be disconnected already.
  if (worker.isConnected()) worker.send(message, () => {})
}

export function makeSupervisor({ pauses = defaultPauses, stopMs = 20_000, ...options }: SupervisorOptions): Supervisor {
  const newSlot = (): Slot => ({ member: null, backoff: makeBackoff(pauses), timer: undefined })
  const state: State = {
    ...options,
    stopMs,
    slots: Array.from({ length: options.count }, newSlot),
    members: new Set(),
    anyReady: false,
    ended: 0,
    stopping: false,
    reloading: null,
    reloadAgain: false,
  }
  return {
    start: () => startAll(state),
    reload: () => reload(state),
    stop: () => stopAll(state),
    kill() {
      for (const { worker } of state.members) worker.process.kill('SIGKILL')
    },
    workers: () => state.slots.flatMap(({ member }) => member?.worker ?? []),
    ended: () => state.ended,
  }
}

function launch(state: State): Member {
  const { members, log } = state
  const serving = [...members].find(({ ports, isLeaving }) => ports !== null && !isLeaving)
  const worker = state.fork({ isFirst: !state.anyReady, joins: serving?.ports ?? undefined })
  const ready = Promise.withResolvers<boolean>()
  const gone = Promise.withResolvers<void>()
  const initial = { ports: null, readySince: null, isLeaving: false }
  const member: Member = { worker, ready: ready.promise, gone: gone.promise, ...initial }
  members.add(member)
  worker.on('message', (message: FromWorker) => {
    receive(state, member, message)
    if (message.type === 'ready') ready.resolve(true)
  })
  worker.on('error', error => {
    // A stopping worker may be gone before Node has sent it a connection or a message.
    const level = state.stopping || member.isLeaving ? 'debug' : 'error'
    log[level]({ pid: worker.process.pid, err: error }, 'cannot send to a worker')
  })
  worker.once('exit', () => {
    members.delete(member)
    state.onExit(worker)
    ready.resolve(false)
    gone.resolve()
  })
  return member
}

function receive(state: State, member: Member, message: FromWorker): void {
  if (message.type === 'ready') {
    state.anyReady = true
    member.ports = message.ports
    member.readySince = state.now()
  } else state.onMessage(member.worker, message)
  if (message.type === 'goodbye') sendTo(member.worker, { type: 'farewell' })
}

/** Assigns the slot to this worker until it ends or is replaced. */
function settle(state: State, slot: Slot, member: Member): void {
  const { worker } = member
  clearTimeout(slot.timer)
  slot.member = member
  worker.once('exit', (code: number | null, signal: string | null) => {
    if (state.stopping || member.isLeaving) return
    const time = state.now()
    state.ended++
    // Measured from when it was ready: a slow start is no sign of health.
    const pauseMs = slot.backoff(time - (member.readySince ?? time))
    state.log.error({ pid: worker.process.pid, code, signal, pauseMs }, 'worker ended, starting another')
    slot.member = null
    slot.timer = setTimeout(() => settle(state, slot, launch(state)), pauseMs)
  })
}

function dismiss({ stopMs }: State, member: Member, replaced: boolean): void {
  member.isLeaving = true
  sendTo(member.worker, { type: 'stop', replaced })
  const timer = setTimeout(() => member.worker.process.kill('SIGKILL'), stopMs)
  void member.gone.then(() => clearTimeout(timer))
}

async function startAll(state: State): Promise<void> {
  const [first, ...others] = state.slots as [Slot, ...Slot[]]
  const member = launch(state)
  if (!(await member.ready)) throw new Error('The first worker ended before it was ready.')
  settle(state, first, member)
  for (const slot of others) settle(state, slot, launch(state))
  await Promise.all(others.map(slot => untilReady(state, slot)))
}

async function untilReady(state: State, slot: Slot): Promise<void> {
  while (!state.stopping && !(slot.member !== null && (await slot.member.ready))) await sleep(50)
}

async function reload(state: State): Promise<void> {
  // During the start there is nothing to exchange yet.
  if (!state.anyReady || state.stopping) return
  state.reloadAgain = state.reloading !== null
  state.reloading ??= exchangeRepeatedly(state)
  await state.reloading
}

/** A reload that is requested during another one is done after it: files may have changed since. */
async function exchangeRepeatedly(state: State): Promise<void> {
  do {
    state.reloadAgain = false
    await exchangeAll(state)
  } while (state.reloadAgain && !state.stopping)
  state.reloading = null
}

async function exchangeAll(state: State): Promise<void> {
  for (const slot of state.slots) {
    const next = launch(state)
    const isReady = await next.ready
    if (state.stopping) return
    if (!isReady) {
      state.log.error({ pid: next.worker.process.pid }, 'a new worker did not start; the old ones go on')
      return
    }
    const old = slot.member
    settle(state, slot, next)
    if (old !== null) dismiss(state, old, true)
  }
  state.log.info({ workers: state.count }, 'reloaded')
}

async function stopAll(state: State): Promise<void> {
  state.stopping = true
  for (const { timer } of state.slots) clearTimeout(timer)
  for (const member of state.members) if (!member.isLeaving) dismiss(state, member, false)
  await Promise.all([...state.members].map(({ gone }) => gone))
}
