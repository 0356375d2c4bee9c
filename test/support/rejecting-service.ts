// A service in a separate process, with a bug that rejects a promise without a handler. Prints its addresses.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { startService } from '../../src/app.ts'
import { readConfig } from '../../src/config/config.ts'

const broken = { clock: false, redis: true }

/** Fails once after it was broken. */
const now = () => {
  if (!broken.clock) return Date.now()
  broken.clock = false
  throw new Error('the clock is broken')
}

/** The first request waits for a Redis that fails; counting it in the process fails too. */
const redis = createServer(socket => {
  socket.on('data', data => {
    const text = data.toString().toLowerCase()
    if (text.includes('info')) socket.write('$15\r\nredis_version:7\r\n')
    else if (/evalsha|eval/.test(text)) {
      if (broken.redis) broken.clock = true
      socket.write(broken.redis ? '-ERR out of order\r\n' : '*2\r\n:1\r\n:60000\r\n')
      broken.redis = false
    } else socket.write('+OK\r\n')
  })
})
redis.listen(0, '127.0.0.1').unref()
await once(redis, 'listening')
const { port } = redis.address() as AddressInfo

const config = readConfig({ VITRINE_STORE: process.argv[2]!, VITRINE_REDIS: `redis://127.0.0.1:${port}` })
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
