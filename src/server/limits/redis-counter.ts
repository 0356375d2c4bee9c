// Counts in Redis or Valkey, one server or a cluster.
import { setTimeout as sleep } from 'node:timers/promises'
import { Cluster, Redis, type RedisOptions } from 'ioredis'
import type { RedisAddress } from '../../config/values.ts'
import type { Cost } from './rate-limit.ts'
import type { Count } from './redis-limit.ts'
import { windowMs } from './windows.ts'

/**
 * The expiry is checked each time: a key without one would reject the client forever. Uses a single key, as clusters
 * require.
 */
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

/** Callers have a deadline of their own; these prevent commands from accumulating while a server is unavailable. */
const timeouts = (waitMs: number): Connection => ({
  connectTimeout: connectMs,
  commandTimeout: Math.max(250, waitMs),
  socketTimeout: Math.max(2000, 2 * waitMs),
  // The default of two seconds delays the exit of the process.
  disconnectTimeout: 100,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
})
/** Commands fail immediately while there is no connection. */
const shared = {
  enableOfflineQueue: false,
  enableAutoPipelining: true,
  scripts: { countOne: { lua, numberOfKeys: 1 } },
}
const retryDelayMs = (times: number) => Math.min(times * 100, 1000)

type Scripted = { countOne(key: string, ms: number, cost: Cost): Promise<[number, number]> }

type RedisCounter = {
  count: Count
  /** Why there is no connection; undefined when there is one or Redis is only slow. */
  connectError: Error | undefined
  close(): void
}

/** `waitMs`: the deadline of callers. */
type RedisCounterOptions = { waitMs: number; onError: (error: Error) => void }

/** Resolves when there is a connection, or after half a second; connecting is then retried indefinitely. */
export async function connectRedis(address: RedisAddress, options: RedisCounterOptions): Promise<RedisCounter> {
  const { waitMs, onError } = options
  const client = address.cluster ? clusterOf(address, waitMs) : serverOf(address, waitMs)
  let lastError: (Error & { code?: string }) | undefined
  client.on('ready', () => {
    lastError = undefined
  })
  client.on('error', (error: Error) => {
    lastError = withoutPassword(error, address)
    onError(lastError)
  })
  const isReady = await readyWithin(client, connectMs)
  const { countOne } = client as unknown as Scripted
  return {
    async count(key, cost) {
      try {
        const [requests, leftMs] = await countOne.call(client, key, windowMs, cost)
        return { requests, leftMs }
      } catch (error) {
        // The connection error is more specific than "no connection".
        throw lastError ?? withoutPassword(error as Error, address)
      }
    },
    connectError: isReady || lastError?.code === 'ETIMEDOUT' ? undefined : lastError,
    close: () => client.disconnect(),
  }
}

const pollMs = 10

/** Counts polls instead of time, so that a pause of this process during its start does not use up the timeout. */
async function readyWithin(client: Redis | Cluster, milliseconds: number): Promise<boolean> {
  for (let left = milliseconds; left > 0 && client.status !== 'ready'; left -= pollMs) await sleep(pollMs)
  return client.status === 'ready'
}

const unknownAuthority = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]

/** Removes the password: errors of ioredis contain the command, and servers repeat what they do not understand. */
function withoutPassword(error: Error, { password }: RedisAddress): Error & { code?: string } {
  const cause: Error & { code?: string } = (error as { lastNodeError?: Error }).lastNodeError ?? error
  const { code = '', message } = cause
  const text = message || code
  const masked = password === undefined ? text : text.replaceAll(password, '********')
  const advice = unknownAuthority.includes(code)
    ? '; NODE_EXTRA_CA_CERTS names the file of an authority of your own'
    : ''
  return Object.assign(new Error(masked + advice), code === '' ? {} : { code })
}

/** Protocol 2: every server and proxy understands it. */
const connectionOf = ({ username, password, tls }: RedisAddress, waitMs: number): Connection => ({
  ...timeouts(waitMs),
  protocol: 2,
  disableClientInfo: true,
  ...(username === undefined ? {} : { username }),
  ...(password === undefined ? {} : { password }),
  ...(tls ? { tls: {} } : {}),
})

function serverOf(address: RedisAddress, waitMs: number): Redis {
  return new Redis({
    ...connectionOf(address, waitMs),
    ...shared,
    ...address.nodes[0]!,
    db: address.db,
    retryStrategy: retryDelayMs,
  })
}

function clusterOf(address: RedisAddress, waitMs: number): Cluster {
  return new Cluster(address.nodes, {
    ...shared,
    redisOptions: connectionOf(address, waitMs),
    clusterRetryStrategy: retryDelayMs,
    clusterNodeRetryStrategy: retryDelayMs,
    retryDelayOnFailover: 10,
    retryDelayOnClusterDown: 10,
    slotsRefreshTimeout: connectMs,
    // Certificates are issued for names, so names must not be resolved to addresses.
    ...(address.tls
      ? { dnsLookup: (name: string, found: (error: null, name: string) => void) => found(null, name) }
      : {}),
  })
}
