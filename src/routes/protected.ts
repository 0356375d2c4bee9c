// Paths reserved for the app of the operator. This service accepts no tokens.
import type { FastifyRequest } from 'fastify'
import type { Addresses, HostName } from '../addresses.ts'
import { fail } from '../errors.ts'
import type { Router } from '../server/router.ts'

export function addProtected(router: Router, host: HostName, addresses: Addresses): void {
  const metadata = `resource_metadata="${addresses.webUrl}/.well-known/oauth-protected-resource"`
  const refuse = async (request: FastifyRequest): Promise<never> => {
    const parameters = host === 'web' ? [metadata] : []
    // RFC 6750 section 3.1: the error code is only sent if the request has a token.
    if (/^bearer +\S/i.test(request.headers.authorization ?? '')) parameters.push('error="invalid_token"')
    throw fail(
      'unauthorized',
      'This path is reserved for the app of the operator; use the public reads under /public/share.',
      {
        headers: { 'WWW-Authenticate': ['Bearer', parameters.join(', ')].filter(Boolean).join(' ') },
      },
    )
  }
  const method = router.supportedMethods.filter(name => name !== 'OPTIONS')
  for (const url of ['/app', '/app/*']) {
    router.route({ method, url, config: { route: 'protected' }, onRequest: refuse, handler: refuse })
  }
}
