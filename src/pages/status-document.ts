// The schema of the status document (GET /status), used by the endpoint, the status page, OpenAPI and the doctor.
import { type Static, Type } from '../util/schema.ts'

/** From good to bad. */
export const healthStatuses = ['operational', 'degraded', 'outage'] as const

const Url = Type.String({ format: 'uri' })
const Count = Type.Integer({ minimum: 0 })
const HealthStatus = Type.Enum([...healthStatuses], { title: 'ServiceStatus' })
const Statuses = Type.Array(Type.Integer({ minimum: 400, maximum: 599 }))

const StatusComponent = Type.Object(
  {
    name: Type.String({ description: 'store, search, cache, state, jobs, event_loop or sync.' }),
    status: HealthStatus,
    latency_ms: Type.Number({
      minimum: 0,
      description: 'How long the check took; for event_loop, how late the event loop is.',
    }),
    entries: Type.Optional(Type.Integer({ minimum: 0, description: 'cache: responses in memory.' })),
    bytes: Type.Optional(Type.Integer({ minimum: 0, description: 'cache: memory they take.' })),
    queued: Type.Optional(Type.Integer({ minimum: 0, description: 'jobs: ask jobs that wait.' })),
    running: Type.Optional(Type.Integer({ minimum: 0, description: 'jobs: ask jobs that run.' })),
    lag_seconds: Type.Optional(
      Type.Integer({ minimum: 0, description: 'sync: age of the data, compared with the database it comes from.' }),
    ),
  },
  { title: 'StatusComponent', description: 'A component of the service.' },
)

const RateLimit = Type.Object(
  {
    policy: Type.String({ description: 'As in `RateLimit-Policy`.' }),
    limit: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], { description: 'Null when there is no limit.' }),
    window_seconds: Count,
    covers: Type.String(),
  },
  { title: 'RateLimit' },
)

const Retry = Type.Object(
  {
    retryable: Statuses,
    non_retryable: Statuses,
    backoff: Type.Object({
      strategy: Type.String(),
      initial_delay_ms: Count,
      multiplier: Type.Number(),
      max_delay_ms: Count,
      max_attempts: Count,
      jitter: Type.String(),
    }),
    rules: Type.Array(
      Type.Object({
        status: Type.String({ description: 'A status such as 429, or a class such as 5xx.' }),
        action: Type.String({ description: 'What to do about it.' }),
      }),
    ),
  },
  { title: 'RetryGuidance', description: 'After a 429 wait for `Retry-After`.' },
)

export const StatusDocument = Type.Object(
  {
    status: HealthStatus,
    version: Type.String({ description: 'Version of the software.' }),
    api_version: Type.String({ format: 'date' }),
    time: Type.String({ format: 'date-time', description: 'When the components were checked.' }),
    components: Type.Array(StatusComponent),
    rate_limits: Type.Array(RateLimit),
    retry: Retry,
    links: Type.Object({
      self: Url,
      documentation: Url,
      errors: Url,
      limits: Url,
      openapi: Url,
      api: Url,
    }),
  },
  { title: 'StatusDocument' },
)

export type HealthStatus = (typeof healthStatuses)[number]
export type Component = Static<typeof StatusComponent>
export type StatusDocument = Static<typeof StatusDocument>
