// Counts in Redis or Valkey, one server or a cluster.
import { Cluster, Redis, type RedisOptions } from 'ioredis'
import type { RedisPlace } from '../config-values.ts'
import type { Count } from './redis-limit.ts'
import { windowMs } from './windows.ts'

/** A key without an end would refuse for ever, so the end is looked at each time. One key only, as clusters demand. */
const lua = `local requests = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  left = tonumber(ARGV[1])
  redis.call('PEXPIRE', KEYS[1], left)
end
return { requests, left }`

const connectMs = 500

type Connection = Omit<RedisOptions, 'replyMapping'>

/** Whoever asks has a deadline of its own; these see to it that nothing piles up behind a server that is gone. */
const patience: Connection = {
  connectTimeout: connectMs,
  commandTimeout: 250,
  socketTimeout: 2000,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
}
/** Nothing waits for a connection: without one the answer is no. */
const shared = {
  enableOfflineQueue: false,
  enableAutoPipelining: true,
  scripts: { countOne: { lua, numberOfKeys: 1 } },
}
const retry = (times: number) => Math.min(times * 100, 1000)

type Scripted = { countOne(key: string, ms: number): Promise<[number, number]> }

export type RedisCounter = { count: Count; close(): void }

/** Comes back when there is a connection, or when there is none within half a second; it is then tried for ever. */
export async function connectRedis(place: RedisPlace, onError: (error: Error) => void): Promise<RedisCounter> {
  const client = place.cluster ? clusterOf(place) : serverOf(place)
  client.on('error', onError)
  await new Promise<void>(resolve => {
    const late = setTimeout(resolve, connectMs)
    client.once('ready', () => {
      clearTimeout(late)
      resolve()
    })
  })
  const { countOne } = client as unknown as Scripted
  return {
    async count(key) {
      const [requests, leftMs] = await countOne.call(client, key, windowMs)
      return { requests, leftMs }
    },
    close: () => client.disconnect(),
  }
}

/** The older protocol is understood by every server and everything in between. */
const connectionOf = ({ username, password, tls }: RedisPlace): Connection => ({
  ...patience,
  protocol: 2,
  disableClientInfo: true,
  ...(username === undefined ? {} : { username }),
  ...(password === undefined ? {} : { password }),
  ...(tls ? { tls: {} } : {}),
})

function serverOf(place: RedisPlace): Redis {
  return new Redis({ ...connectionOf(place), ...shared, ...place.nodes[0]!, db: place.db, retryStrategy: retry })
}

function clusterOf(place: RedisPlace): Cluster {
  return new Cluster(place.nodes, {
    ...shared,
    redisOptions: connectionOf(place),
    clusterRetryStrategy: retry,
    clusterNodeRetryStrategy: retry,
    retryDelayOnFailover: 10,
    retryDelayOnClusterDown: 10,
    slotsRefreshTimeout: connectMs,
    // Certificates are for names, so names must not become addresses.
    ...(place.tls
      ? { dnsLookup: (name: string, found: (error: null, name: string) => void) => found(null, name) }
      : {}),
  })
}
