// Checks for agents: ask, jobs, batch, status, and the boundary for credentials.

import { setTimeout as wait } from 'node:timers/promises'
import { askJobs, askLimits } from '../limits.ts'
import { getPopularTags } from '../operations/index.ts'
import { type Static, Type } from '../util/schema.ts'
import type { Check } from './check.ts'
import { must, should } from './check-failure.ts'
import { eventsIn } from './events.ts'
import type { HttpResult } from './http-probe.ts'
import { posted } from './http-probe.ts'
import { shaped } from './shape.ts'
import { statusIn } from './target.ts'

const question = 'What is this service?'

const askRequest = (body: object = { query: question }) => posted(body, { within: askLimits.answerMs })

const Answer = Type.Object({
  _meta: Type.Object({ response_type: Type.Literal('answer'), processing_time_ms: Type.Number() }),
  query_id: Type.String(),
  answer: Type.String({ minLength: 1 }),
  answered: Type.Boolean(),
  citations: Type.Array(Type.Object({ url: Type.String(), title: Type.String() })),
  results: Type.Array(Type.Object({ url: Type.String() })),
})

function answerIn(seen: HttpResult, webUrl: string): Static<typeof Answer> {
  must(seen.status === 200, `${seen.status} from ${seen.url}`)
  const answer = shaped(Answer, seen.json(), 'The answer')
  const astray = answer.citations.find(({ url }) => !url.startsWith(webUrl))
  should(astray === undefined, `a citation leads to ${astray?.url}`, `Is VITRINE_WEB_URL ${webUrl}?`)
  return answer
}

const passPosts = 'Let the proxy pass POST with its body on, and wait at least 15 s for an answer.'

const askAt = (path: string): Check => ({
  name: `ask ${path}`,
  about: `POST ${path} answers a question, with citations.`,
  cure: passPosts,
  look: async ({ web, webUrl }) => {
    const { answered, citations } = answerIn(await web(path, askRequest()), webUrl)
    return `${answered ? 'answered' : 'not answered'}, ${citations.length} citations`
  },
})

const Job = Type.Object({ job_id: Type.String(), status_url: Type.String(), status: Type.String() })

const batch = {
  requests: [
    { id: 'tags', operation: getPopularTags.name },
    { id: 'none', operation: 'no_such_read' },
  ],
}
const Batch = Type.Object({
  results: Type.Array(Type.Object({ id: Type.String(), operation: Type.String(), status: Type.Integer() })),
})

export const checksOfAgents: readonly Check[] = [
  ...['/ask', '/api/ask', '/nlweb/ask', '/es/ask'].map(askAt),
  {
    name: 'ask stream',
    about: 'An answer comes as events, start, result, complete, each when it is ready.',
    cure: 'Let the proxy pass text/event-stream on as it comes: no buffering (proxy_buffering off), no compression.',
    look: async ({ web }) => {
      const streaming = askRequest({ query: question, prefer: { streaming: true } })
      const seen = await web('/ask', streaming)
      const { headers } = seen
      must(headers['content-type']?.startsWith('text/event-stream'), `it comes as ${headers['content-type']}`)
      const events = eventsIn(seen.text)
      const names = events.map(({ event }) => event)
      const ordered = names[0] === 'start' && names.includes('result') && names.at(-1) === 'complete'
      must(ordered, `the events are ${names.join(', ') || 'none'}`)
      shaped(Answer, events.at(-1)!.data, 'The last event')
      must(headers['content-length'] === undefined, 'the events were gathered and came as one piece (Content-Length)')
      must(headers['content-encoding'] === undefined, `the events are compressed with ${headers['content-encoding']}`)
      must(headers['cache-control']?.includes('no-store'), `Cache-Control is ${headers['cache-control']}`)
      // The first question may have waited for the index before the first event.
      const suspicious = wasHeldBack(seen) && wasHeldBack(await web('/ask', streaming))
      must(!suspicious, 'the events were held back until the last was there')
      return names.join(', ')
    },
  },
  {
    name: 'ask job',
    about: 'A question can be handed in and its answer fetched later.',
    cure: 'Look at /status: jobs need the state file beside the store, or the database, to be writable.',
    look: async ({ web, request, webUrl, signal }) => {
      const seen = await web('/ask/jobs', posted({ query: question }))
      must(seen.status === 202, `${seen.status} from ${seen.url}`)
      const { job_id, status_url } = shaped(Job, seen.json(), 'The job')
      must(status_url === `${webUrl}/ask/jobs/${job_id}`, `its answer is said to be at ${status_url}`)
      must(seen.headers.location === status_url, `Location is ${seen.headers.location}`)
      must(Number(seen.headers['retry-after']) >= askJobs.pollSeconds, `Retry-After is ${seen.headers['retry-after']}`)
      const statusLater = async () => {
        await wait(askJobs.pollSeconds * 1000, undefined, { signal })
        const later = await request(status_url)
        must(later.status === 200, `${later.status} from ${status_url}`)
        return shaped(Type.Object({ status: Type.String() }), later.json(), 'The job').status
      }
      const first = await statusLater()
      // Other clients may have jobs in the queue.
      const status = first === 'queued' || first === 'running' ? await statusLater() : first
      should(status === 'completed', `after ${2 * askJobs.pollSeconds} s it is ${status}`)
      return status
    },
  },
  {
    name: 'batch',
    about: 'Several reads in one request, each with an answer of its own; the same key gets the same answer.',
    cure: 'Let the proxy pass POST bodies, Idempotency-Key and Idempotent-Replayed on.',
    look: async ({ web }) => {
      const headers = { 'idempotency-key': `vitrine-doctor-${crypto.randomUUID()}` }
      const first = await web('/batch', posted(batch, { headers }))
      must(first.status === 200, `${first.status} from ${first.url}`)
      const { results } = shaped(Batch, first.json(), 'The answer')
      const statuses = results.map(({ id, status }) => `${id} ${status}`).join(', ')
      must(results[0]?.status === 200 && results[1]!.status >= 400, `the items are ${statuses}`)
      const again = await web('/batch', posted(batch, { headers }))
      must(again.text === first.text, 'the same Idempotency-Key gets another answer')
      should(again.headers['idempotent-replayed'] === 'true', 'Idempotent-Replayed is not told')
      return statuses
    },
  },
  {
    name: 'batch description',
    about: 'GET /batch says what can be asked for, and an empty batch is refused with 400.',
    cure: passPosts,
    look: async ({ web, webUrl, read }) => {
      const about = await read(`${webUrl}/batch`)
      must(about.status === 200, `${about.status} from ${about.url}`)
      const { operations } = shaped(Type.Object({ operations: Type.Array(Type.Unknown()) }), about.json(), 'It')
      const empty = await web('/batch', posted({ requests: [] }))
      must(empty.status === 400, `an empty batch gets ${empty.status}`)
      return `${operations.length} operations`
    },
  },
  {
    name: 'status',
    about: 'The status document says that everything works.',
    cure: 'Look at the component that is named, and at the log of the service.',
    look: async ({ read, webUrl }) => {
      const { status, components } = statusIn(await read(`${webUrl}/status`))
      const unwell = components.filter(component => component.status !== 'operational').map(({ name }) => name)
      must(status !== 'outage', `outage: ${unwell.join(', ')}`)
      should(status === 'operational', `${status}: ${unwell.join(', ')}`)
      return `${status}: ${components.map(({ name }) => name).join(', ')}`
    },
  },
  {
    name: 'agent auth',
    about: 'Agents are told that there are no credentials for them.',
    cure: 'Let the proxy pass /agent/auth/ on to the service, and 403 back.',
    look: async ({ web }) => {
      const expected = { register: 'agent_auth_not_available', claim: 'email_not_enabled' }
      for (const [path, error] of Object.entries(expected)) {
        const seen = await web(`/agent/auth/${path}`, posted({ method: 'email_code' }))
        must(seen.status === 403, `${seen.status} from ${seen.url}`)
        must(seen.json().error === error, `${seen.json().error} instead of ${error}`)
      }
      return Object.values(expected).join(', ')
    },
  },
  {
    name: 'protected paths',
    about: 'Paths of the mobile app get 401, and the web host says where that is explained.',
    cure: 'Let the proxy pass /app/ on to the service, and WWW-Authenticate back.',
    look: async ({ web, api, webUrl }) => {
      const metadata = `resource_metadata="${webUrl}/.well-known/oauth-protected-resource"`
      for (const [ask, parameter] of [
        [web, metadata],
        [api, ''],
      ] as const) {
        const { status, url, headers } = await ask('/app/doctor')
        const challenge = headers['www-authenticate'] ?? ''
        must(status === 401, `${status} from ${url}`)
        must(
          challenge.startsWith('Bearer') && challenge.includes(parameter),
          `WWW-Authenticate is ${challenge || 'absent'} at ${url}`,
        )
      }
      return '401 on both hosts'
    },
  },
  {
    name: 'no sign-in on the API host',
    about: 'The API host has no OAuth documents: MCP clients would start to sign in.',
    cure: 'Let the proxy send /.well-known/ of the API host to the API host, not to the web host.',
    look: async ({ api }) => {
      const { status, url } = await api('/.well-known/oauth-protected-resource')
      must(status === 404, `${status} from ${url}`)
      return '404'
    },
  },
]

/** Shorter answers are complete before buffering could be noticed. */
const tellingMs = 300

function wasHeldBack({ startedAt, endedAt, text }: HttpResult): boolean {
  const [last] = eventsIn(text).slice(-1)
  const workMs = (last?.data as Static<typeof Answer> | undefined)?._meta.processing_time_ms ?? 0
  return workMs >= tellingMs && endedAt - startedAt < workMs / 10
}
