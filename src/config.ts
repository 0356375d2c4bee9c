// One table: every setting, its default and what it means. Settings come from the environment and nowhere else.
import {
  apiKey,
  endpoint,
  folder,
  integer,
  type Listen,
  listeners,
  listenersOf,
  modelName,
  networks,
  oneOf,
  onOff,
  origin,
  postgresUrl,
  productName,
  reportUri,
  secret,
  storePath,
} from './config-values.ts'
import { didYouMean } from './nearest.ts'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export type Config = {
  baseUrl: string
  webUrl: string
  listen: Listen
  store: string
  /** A read replica of the same PostgreSQL database. */
  storeReplica: string | undefined
  demo: boolean
  /** Requests per 60 seconds and client; 0 means no limit. */
  limits: { read: number; discovery: number; mcp: number }
  trustProxy: string[]
  cursorSecret: string | undefined
  metricsPort: number | undefined
  logLevel: LogLevel
  logRequests: boolean
  cacheMb: number
  productName: string
  /** The operator's own knowledge, on top of ours. */
  knowledge: string | undefined
  /** A URI; absent means the usual address on the web host. */
  securityContact: string | undefined
  /** The operator's language model; absent means none. */
  llm: { url: string; model: string; key: string | undefined } | undefined
}

type Setting<T> = {
  name: string
  /** As it would be written in the environment; undefined when the setting is simply off or derived. */
  default: string | undefined
  meaning: string
  /** Throws an Error whose message completes "VITRINE_X …", for example "must be on or off". */
  parse: (text: string) => T
  /** Never printed. */
  secret?: true
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
  demo: {
    name: 'VITRINE_DEMO',
    default: 'on',
    meaning: 'on fills an empty store with the demo community at start.',
    parse: onOff,
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
  trustProxy: {
    name: 'VITRINE_TRUST_PROXY',
    default: undefined,
    meaning: 'Proxies whose X-Forwarded-For is believed: addresses or CIDR ranges, separated by commas.',
    parse: networks,
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
    default: '64',
    meaning: 'Memory for cached answers in megabytes; 0 means no cache.',
    parse: integer(0, 65_536),
  },
  productName: {
    name: 'VITRINE_PRODUCT_NAME',
    default: 'Pocketry',
    meaning: 'What the community is called in pages and documents.',
    parse: productName,
  },
  knowledge: {
    name: 'VITRINE_KNOWLEDGE',
    default: undefined,
    meaning: 'Folder with pages, facts and words of your own, which add to and win over those of the service.',
    parse: folder,
  },
  securityContact: {
    name: 'VITRINE_SECURITY_CONTACT',
    default: undefined,
    meaning: 'Whom to tell about a weakness, in security.txt; security@ the web host when absent.',
    parse: reportUri,
  },
  llmUrl: {
    name: 'VITRINE_LLM_URL',
    default: undefined,
    meaning:
      'A language model that words the answers of ask: base address of an OpenAI-compatible API; none when absent.',
    parse: endpoint,
  },
  llmModel: {
    name: 'VITRINE_LLM_MODEL',
    default: undefined,
    meaning: 'The name of that model; needed with VITRINE_LLM_URL.',
    parse: modelName,
  },
  llmKey: {
    name: 'VITRINE_LLM_KEY',
    default: undefined,
    meaning: 'The key for that API, when it wants one.',
    parse: apiKey,
    secret: true,
  },
} as const satisfies Record<string, Setting<unknown>>

type Key = keyof typeof settings
type Values = { [K in Key]: ReturnType<(typeof settings)[K]['parse']> | ((typeof settings)[K]['default'] & undefined) }
type Environment = Readonly<Record<string, string | undefined>>

const entries = Object.entries(settings) as [Key, Setting<unknown>][]

/** Throws one Error that names every unknown `VITRINE_…` variable and every bad value. */
export function readConfig(env: Environment): Config {
  const problems = unknownNames(env)
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

export type SettingRow = { name: string; value: string; from: 'default' | 'environment'; meaning: string }

/** The settings in force, for people; secrets are masked. Bad values are shown as they stand. */
export function describeSettings(env: Environment): SettingRow[] {
  return entries.map(([, setting]) => {
    const text = given(env, setting)
    return {
      name: setting.name,
      value: text === undefined ? (setting.default ?? '') : printable(setting, text),
      from: text === undefined ? 'default' : 'environment',
      meaning: setting.meaning,
    }
  })
}

// An empty variable is what `NAME= command` and container files leave behind when nothing is meant.
function given(env: Environment, setting: Setting<unknown>): string | undefined {
  return env[setting.name]?.trim() || undefined
}

function printable(setting: Setting<unknown>, text: string): string {
  if (setting.secret) return '********'
  return withoutSecrets(text)
}

/** An address as it may be shown: without user, password and whatever else may be secret in its parameters. */
export function withoutSecrets(address: string): string {
  return address
    .replace(/\/\/[^/?#]*@/, '//********@')
    .replace(/([?&](?:password|sslpassword|sslkey)=)[^&#]*/gi, '$1********')
}

function unknownNames(env: Environment): string[] {
  const known = entries.map(([, setting]) => setting.name)
  return Object.keys(env)
    .filter(name => name.startsWith('VITRINE_') && !known.includes(name))
    .sort()
    .map(name => `${name} is not a setting.${didYouMean(name, known)}`)
}

function assemble(values: Values): Config {
  const { listen, limitRead, limitDiscovery, limitMcp, trustProxy, llmUrl, llmModel, llmKey, ...rest } = values
  const config = {
    ...rest,
    llm: modelOf(llmUrl, llmModel, llmKey),
    listen: listen ?? listenersOf(values.baseUrl, values.webUrl),
    limits: { read: limitRead, discovery: limitDiscovery, mcp: limitMcp },
    trustProxy: trustProxy ?? [],
  }
  checkTogether(config)
  return config
}

function modelOf(url: string | undefined, model: string | undefined, key: string | undefined): Config['llm'] {
  if (url !== undefined && model !== undefined) return { url, model, key }
  if (url !== undefined) throw new Error('VITRINE_LLM_URL needs VITRINE_LLM_MODEL: name the model that answers there.')
  if (model === undefined && key === undefined) return undefined
  throw new Error('VITRINE_LLM_MODEL and VITRINE_LLM_KEY need VITRINE_LLM_URL: give the address of the API.')
}

function checkTogether(config: Config): void {
  if (config.storeReplica !== undefined && !/^postgres(?:ql)?:/i.test(config.store)) {
    throw new Error('VITRINE_STORE_REPLICA needs a PostgreSQL database in VITRINE_STORE.')
  }
  const { api, web, shared } = config.listen
  if (shared && new URL(config.baseUrl).hostname === new URL(config.webUrl).hostname) {
    throw new Error(
      'VITRINE_BASE_URL and VITRINE_WEB_URL share one port, so their host names must differ: ' +
        'give one of them another host or port.',
    )
  }
  if (config.metricsPort && (config.metricsPort === api.port || config.metricsPort === web.port)) {
    throw new Error(`VITRINE_METRICS_PORT must differ from the ports of the two hosts (it is ${config.metricsPort}).`)
  }
}
