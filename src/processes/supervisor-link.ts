// The worker's end of the line to its supervisor.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Registry } from 'prom-client'
import type { GiveBack, Grant, Leases } from '../server/limits/leased-limit.ts'
import { type AskedFor, type FromWorker, makeOutbox, type Ports, type Returned, type ToWorker } from './messages.ts'

export type Announcement = { workers: number; metricsUrl: string | null }

export type Link = {
  leases: Leases
  reportMetrics(registry: Registry): void
  /** Says that the worker serves; comes back for the one worker that is to tell it to people. */
  ready(ports: Ports): Promise<Announcement>
  stopped: Promise<{ replaced: boolean }>
  /** Leaves the last metrics behind, and gives back connections that were handed over too late to be taken. */
  goodbye(): Promise<void>
}

type Line = {
  send(message: FromWorker, sent?: () => void): void
  onMessage(listener: (message: ToWorker) => void): void
}

/** A supervisor that says nothing is gone, or about to be. */
const farewellMs = 2000

export function makeLink({ send, onMessage }: Line): Link {
  const stop = Promise.withResolvers<{ replaced: boolean }>()
  const announcement = Promise.withResolvers<Announcement>()
  const farewell = Promise.withResolvers<void>()
  const told = (message: FromWorker) => new Promise<void>(sent => send(message, () => sent()))
  const { leases, hear } = leasesBy(send)
  let registry: Registry | undefined
  const metrics = async () => (await registry?.getMetricsAsJSON()) ?? []
  onMessage(message => {
    if (message.say === 'limits') hear(message)
    else if (message.say === 'stop') stop.resolve(message)
    else if (message.say === 'announce') announcement.resolve(message)
    else if (message.say === 'farewell') farewell.resolve()
    else if (message.say === 'metrics') {
      const { id } = message
      void metrics().then(found => send({ say: 'metrics', id, metrics: found }))
    }
  })
  return {
    leases,
    reportMetrics(made) {
      registry = made
    },
    ready(ports) {
      send({ say: 'ready', ports })
      return announcement.promise
    },
    stopped: stop.promise,
    async goodbye() {
      await told({ say: 'goodbye', metrics: await metrics() })
      // Connections that were on their way here come before it, and Node's refusal of each goes out before the last word.
      await Promise.race([farewell.promise, sleep(farewellMs)])
      await told({ say: 'gone' })
    },
  }
}

function leasesBy(send: Line['send']) {
  const asking = new Map<number, (grant: Grant) => void>()
  let asks = 0
  let giveBack: GiveBack = () => 0
  const outbox = makeOutbox<AskedFor, Returned>((asked, returned) => send({ say: 'limits', asked, returned }))
  const leases: Leases = {
    ask(policy, client, need) {
      const id = ++asks
      outbox.first([id, policy, client, need])
      return new Promise(resolve => asking.set(id, resolve))
    },
    onRecall(listener) {
      giveBack = listener
    },
  }
  const hear = ({ granted, recalled }: Extract<ToWorker, { say: 'limits' }>): void => {
    for (const [id, until, count, pool, isFinal] of granted) {
      asking.get(id)?.({ until, granted: count, pool, isFinal })
      asking.delete(id)
    }
    // Whoever waited for a grant has used it by the time something is called back.
    if (recalled.length === 0) return
    setImmediate(() => {
      for (const [id, policy, client, until] of recalled) outbox.second([id, giveBack(policy, client, until)])
    })
  }
  return { leases, hear }
}
