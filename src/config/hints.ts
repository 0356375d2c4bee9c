// Messages about VITRINE_ variables that are not settings.
import { nearest } from '../util/nearest.ts'

const addresses =
  'Ports come from VITRINE_BASE_URL (API host, http://localhost:4010) and VITRINE_WEB_URL (web host, http://localhost:4000); ' +
  'behind a proxy, VITRINE_LISTEN=address:port says where to listen.'
const store = 'Set VITRINE_STORE to a file, or to postgres://user@host/database.'
const limits = 'Set VITRINE_LIMIT_READ, VITRINE_LIMIT_DISCOVERY or VITRINE_LIMIT_MCP.'
const tls = 'TLS is the job of a proxy in front of the service (docs/deploy.md).'

/** Names used by other programs, which are too different for a spelling suggestion. */
export const commonGuesses: readonly { names: readonly string[]; instead: string }[] = [
  { names: ['PORT', 'PORTS', 'HTTP_PORT', 'API_PORT', 'WEB_PORT', 'SERVER_PORT'], instead: addresses },
  { names: ['HOST', 'HOSTNAME', 'HOSTS', 'BIND', 'BIND_ADDRESS', 'ADDRESS', 'ADDR', 'DOMAIN'], instead: addresses },
  {
    names: ['DATABASE_URL', 'DATABASE', 'DATABASE_PATH', 'DB', 'DB_URL', 'DB_PATH', 'DATA', 'DATA_DIR'],
    instead: store,
  },
  { names: ['POSTGRES', 'POSTGRES_URL', 'PG_URL', 'PGHOST', 'SQLITE', 'SQLITE_PATH', 'STORE_URL'], instead: store },
  { names: ['DATABASE_REPLICA', 'REPLICA', 'REPLICA_URL', 'READ_REPLICA'], instead: 'Set VITRINE_STORE_REPLICA.' },
  { names: ['REDIS_URL', 'REDIS_HOST', 'VALKEY', 'VALKEY_URL'], instead: 'Set VITRINE_REDIS to redis://host:port.' },
  { names: ['LOG', 'LOGLEVEL', 'LOGGING', 'DEBUG', 'VERBOSE'], instead: 'Set VITRINE_LOG_LEVEL.' },
  { names: ['ACCESS_LOG', 'LOG_ACCESS'], instead: 'Set VITRINE_LOG_REQUESTS=on.' },
  { names: ['API_URL', 'API', 'API_BASE_URL'], instead: 'Set VITRINE_BASE_URL.' },
  { names: ['SITE_URL', 'PUBLIC_URL', 'WEB', 'WEB_BASE_URL'], instead: 'Set VITRINE_WEB_URL.' },
  {
    names: ['NAME', 'TITLE', 'SITE_NAME', 'BRAND', 'PRODUCT', 'PRODUCT_NAME'],
    instead: 'Set `name` in the site pack (VITRINE_SITE).',
  },
  {
    names: ['KNOWLEDGE', 'THEME', 'PACK', 'SITE_PACK'],
    instead: 'Set VITRINE_SITE to the folder of a site pack (`vitrine site init`).',
  },
  { names: ['SECRET', 'SECRET_KEY', 'SECRET_KEY_BASE'], instead: 'Set VITRINE_CURSOR_SECRET.' },
  { names: ['LIMIT', 'LIMITS', 'RATE_LIMIT', 'RATE_LIMITS'], instead: limits },
  { names: ['METRICS', 'PROMETHEUS', 'PROMETHEUS_PORT'], instead: 'Set VITRINE_METRICS_PORT.' },
  { names: ['CACHE', 'CACHE_SIZE', 'CACHE_MAX'], instead: 'Set VITRINE_CACHE_MB.' },
  { names: ['CONCURRENCY', 'PROCESSES', 'CLUSTER', 'THREADS'], instead: 'Set VITRINE_WORKERS.' },
  { names: ['PROXY', 'PROXIES', 'TRUSTED_PROXIES', 'FORWARDED'], instead: 'Set VITRINE_TRUST_PROXY.' },
  { names: ['SEED', 'DEMO_DATA', 'SAMPLE_DATA'], instead: 'Set VITRINE_DEMO to on or off.' },
  {
    names: ['OPENAI_API_KEY', 'API_KEY', 'MODEL', 'OPENAI_URL'],
    instead: 'See VITRINE_LLM_URL, VITRINE_LLM_MODEL and VITRINE_LLM_KEY.',
  },
  { names: ['OTEL', 'OTLP', 'TRACING'], instead: 'Set VITRINE_TRACES.' },
  { names: ['TIMEOUT', 'STARTUP_TIMEOUT', 'WAIT'], instead: 'Set VITRINE_START_WAIT to wait longer for the database.' },
  { names: ['TLS', 'SSL', 'CERT', 'CERTIFICATE', 'TLS_CERT', 'TLS_KEY', 'HTTPS'], instead: tls },
]

const prefix = 'VITRINE_'

/** One message for each variable with the prefix that is not a setting. */
export function unknownSettings(variables: readonly string[], names: readonly string[]): string[] {
  return variables
    .filter(name => name.startsWith(prefix) && !names.includes(name))
    .sort()
    .map(name => `${name} is not a setting.${hintFor(name, names)}`)
}

function hintFor(name: string, names: readonly string[]): string {
  const guess = commonGuesses.find(({ names }) => names.includes(name.slice(prefix.length)))
  if (guess !== undefined) return ` ${guess.instead}`
  // Without the common prefix, which would make all names look similar.
  const meant = nearest(
    name.slice(prefix.length),
    names.map(other => other.slice(prefix.length)),
  )
  return meant === undefined ? ' `vitrine config` lists all settings.' : ` Did you mean ${prefix}${meant}?`
}
