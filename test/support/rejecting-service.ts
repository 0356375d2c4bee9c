// A service in a separate process, with a bug that rejects a promise without a handler. Prints its addresses.
import { startService } from '../../src/app.ts'
import { readConfig } from '../../src/config/config.ts'
import type { Leases } from '../../src/server/limits/leased-limit.ts'

const broken = { clock: false, supervisor: true }

/** Fails once after it was broken. */
const now = () => {
  if (!broken.clock) return Date.now()
  broken.clock = false
  throw new Error('the clock is broken')
}

/** The first request waits for a supervisor that is gone; counting it without the supervisor fails too. */
const leases: Leases = {
  async ask() {
    if (!broken.supervisor) return { until: Date.now() + 60_000, granted: 100, pool: 0, isFinal: false }
    broken.supervisor = false
    broken.clock = true
    throw new Error('the supervisor is gone')
  },
  onRecall: () => {},
}

const config = readConfig({ VITRINE_STORE: process.argv[2]! })
const place = { port: 0, loopback: true }
const service = await startService(
  {
    ...config,
    baseUrl: 'http://localhost:0',
    webUrl: 'http://localhost:0',
    listen: { api: place, web: place, shared: false },
    metricsPort: 0,
  },
  {
    drainMs: 0,
    now,
    leases,
    extend: (_host, router) => {
      router.get('/forgets', async () => {
        void Promise.reject(new Error('nobody handles this'))
        return { forgotten: true }
      })
    },
  },
)
console.log(JSON.stringify({ api: service.ports.api, metrics: service.metricsUrl }))
process.once('SIGTERM', () => void service.close())
