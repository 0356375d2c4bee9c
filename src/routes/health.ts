// Health checks for process managers and load balancers: liveness and readiness.
import { withDeadline } from '../cache/single-flight.ts'
import { Failure, fail } from '../errors.ts'
import { noStoreHeaders } from '../server/response/caching.ts'
import type { Router } from '../server/router.ts'

const pingDeadlineMs = 1000

type Health = { store: { ping(): Promise<void> }; lifecycle: { closing: boolean; replaced: boolean } }

export function addHealth(router: Router, { store, lifecycle }: Health): void {
  const method = ['GET', 'HEAD']
  const headers = Object.fromEntries([noStoreHeaders as [string, string]])
  router.route({
    method,
    url: '/healthz',
    config: { route: 'healthz' },
    handler: async (_request, reply) => reply.headers(headers).send({ status: 'ok' }),
  })
  router.route({
    method,
    url: '/readyz',
    config: { route: 'readyz' },
    handler: async (_request, reply) => {
      // One of several workers may stop without making the service less ready.
      if (lifecycle.closing && !lifecycle.replaced) throw fail('upstream_unavailable', 'The service is restarting.')
      await withDeadline(store.ping(), pingDeadlineMs).catch(cause => {
        if (cause instanceof Failure) throw cause
        throw fail('upstream_unavailable', 'The store does not answer.', { cause })
      })
      return reply.headers(headers).send({ status: 'ready' })
    },
  })
}
