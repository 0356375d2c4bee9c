// The status document: is the service well, how much may be asked, what to retry. For programs, readers and people.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { linkHeader } from '../discovery.ts'
import { backoff, nonRetryableStatuses, retryableStatuses, retryRules } from '../errors.ts'
import { type LimitSettings, limitsOf, type Policy, policies, windowSeconds } from '../limits.ts'
import type { House } from '../pages/layout/layout.ts'
import { pageHeaders } from '../pages/layout/policy.ts'
import { type Reader, readerAt } from '../pages/layout/reader.ts'
import { type Measured, statusMarkdown, statusPage } from '../pages/status.ts'
import type { StatusFacts } from '../pages/status-facts.ts'
import { makeTypeChooser } from '../server/request/accept.ts'
import { newestVersion } from '../server/request/version.ts'
import { neverStored } from '../server/response/caching.ts'
import { sendFresh } from '../server/response/fresh-response.ts'
import type { Router } from '../server/router.ts'
import { softwareVersion } from '../util/software-version.ts'
import type { Checked } from './status-checks.ts'

export type Status = {
  house: House
  limits: LimitSettings
  check: () => Promise<Checked>
  /** How the last hour was. */
  measured: () => Measured[]
}

const caching = [...neverStored, 'Vary', 'Accept, Accept-Encoding, Service-API-Version']

type Form = 'application/json' | 'text/html' | 'text/markdown'

const chooseForm = makeTypeChooser<Form>(['application/json', 'text/html', 'text/markdown'])

type Texts = Record<Form, (facts: StatusFacts, reader: Reader) => string>

export function addStatus(router: Router, { house, limits, check, measured }: Status): void {
  const describe = describer(house, limits)
  const texts: Texts = {
    'application/json': facts => JSON.stringify(facts),
    'text/html': (facts, reader) => statusPage(house, facts, measured(), reader),
    'text/markdown': facts => statusMarkdown(facts),
  }
  const link = ['Link', linkHeader(house.addresses.webUrl)]
  const send = async (request: FastifyRequest, reply: FastifyReply, form: Form): Promise<void> => {
    const reader = readerAt(request.raw.url!)
    const headers = form === 'text/html' ? [...pageHeaders(house.addresses), 'Content-Language', reader.locale] : []
    await sendFresh(request, reply, {
      // The document was delivered whatever it says: monitors read it, proxies must not replace it.
      status: 200,
      head: ['Content-Type', `${form}; charset=utf-8`, ...caching, ...link, ...headers],
      body: Buffer.from(texts[form](describe(await check()), reader)),
    })
  }
  const method = ['GET', 'HEAD']
  const config = { route: 'status' }
  const choose = (request: FastifyRequest, reply: FastifyReply) =>
    send(request, reply, chooseForm(request.headers.accept))
  router.route({ method, url: '/status', config, handler: choose })
  router.route({ method, url: '/status.md', config, handler: (...both) => send(...both, 'text/markdown') })
}

function describer({ addresses }: House, limits: LimitSettings): (checked: Checked) => StatusFacts {
  const { baseUrl, webUrl } = addresses
  const perWindow = limitsOf(limits)
  const rate_limits = (Object.keys(policies) as Policy[]).map(policy => ({
    policy,
    limit: perWindow[policy] || null,
    window_seconds: windowSeconds,
    covers: policies[policy].covers,
  }))
  const retry = {
    retryable: [...retryableStatuses],
    non_retryable: [...nonRetryableStatuses],
    backoff,
    rules: retryRules(`${webUrl}/status`),
  }
  const links = {
    self: `${webUrl}/status`,
    documentation: `${webUrl}/docs/status`,
    errors: `${webUrl}/docs/errors`,
    limits: `${webUrl}/docs/limits`,
    openapi: `${webUrl}/openapi.json`,
    api: baseUrl,
  }
  return ({ status, components, at }) => ({
    status,
    version: softwareVersion,
    api_version: newestVersion,
    time: new Date(at).toISOString(),
    components,
    rate_limits,
    retry,
    links,
  })
}
