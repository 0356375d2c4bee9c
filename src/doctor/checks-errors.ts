// Error responses: each must have our error body, also behind a proxy.
import { type ErrorName, errors } from '../errors.ts'
import { Type } from '../util/schema.ts'
import type { Check } from './check.ts'
import { must } from './check-failure.ts'
import type { HttpResult } from './http-probe.ts'
import { shaped } from './shape.ts'
import { feedPath } from './target.ts'

const nobody = 'nobody-has-this-handle-0'

const ErrorBody = Type.Object({
  code: Type.Integer(),
  message: Type.String({ minLength: 1 }),
  error: Type.String(),
  retryable: Type.Boolean(),
  request_id: Type.String({ minLength: 1 }),
  details: Type.Array(Type.Object({ field: Type.String(), reason: Type.String() })),
  documentation_url: Type.String(),
})

const passErrors = 'Let the proxy pass errors of the service on: no error pages of its own, no proxy_intercept_errors.'

export function errorIn(seen: HttpResult, name: ErrorName, status: number = errors[name].status) {
  must(seen.status === status, `${seen.status} instead of ${status} from ${seen.url}`)
  const body = shaped(ErrorBody, seen.json(), `The error body of ${seen.url}`)
  must(body.error === name && body.code === errors[name].code, `${body.error} (${body.code}) instead of ${name}`)
  return body
}

export const checksOfErrors: readonly Check[] = [
  {
    name: 'errors of reads',
    about: 'An unknown creator gets 404 with the error body.',
    cure: passErrors,
    look: async ({ api, webUrl }) => {
      const seen = await api(`/public/share/user/${nobody}`)
      const { documentation_url, request_id } = errorIn(seen, 'not_found')
      must(documentation_url.startsWith(webUrl), `it points to ${documentation_url}`, `Set VITRINE_WEB_URL=${webUrl}.`)
      must(request_id === seen.headers['x-request-id'], 'request_id is not the X-Request-Id of the answer')
      return '404 not_found'
    },
  },
  {
    name: 'errors of the web host',
    about: 'An unknown path gets 404 with the error body, not a page, when JSON is asked for.',
    cure: passErrors,
    look: async ({ web }) => {
      errorIn(await web('/no/such/path', { headers: { accept: 'application/json' } }), 'not_found')
      return '404 not_found'
    },
  },
  {
    name: 'refused values',
    about: 'A value that is not allowed gets 422 and is named.',
    cure: passErrors,
    look: async ({ api }) => {
      const { details } = errorIn(await api(`${feedPath}?limit=0`), 'validation_failed')
      must(details[0]?.field === 'limit', 'the field is not named')
      return details[0].reason
    },
  },
  {
    name: 'problem details',
    about: 'Errors come as RFC 9457 problems to whoever asks for that.',
    cure: passErrors,
    look: async ({ api }) => {
      const headers = { accept: 'application/problem+json' }
      const { status, headers: received, json } = await api(`/public/share/user/${nobody}`, { headers })
      must(status === 404, `${status} instead of 404`)
      must(
        received['content-type']?.startsWith(headers.accept),
        `${received['content-type']} instead of ${headers.accept}`,
      )
      must(json().status === 404, 'status is not told in the body')
      return headers.accept
    },
  },
  {
    name: 'other methods',
    about: 'What cannot be done here gets 405, and Allow says what can.',
    cure: `${passErrors} Methods are the business of the service too.`,
    look: async ({ api }) => {
      const seen = await api('/public/share/tags', { method: 'DELETE' })
      errorIn(seen, 'invalid_request', 405)
      must(seen.headers.allow?.includes('GET'), `Allow is ${seen.headers.allow}`)
      return `405, Allow: ${seen.headers.allow}`
    },
  },
]
