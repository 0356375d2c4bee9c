// The worker's end of the line to its supervisor.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Registry } from 'prom-client'
import type { CountExchange, OtherCounts } from '../server/limits/shared-counts.ts'
import type { FromWorker, Ports, ToWorker } from './messages.ts'

export type Announcement = { workers: number; metricsUrl: string | null }

export type Link = {
  workerCounts: CountExchange
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
  let takeOthers: (counts: OtherCounts[]) => void = () => {}
  let registry: Registry | undefined
  const metrics = async () => (await registry?.getMetricsAsJSON()) ?? []
  onMessage(message => {
    if (message.say === 'limits') takeOthers(message.others)
    else if (message.say === 'stop') stop.resolve(message)
    else if (message.say === 'announce') announcement.resolve(message)
    else if (message.say === 'farewell') farewell.resolve()
    else if (message.say === 'metrics') {
      const { id } = message
      void metrics().then(found => send({ say: 'metrics', id, metrics: found }))
    }
  })
  return {
    workerCounts: {
      send: increments => send({ say: 'limits', increments }),
      onOthers(listener) {
        takeOthers = listener
      },
    },
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
