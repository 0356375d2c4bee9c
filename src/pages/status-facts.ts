// The status document as plain JSON Schema; pages, documents and the surface that answers share it.
import { type Static, Type } from '../schema.ts'

const wellnesses = ['operational', 'degraded', 'outage'] as const

const Url = Type.String({ format: 'uri' })
const Count = Type.Integer({ minimum: 0 })
const Wellness = Type.Enum([...wellnesses], { title: 'ServiceStatus' })
const Statuses = Type.Array(Type.Integer({ minimum: 400, maximum: 599 }))

const StatusComponent = Type.Object(
  { name: Type.String(), status: Wellness, latency_ms: Type.Number({ minimum: 0 }) },
  { title: 'StatusComponent', description: 'A part of the service; it may tell more facts about itself.' },
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
  },
  { title: 'RetryGuidance', description: 'After a 429 wait for `Retry-After`.' },
)

export const StatusDocument = Type.Object(
  {
    status: Wellness,
    version: Type.String({ description: 'Of the software.' }),
    api_version: Type.String({ format: 'date' }),
    time: Type.String({ format: 'date-time', description: 'When the parts were asked.' }),
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

export type Wellness = (typeof wellnesses)[number]
export type Component = Static<typeof StatusComponent> & Record<string, string | number>
export type StatusFacts = Static<typeof StatusDocument>
