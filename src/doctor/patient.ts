// The deployment that is looked at: its two addresses, and ways to ask it.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Static, Type } from '../util/schema.ts'
import { type Ledger, makeLedger } from './allowance.ts'
import type { Asked, Asking, Seen } from './asking.ts'
import { must, type Trouble, trouble } from './check.ts'
import { shaped } from './shape.ts'

export type Patient = {
  webUrl: string
  /** Empty when nobody knows it. */
  apiUrl: string
  ask: (url: string, asked?: Asked & { aside?: true }) => Promise<Seen>
  web: (path: string, asked?: Asked) => Promise<Seen>
  api: (path: string, asked?: Asked) => Promise<Seen>
  /** A plain GET; who asks for the same again gets the same answer. */
  read: (url: string) => Promise<Seen>
  /** The status document. Checks that need it are left out when it is broken, which another check says. */
  status: () => Promise<StatusDocument>
  /** A published creation. */
  sample: () => Promise<Sample>
  ledger: Ledger
  /** Nothing there is asked any more. */
  giveUp: (origin: string) => void
  signal: AbortSignal
}

const StatusDocument = Type.Object({
  status: Type.String(),
  api_version: Type.String(),
  time: Type.String(),
  components: Type.Array(Type.Object({ name: Type.String(), status: Type.String() })),
  rate_limits: Type.Array(
    Type.Object({ policy: Type.String(), limit: Type.Union([Type.Integer(), Type.Null()]), covers: Type.String() }),
  ),
  retry: Type.Object({ retryable: Type.Array(Type.Integer()), non_retryable: Type.Array(Type.Integer()) }),
  links: Type.Object({ self: Type.String(), api: Type.String() }),
})
export type StatusDocument = Static<typeof StatusDocument>

const Sample = Type.Object({
  handle: Type.String(),
  slug: Type.String(),
  url: Type.String(),
  apiUrl: Type.String(),
  coverUrl: Type.Union([Type.String(), Type.Null()]),
  creator: Type.Object({ url: Type.String() }),
})
export type Sample = Static<typeof Sample>

/** What could not be looked at because of something that is reported elsewhere. */
const unseen = (): Trouble & { unseen: true } => Object.assign(trouble('not looked at'), { unseen: true as const })
export const isUnseen = (error: unknown): boolean => error instanceof Error && 'unseen' in error

export const feedPath = '/public/share/community'
export const sampleFeed = `${feedPath}?sort=recent&limit=2`

const retryMs = 1000

/** Too much to do for a moment, which the service may say: a read that is asked for again then tells more. */
const isMomentary = ({ status, method, headers }: Seen): boolean =>
  status === 503 && (method === 'GET' || method === 'HEAD') && Number(headers['retry-after']) <= 1

/** The patient for whoever knows the address of its API host; what was seen before that was known still counts. */
export function makePatient(webUrl: string, asking: Asking, signal: AbortSignal): (apiUrl: string) => Patient {
  const ledger = makeLedger()
  const given = new Set<string>()
  const ask: Patient['ask'] = async (url, { aside, ...asked } = {}) => {
    if (!URL.canParse(url) || given.has(new URL(url).origin)) throw unseen()
    const first = await asking.ask(url, asked)
    const seen = isMomentary(first) ? await sleep(retryMs).then(() => asking.ask(url, asked)) : first
    ledger.note(seen, aside ?? false)
    if (seen.status === 429) throw limited(seen)
    return seen
  }
  const read = remembering(url => ask(url))
  const status = async () => statusIn(await read(`${webUrl}/status`))
  const sampleAt = async (apiUrl: string) => {
    const [first] = (await read(apiUrl + sampleFeed)).json().data.items
    must(first !== undefined, 'the community is empty')
    return shaped(Sample, first, 'A creation of the feed')
  }
  return apiUrl => ({
    webUrl,
    apiUrl,
    ask,
    web: (path, asked) => ask(webUrl + path, asked),
    api: (path, asked) => ask(apiUrl + path, asked),
    read,
    status: () => status().catch(() => Promise.reject(unseen())),
    sample: () => sampleAt(apiUrl).catch(() => Promise.reject(unseen())),
    ledger,
    giveUp: origin => void given.add(origin),
    signal,
  })
}

export const statusIn = (seen: Seen): StatusDocument => {
  must(seen.status === 200, `${seen.status} from ${seen.url}`)
  return shaped(StatusDocument, seen.json(), 'The status document')
}

const limited = ({ url, headers }: Seen): Trouble => {
  const wait = headers['retry-after'] ?? headers['ratelimit-reset'] ?? '60'
  return trouble(`not looked at: ${url} says 429, too many requests`, `Run the doctor again in ${wait} s.`, 'warn')
}

function remembering(read: (url: string) => Promise<Seen>): (url: string) => Promise<Seen> {
  const known = new Map<string, Promise<Seen>>()
  return url => {
    const found = known.get(url) ?? read(url)
    known.set(url, found)
    return found
  }
}
