// Endpoints that exist so that programs find the boundary. Nothing that is sent to them is kept, echoed or logged.
import type { FastifyRequest } from 'fastify'
import { agentAuthErrors, agentAuthPaths, authorizationServer, protectedResource } from '../agent-auth.ts'
import { linkHeader } from '../discovery.ts'
import { type Failure, fail } from '../errors.ts'
import { asFailure, type Router } from '../http/router.ts'
import type { Document } from './documents.ts'

export function addAgentAuth(router: Router, webUrl: string): void {
  const refusal = (code: string): Failure => {
    const { meaning } = agentAuthErrors.find(entry => entry.code === code)!
    const message = `${meaning} Reading needs no credentials; people sign in inside the mobile app.`
    const facts = { error: code, error_description: message, documentation_url: `${webUrl}/auth.md` }
    return fail('forbidden', message, { facts })
  }
  const refuse = async (): Promise<never> => {
    throw refusal('agent_auth_not_available')
  }
  // Before the body is looked at: whatever it holds, it would change nothing.
  for (const url of [agentAuthPaths.register, agentAuthPaths.revoke]) {
    router.route({ method: 'POST', url, config: { route: url }, onRequest: refuse, handler: refuse })
  }
  router.route({
    method: 'POST',
    url: agentAuthPaths.claim,
    config: { route: agentAuthPaths.claim },
    handler: async request => {
      throw refusal(isEmailClaim(request) ? 'email_not_enabled' : 'agent_auth_not_available')
    },
    // A body that cannot be read gets the same answer; only one that is too large is refused as that.
    errorHandler: error => {
      const failure = asFailure(error)
      throw failure.status === 403 || failure.status === 413 ? failure : refusal('agent_auth_not_available')
    },
  })
}

function isEmailClaim({ body }: FastifyRequest): boolean {
  return typeof body === 'object' && body !== null && (body as { method?: unknown }).method === 'email_code'
}

/** Only for the web host: on the API host, MCP clients would take them for an invitation to sign in. */
export function agentAuthDocuments(product: Parameters<typeof protectedResource>[0]): Document[] {
  const document = (name: string, value: object) => ({
    path: `/.well-known/${name}`,
    type: 'application/json; charset=utf-8',
    text: () => JSON.stringify(value),
    link: linkHeader(product.webUrl),
  })
  return [
    document('oauth-protected-resource', protectedResource(product)),
    document('oauth-authorization-server', authorizationServer(product)),
  ]
}
