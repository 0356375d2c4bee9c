// Counts in Redis or Valkey, one server or a cluster.
import { setTimeout as sleep } from 'node:timers/promises'
import { Cluster, Redis, type RedisOptions } from 'ioredis'
import type { RedisPlace } from '../../config/values.ts'
import type { Cost } from './rate-limit.ts'
import type { Count } from './redis-limit.ts'
import { windowMs } from './windows.ts'

/** A key without an end would refuse for ever, so the end is looked at each time. One key only, as clusters demand. */
const lua = `local requests
if ARGV[2] == '0' then
  requests = tonumber(redis.call('GET', KEYS[1]) or '0')
else
  requests = redis.call('INCR', KEYS[1])
end
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  left = tonumber(ARGV[1])
  redis.call('PEXPIRE', KEYS[1], left)
end
return { requests, left }`

const connectMs = 500

type Connection = Omit<RedisOptions, 'replyMapping'>

/** Whoever asks has a deadline of its own; these see to it that nothing piles up behind a server that is gone. */
const patience = (waitMs: number): Connection => ({
  connectTimeout: connectMs,
  commandTimeout: Math.max(250, waitMs),
  socketTimeout: Math.max(2000, 2 * waitMs),
  // The process ends no sooner, also when there is nothing left to close.
  disconnectTimeout: 100,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
})
/** Nothing waits for a connection: without one the answer is no. */
const shared = {
  enableOfflineQueue: false,
  enableAutoPipelining: true,
  scripts: { countOne: { lua, numberOfKeys: 1 } },
}
const retry = (times: number) => Math.min(times * 100, 1000)

type Scripted = { countOne(key: string, ms: number, cost: Cost): Promise<[number, number]> }

export type RedisCounter = {
  count: Count
  /** What kept us from connecting, unless it was only late. */
  trouble: Error | undefined
  close(): void
}

/** `waitMs`: the deadline of whoever asks. */
type RedisCounterOptions = { waitMs: number; onError: (error: Error) => void }

/** Comes back when there is a connection, or when there is none within half a second; it is then tried for ever. */
export async function connectRedis(place: RedisPlace, options: RedisCounterOptions): Promise<RedisCounter> {
  const { waitMs, onError } = options
  const client = place.cluster ? clusterOf(place, waitMs) : serverOf(place, waitMs)
  let trouble: (Error & { code?: string }) | undefined
  client.on('ready', () => {
    trouble = undefined
  })
  client.on('error', (error: Error) => {
    trouble = tellable(error, place)
    onError(trouble)
  })
  const isReady = await readyWithin(client, connectMs)
  const { countOne } = client as unknown as Scripted
  return {
    async count(key, cost) {
      try {
        const [requests, leftMs] = await countOne.call(client, key, windowMs, cost)
        return { requests, leftMs }
      } catch (error) {
        // That there is no connection says less than why.
        throw trouble ?? tellable(error as Error, place)
      }
    },
    trouble: isReady || trouble?.code === 'ETIMEDOUT' ? undefined : trouble,
    close: () => client.disconnect(),
  }
}

const lookMs = 10

/** In small steps: when this process is late itself, as it may be while it starts, only one of them is lost. */
async function readyWithin(client: Redis | Cluster, milliseconds: number): Promise<boolean> {
  for (let left = milliseconds; left > 0 && client.status !== 'ready'; left -= lookMs) await sleep(lookMs)
  return client.status === 'ready'
}

const unknownAuthority = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]

/** Errors of the client carry the command, and with it the password; servers repeat what they do not understand. */
function tellable(error: Error, { password }: RedisPlace): Error & { code?: string } {
  const told: Error & { code?: string } = (error as { lastNodeError?: Error }).lastNodeError ?? error
  const { code = '', message } = told
  const all = message || code
  const said = password === undefined ? all : all.replaceAll(password, '********')
  const cure = unknownAuthority.includes(code) ? '; NODE_EXTRA_CA_CERTS names the file of an authority of your own' : ''
  return Object.assign(new Error(said + cure), code === '' ? {} : { code })
}

/** The older protocol is understood by every server and everything in between. */
const connectionOf = ({ username, password, tls }: RedisPlace, waitMs: number): Connection => ({
  ...patience(waitMs),
  protocol: 2,
  disableClientInfo: true,
  ...(username === undefined ? {} : { username }),
  ...(password === undefined ? {} : { password }),
  ...(tls ? { tls: {} } : {}),
})

function serverOf(place: RedisPlace, waitMs: number): Redis {
  return new Redis({
    ...connectionOf(place, waitMs),
    ...shared,
    ...place.nodes[0]!,
    db: place.db,
    retryStrategy: retry,
  })
}

function clusterOf(place: RedisPlace, waitMs: number): Cluster {
  return new Cluster(place.nodes, {
    ...shared,
    redisOptions: connectionOf(place, waitMs),
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
