// The worker's end of the channel to its supervisor.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Registry } from 'prom-client'
import type { CountExchange, OtherCounts } from '../server/limits/shared-counts.ts'
import type { FromWorker, Ports, ToWorker } from './messages.ts'

type Announcement = { workers: number; metricsUrl: string | null }

type Link = {
  workerCounts: CountExchange
  reportMetrics(registry: Registry): void
  /** Reports that the worker serves; resolves in the one worker that is to announce it. */
  ready(ports: Ports): Promise<Announcement>
  stopped: Promise<{ replaced: boolean }>
  /** Sends the last metrics, and waits until connections that were assigned too late have gone back. */
  goodbye(): Promise<void>
}

type Channel = {
  send(message: FromWorker, sent?: () => void): void
  onMessage(listener: (message: ToWorker) => void): void
}

/** A supervisor that does not answer within this time is gone, or about to be. */
const farewellMs = 2000

export function makeLink({ send, onMessage }: Channel): Link {
  const stop = Promise.withResolvers<{ replaced: boolean }>()
  const announcement = Promise.withResolvers<Announcement>()
  const farewell = Promise.withResolvers<void>()
  const sendAndWait = (message: FromWorker) => new Promise<void>(sent => send(message, () => sent()))
  let takeOthers: (counts: OtherCounts[]) => void = () => {}
  let registry: Registry | undefined
  const metrics = async () => (await registry?.getMetricsAsJSON()) ?? []
  onMessage(message => {
    if (message.type === 'limits') takeOthers(message.others)
    else if (message.type === 'stop') stop.resolve(message)
    else if (message.type === 'announce') announcement.resolve(message)
    else if (message.type === 'farewell') farewell.resolve()
    else if (message.type === 'metrics') {
      const { id } = message
      void metrics().then(values => send({ type: 'metrics', id, metrics: values }))
    }
  })
  return {
    workerCounts: {
      send: increments => send({ type: 'limits', increments }),
      onOthers(listener) {
        takeOthers = listener
      },
    },
    reportMetrics(given) {
      registry = given
    },
    ready(ports) {
      send({ type: 'ready', ports })
      return announcement.promise
    },
    stopped: stop.promise,
    async goodbye() {
      await sendAndWait({ type: 'goodbye', metrics: await metrics() })
      // Connections that were on their way here arrive before the farewell, and Node's refusals leave before `gone`.
      await Promise.race([farewell.promise, sleep(farewellMs)])
      await sendAndWait({ type: 'gone' })
    },
  }
}
