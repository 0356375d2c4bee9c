// Agent endpoints: each must answer the example request of its definition; some have further checks.
import { setTimeout as wait } from 'node:timers/promises'
import { eventsIn } from '../../client/events.ts'
import { askEndpoints } from '../endpoints/ask/ask.ts'
import { batch } from '../endpoints/batch/batch.ts'
import { ErrorBody } from '../endpoints/error-schemas.ts'
import { createJob } from '../endpoints/jobs/create.ts'
import { endpoints } from '../endpoints/list.ts'
import { getStatus } from '../endpoints/status/status.ts'
import { askJobs, askLimits } from '../limits.ts'
import type { Check } from './check.ts'
import { must, mustMatch, should } from './check-failure.ts'
import { exampleAddresses, type HostedEndpoint, hostedEndpoints, isMcp, urlAt } from './hosted-endpoints.ts'
import { type HttpResult, posted } from './http-probe.ts'
import { statusIn } from './target.ts'

type Json = { schema: object }

/** The name of a component; of sync with its lag. */
const withLag = ({ name, lag_seconds: lag }: ReturnType<typeof statusIn>['components'][number]): string =>
  lag === undefined ? name : `${name} (${lag} s behind)`

/** The ids in examples do not exist, so endpoints that look something up answer 404. */
function expectedFrom({ responses, errors = [] }: HostedEndpoint['description']): { status: number; schema: object } {
  if (errors.includes('not_found')) return { status: 404, schema: ErrorBody }
  const ownError = errors.find(error => typeof error !== 'string')
  const [status, content] =
    Object.entries(responses).map(([status, { content }]) => [Number(status), content] as const)[0] ??
    ([ownError!.status, ownError!.content!({}, exampleAddresses)] as const)
  return { status, schema: (content!['application/json'] as Json).schema }
}

function examplePath({ endpoint: { path }, description: { parameters = [] } }: HostedEndpoint): string {
  const example = (name: string) => encodeURIComponent(parameters.find(parameter => parameter.name === name)!.example!)
  const query = parameters.filter(parameter => parameter.in === 'query' && parameter.example !== undefined)
  const text = query.map(({ name }) => `${name}=${example(name)}`).join('&')
  return path.replace(/\{(\w+)\}/g, (_, name: string) => example(name)) + (text === '' ? '' : `?${text}`)
}

const exampleRequest = ({ request }: HostedEndpoint['description'], headers = {}) =>
  posted(request?.example ?? {}, { timeoutMs: askLimits.answerMs, headers })

function endpointCheck(hosted: HostedEndpoint): Check {
  const { endpoint, description, name } = hosted
  const { status, schema } = expectedFrom(description)
  const method = endpoint.method.toUpperCase()
  return {
    name: `${method} ${name}`,
    about: description.summary,
    cure: `Let the proxy pass ${method} ${endpoint.path} with its body to the service, and wait up to 15 s for the answer.`,
    run: async target => {
      const url = urlAt(target, hosted, examplePath(hosted))
      const response = await (method === 'GET' ? target.read(url) : target.request(url, exampleRequest(description)))
      must(response.status === status, `${response.status} instead of ${status} from ${response.url}`)
      mustMatch(schema, response.json(), 'the answer')
      return `${status}, ${response.body.length} bytes in ${response.endedAt - response.sentAt} ms`
    },
  }
}

const [askByPost] = hostedEndpoints(askEndpoints.filter(({ method }) => method === 'post'))
const [batchPost] = hostedEndpoints([batch])
const [jobPost] = hostedEndpoints([createJob])

export const endpointChecks: readonly Check[] = [
  ...hostedEndpoints(endpoints.filter(endpoint => !isMcp(endpoint))).map(endpointCheck),
  {
    name: 'ask stream',
    about: 'An answer can be sent as events (start, result, complete), each as soon as it is ready.',
    cure: 'Let the proxy pass text/event-stream without buffering (proxy_buffering off) and without compression.',
    run: async ({ web }) => {
      const { request } = askByPost!.description
      const body = { ...request!.example, prefer: { streaming: true } }
      const ask = () => web(askByPost!.endpoint.path, posted(body, { timeoutMs: askLimits.answerMs }))
      const response = await ask()
      const { headers } = response
      must(headers['content-type']?.startsWith('text/event-stream'), `Content-Type is ${headers['content-type']}`)
      const events = await eventsOf(response)
      const names = events.map(({ event }) => event)
      const ordered = names[0] === 'start' && names.includes('result') && names.at(-1) === 'complete'
      must(ordered, `the events are ${names.join(', ') || 'none'}`)
      mustMatch(expectedFrom(askByPost!.description).schema, events.at(-1)!.data, 'the last event')
      must(headers['content-length'] === undefined, 'the events were buffered and sent as one piece (Content-Length)')
      must(headers['content-encoding'] === undefined, `the events are compressed with ${headers['content-encoding']}`)
      must(headers['cache-control']?.includes('no-store'), `Cache-Control is ${headers['cache-control']}`)
      // The first question may have waited for the index before the first event.
      const isBuffered = (await wasBuffered(response)) && (await wasBuffered(await ask()))
      must(!isBuffered, 'the events were held back until the last one was ready')
      return names.join(', ')
    },
  },
  {
    name: 'ask job',
    about: 'A question can be queued and its answer fetched later.',
    cure: 'See /status: jobs need write access to the state file next to the store, or to the database.',
    run: async ({ web, request, webUrl, signal }) => {
      const { path } = jobPost!.endpoint
      const response = await web(path, exampleRequest(jobPost!.description))
      must(response.status === 202, `${response.status} from ${response.url}`)
      const { job_id, status_url } = response.json()
      must(status_url === `${webUrl}${path}/${job_id}`, `its status_url is ${status_url}`)
      must(response.headers.location === status_url, `Location is ${response.headers.location}`)
      must(
        Number(response.headers['retry-after']) >= askJobs.pollSeconds,
        `Retry-After is ${response.headers['retry-after']}`,
      )
      const statusLater = async () => {
        await wait(askJobs.pollSeconds * 1000, undefined, { signal })
        const later = await request(status_url)
        must(later.status === 200, `${later.status} from ${status_url}`)
        return later.json().status
      }
      const first = await statusLater()
      // Other clients may have jobs in the queue.
      const status = first === 'queued' || first === 'running' ? await statusLater() : first
      should(status === 'completed', `after ${2 * askJobs.pollSeconds} s it is ${status}`)
      return status
    },
  },
  {
    name: 'idempotency',
    about: 'A repeated request with the same Idempotency-Key gets the stored response.',
    cure: 'Let the proxy pass POST bodies, Idempotency-Key and Idempotent-Replayed.',
    run: async ({ web }) => {
      const key = { 'idempotency-key': `vitrine-doctor-${crypto.randomUUID()}` }
      const send = () => web(batchPost!.endpoint.path, exampleRequest(batchPost!.description, key))
      const [first, again] = [await send(), await send()]
      must(first.status === 200, `${first.status} from ${first.url}`)
      must(again.text === first.text, 'the same Idempotency-Key gets another answer')
      must(again.headers['idempotent-replayed'] === 'true', 'Idempotent-Replayed is missing')
      return `Idempotent-Replayed: ${again.headers['idempotent-replayed']}`
    },
  },
  {
    name: 'status',
    about: 'All components of the service work.',
    cure: 'Check the named component and the log of the service.',
    run: async ({ read, webUrl }) => {
      const { status, components } = statusIn(await read(webUrl + getStatus.path))
      const failing = components.filter(component => component.status !== 'operational').map(withLag)
      must(status !== 'outage', `outage: ${failing.join(', ')}`)
      should(status === 'operational', `${status}: ${failing.join(', ')}`)
      return `${status}: ${components.map(withLag).join(', ')}`
    },
  },
  {
    name: 'protected paths',
    about: 'Paths of the app of the operator get 401; on the web host WWW-Authenticate links to an explanation.',
    cure: 'Let the proxy pass /app/ to the service, and WWW-Authenticate to the client.',
    run: async ({ request, apiUrl, webUrl }) => {
      const metadata = `resource_metadata="${webUrl}/.well-known/oauth-protected-resource"`
      for (const [host, parameter] of [[webUrl, metadata] as const, [apiUrl, ''] as const]) {
        const { status, url, headers } = await request(`${host}/app/doctor`)
        const challenge = headers['www-authenticate'] ?? ''
        must(status === 401, `${status} from ${url}`)
        const isRight = challenge.startsWith('Bearer') && challenge.includes(parameter)
        must(isRight, `WWW-Authenticate is ${challenge || 'absent'} at ${url}`)
      }
      return '401 on both hosts'
    },
  },
  {
    name: 'no sign-in on the API host',
    about: 'The API host has no OAuth documents, because MCP clients would start a sign-in.',
    cure: 'Let the proxy send /.well-known/ of the API host to the API host, not to the web host.',
    run: async ({ api }) => {
      const { status, url } = await api('/.well-known/oauth-protected-resource')
      must(status === 404, `${status} from ${url}`)
      return '404'
    },
  },
]

type Event = { event: string; data: { _meta?: { processing_time_ms?: number } } }

async function eventsOf({ body }: HttpResult): Promise<Event[]> {
  const events = await Array.fromAsync(eventsIn(new Blob([new Uint8Array(body)]).stream()))
  return events.map(({ event, data }) => ({ event, data: JSON.parse(data) }))
}

/** For answers that take less time, buffering cannot be detected. */
const minDetectableMs = 300

async function wasBuffered(response: HttpResult): Promise<boolean> {
  const workMs = (await eventsOf(response)).at(-1)?.data._meta?.processing_time_ms ?? 0
  return workMs >= minDetectableMs && response.endedAt - response.startedAt < workMs / 10
}
