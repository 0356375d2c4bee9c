// One table: every setting, its default and its meaning. Settings come only from environment variables.

import { defaultReadTimeoutMs } from '../limits.ts'
import { checkCombinations, type Model, modelOf } from './combinations.ts'
import { unknownSettings } from './hints.ts'
import { modelSettings } from './model-settings.ts'
import { type Environment, given, printable, type Setting } from './setting.ts'
import {
  endpoint,
  integer,
  type Listen,
  listeners,
  listenersOf,
  networks,
  oneOf,
  onOff,
  origin,
  postgresUrl,
  type RedisAddress,
  redisPlace,
  reportUri,
  secret,
  share,
  storePath,
  workerCount,
} from './values.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof logLevels)[number]

export type Config = {
  baseUrl: string
  webUrl: string
  /** The service that commands read from; absent means the web host. */
  url: string | undefined
  listen: Listen
  store: string
  /** A read replica of the same PostgreSQL database. */
  storeReplica: string | undefined
  /** A read that takes longer fails with 504. */
  readTimeoutMs: number
  demo: boolean
  /** Seconds to wait at start for a PostgreSQL server that does not answer. */
  startWait: number
  /** Shared rate-limit counters; absent means that each instance counts alone. */
  redis: RedisAddress | undefined
  redisWaitMs: number
  /** Absent: one process without a supervisor. */
  workers: number | 'auto' | undefined
  /** Requests per 60 seconds and client; 0 means no limit. */
  limits: { read: number; discovery: number; mcp: number }
  trustProxy: string[]
  /** Connections that one client may have open; 0 means no limit. */
  clientConnections: number
  cursorSecret: string | undefined
  metricsPort: number | undefined
  logLevel: LogLevel
  logRequests: boolean
  cacheMb: number
  /** The folder of the operator's site pack. */
  sitePack: string | undefined
  /** A URI; absent means the default address on the web host. */
  securityContact: string | undefined
  /** The operator's language model; absent means none. */
  llm: Model | undefined
  /** The operator's embeddings endpoint; absent means none. */
  embed: Model | undefined
  /** Where traces are sent, and the share of requests to sample (0 to 1). */
  traces: string | undefined
  tracesSample: number
}

export const settings = {
  baseUrl: {
    name: 'VITRINE_BASE_URL',
    default: 'http://localhost:4010',
    meaning: 'Address of the API host as clients see it; its port is listened on.',
    parse: origin,
  },
  webUrl: {
    name: 'VITRINE_WEB_URL',
    default: 'http://localhost:4000',
    meaning: 'Address of the web host as clients see it; its port is listened on.',
    parse: origin,
  },
  url: {
    name: 'VITRINE_URL',
    default: undefined,
    meaning: 'Web host of the service that the commands feed, ask, doctor and so on read, without --url.',
    parse: origin,
  },
  listen: {
    name: 'VITRINE_LISTEN',
    default: undefined,
    meaning: 'Where to listen behind a proxy: address:port for both hosts, or address:port,address:port (API, web).',
    parse: listeners,
  },
  store: {
    name: 'VITRINE_STORE',
    default: './data/vitrine.db',
    meaning: 'File that holds the data, or address of a PostgreSQL database: postgres://user@host/database.',
    parse: storePath,
  },
  storeReplica: {
    name: 'VITRINE_STORE_REPLICA',
    default: undefined,
    meaning: 'Address of a read replica of the PostgreSQL database in VITRINE_STORE; reads go there.',
    parse: postgresUrl,
  },
  readTimeoutMs: {
    name: 'VITRINE_READ_TIMEOUT_MS',
    default: String(defaultReadTimeoutMs),
    meaning: 'Milliseconds that a read may take before it fails with 504 (or 503 for a search).',
    parse: integer(500, 60_000),
  },
  demo: {
    name: 'VITRINE_DEMO',
    default: 'on',
    meaning: 'on fills an empty store with the demo community at start.',
    parse: onOff,
  },
  startWait: {
    name: 'VITRINE_START_WAIT',
    default: '60',
    meaning: 'How many seconds serve waits at start for a PostgreSQL server that does not answer; 0 means not at all.',
    parse: integer(0, 3600),
  },
  limitRead: {
    name: 'VITRINE_LIMIT_READ',
    default: '120',
    meaning: 'Public reads per 60 seconds and client; 0 means no limit.',
    parse: integer(0, 1_000_000_000),
  },
  limitDiscovery: {
    name: 'VITRINE_LIMIT_DISCOVERY',
    default: '60',
    meaning: 'Discovery requests per 60 seconds and client; 0 means no limit.',
    parse: integer(0, 1_000_000_000),
  },
  limitMcp: {
    name: 'VITRINE_LIMIT_MCP',
    default: '60',
    meaning: 'MCP requests per 60 seconds and client; 0 means no limit.',
    parse: integer(0, 1_000_000_000),
  },
  redis: {
    name: 'VITRINE_REDIS',
    default: undefined,
    meaning: 'Redis or Valkey that counts rate limits for all instances: redis://host:port; each its own when absent.',
    parse: redisPlace,
  },
  redisWaitMs: {
    name: 'VITRINE_REDIS_WAIT_MS',
    default: '40',
    meaning: 'How many milliseconds a request may wait for Redis before it is counted without it.',
    parse: integer(1, 5000),
  },
  workers: {
    name: 'VITRINE_WORKERS',
    default: undefined,
    meaning: 'How many worker processes serve: a number, or auto for one a core; a single process when absent.',
    parse: workerCount,
  },
  trustProxy: {
    name: 'VITRINE_TRUST_PROXY',
    default: undefined,
    meaning: 'Proxies whose X-Forwarded-For is believed: addresses or CIDR ranges, separated by commas.',
    parse: networks,
  },
  clientConnections: {
    name: 'VITRINE_CLIENT_CONNECTIONS',
    default: '1024',
    meaning: 'Connections that one client (an IPv4 address, or an IPv6 /64) may have open; 0 means no limit.',
    parse: integer(0, 1_000_000),
  },
  cursorSecret: {
    name: 'VITRINE_CURSOR_SECRET',
    default: undefined,
    meaning: 'Signs feed cursors, 16 characters or more; made and kept in the store when absent.',
    parse: secret,
    secret: true,
  },
  metricsPort: {
    name: 'VITRINE_METRICS_PORT',
    default: undefined,
    meaning: 'Port for Prometheus metrics; no metrics when absent.',
    parse: integer(0, 65_535),
  },
  logLevel: {
    name: 'VITRINE_LOG_LEVEL',
    default: 'info',
    meaning: 'How much is logged: fatal, error, warn, info, debug, trace or silent.',
    parse: oneOf(logLevels),
  },
  logRequests: {
    name: 'VITRINE_LOG_REQUESTS',
    default: 'off',
    meaning: 'on writes one log line for each request.',
    parse: onOff,
  },
  cacheMb: {
    name: 'VITRINE_CACHE_MB',
    default: '32',
    meaning: 'Memory for cached answers in megabytes; 0 means no cache.',
    parse: integer(0, 65_536),
  },
  sitePack: {
    name: 'VITRINE_SITE',
    default: undefined,
    meaning: 'Folder with your name, design, kinds, pages and facts (docs/site.md); `demo` is the demo product.',
    parse: String,
  },
  securityContact: {
    name: 'VITRINE_SECURITY_CONTACT',
    default: undefined,
    meaning: 'Where to report vulnerabilities, in security.txt; security@ the web host when absent.',
    parse: reportUri,
  },
  ...modelSettings,
  traces: {
    name: 'VITRINE_TRACES',
    default: undefined,
    meaning: 'Where to send traces (OTLP over HTTP), for example http://localhost:4318/v1/traces; none when absent.',
    parse: endpoint,
  },
  tracesSample: {
    name: 'VITRINE_TRACES_SAMPLE',
    default: '0.01',
    meaning: 'Which share of requests is traced, from 0 to 1.',
    parse: share,
  },
} as const satisfies Record<string, Setting<unknown>>

type Key = keyof typeof settings
type Values = { [K in Key]: ReturnType<(typeof settings)[K]['parse']> | ((typeof settings)[K]['default'] & undefined) }

export const entries = Object.entries(settings) as [Key, Setting<unknown>][]

/** Throws one Error that names every unknown `VITRINE_…` variable and every bad value. */
export function readConfig(env: Environment): Config {
  const names = entries.map(([, setting]) => setting.name)
  const problems = unknownSettings(Object.keys(env), names)
  const values: Partial<Record<Key, unknown>> = {}
  for (const [key, setting] of entries) {
    const text = given(env, setting) ?? setting.default
    try {
      values[key] = text === undefined ? undefined : setting.parse(text)
    } catch (error) {
      const allowed = (error as Error).message
      problems.push(`${setting.name} ${allowed} (it is ${printable(setting, text ?? '')}).`)
    }
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return assemble(values as Values)
}

function assemble(values: Values): Config {
  const { listen, limitRead, limitDiscovery, limitMcp, trustProxy, ...others } = values
  const { llmUrl, llmModel, llmKey, embedUrl, embedModel, embedKey, ...rest } = others
  const config = {
    ...rest,
    llm: modelOf('VITRINE_LLM', llmUrl, llmModel, llmKey),
    embed: modelOf('VITRINE_EMBED', embedUrl, embedModel, embedKey),
    listen: listen ?? listenersOf(values.baseUrl, values.webUrl),
    limits: { read: limitRead, discovery: limitDiscovery, mcp: limitMcp },
    trustProxy: trustProxy ?? [],
  }
  checkCombinations(config)
  return config
}
