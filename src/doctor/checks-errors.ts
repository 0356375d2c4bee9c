// Error responses: each must have our error body, also behind a proxy.
import { ErrorBody } from '../endpoints/error-schemas.ts'
import { type ErrorName, errors } from '../errors.ts'
import { pathWith } from '../operations/define.ts'
import { getCommunityFeed, getCreatorProfile } from '../operations/index.ts'
import type { Check } from './check.ts'
import { must, mustMatch } from './check-failure.ts'
import type { HttpResult } from './http-probe.ts'

const missingCreator = pathWith(getCreatorProfile, { handle: 'no-creator-has-this-handle-0' })

const passErrors = 'Let the proxy pass errors of the service: no error pages of its own, no proxy_intercept_errors.'

export function errorIn(response: HttpResult, name: ErrorName, status: number = errors[name].status) {
  must(response.status === status, `${response.status} instead of ${status} from ${response.url}`)
  const body = response.json()
  mustMatch(ErrorBody, body, `the error body of ${response.url}`)
  must(body.error === name && body.code === errors[name].code, `${body.error} (${body.code}) instead of ${name}`)
  return body
}

export const errorChecks: readonly Check[] = [
  {
    name: 'errors of reads',
    about: 'An unknown creator gets 404 with the error body.',
    cure: passErrors,
    run: async ({ api, webUrl }) => {
      const response = await api(missingCreator)
      const { documentation_url, request_id } = errorIn(response, 'not_found')
      const isOurs = documentation_url.startsWith(webUrl)
      must(isOurs, `documentation_url is ${documentation_url}`, `Set VITRINE_WEB_URL=${webUrl}.`)
      must(request_id === response.headers['x-request-id'], 'request_id differs from the X-Request-Id header')
      return '404 not_found'
    },
  },
  {
    name: 'errors of the web host',
    about: 'An unknown path gets 404 with the error body instead of a page, if the client accepts JSON.',
    cure: passErrors,
    run: async ({ web }) => {
      errorIn(await web('/no/such/path', { headers: { accept: 'application/json' } }), 'not_found')
      return '404 not_found'
    },
  },
  {
    name: 'refused values',
    about: 'An invalid value gets 422, and the error body names the field.',
    cure: passErrors,
    run: async ({ api }) => {
      const { details } = errorIn(await api(pathWith(getCommunityFeed, { limit: 0 })), 'validation_failed')
      must(details[0]?.field === 'limit', 'details do not name the field')
      return details[0].reason
    },
  },
  {
    name: 'problem details',
    about: 'Errors are RFC 9457 problems, if the client accepts these.',
    cure: passErrors,
    run: async ({ api }) => {
      const accept = 'application/problem+json'
      const { status, headers, json } = await api(missingCreator, { headers: { accept } })
      must(status === 404, `${status} instead of 404`)
      must(headers['content-type']?.startsWith(accept), `${headers['content-type']} instead of ${accept}`)
      must(json().status === 404, 'the body has no status')
      return accept
    },
  },
  {
    name: 'other methods',
    about: 'Unsupported methods get 405, and Allow lists the supported ones.',
    cure: `${passErrors} Let it pass all methods.`,
    run: async ({ api }) => {
      const response = await api(getCommunityFeed.path, { method: 'DELETE' })
      errorIn(response, 'invalid_request', 405)
      must(response.headers.allow?.includes('GET'), `Allow is ${response.headers.allow}`)
      return `405, Allow: ${response.headers.allow}`
    },
  },
]
