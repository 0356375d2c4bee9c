// Endpoints that exist so that programs find the boundary. Nothing that is sent to them is kept, echoed or logged.
import type { FastifyRequest } from 'fastify'
import { agentAuthErrors, agentAuthPaths, authorizationServer, protectedResource } from '../agent-auth.ts'
import { linkHeader } from '../discovery.ts'
import { Failure, fail } from '../errors.ts'
import type { Document } from '../routes/documents.ts'
import { readBody } from '../server/request/json-body.ts'
import type { VisitedRequest } from '../server/request/request-info.ts'
import type { Router } from '../server/router.ts'

export function addAgentAuth(router: Router, webUrl: string): void {
  const refusal = (code: string): Failure => {
    const { meaning } = agentAuthErrors.find(entry => entry.code === code)!
    const message = `${meaning} Reading needs no credentials; people sign in inside the mobile app.`
    const facts = { error: code, error_description: message, documentation_url: `${webUrl}/auth.md` }
    return fail('forbidden', message, { facts })
  }
  for (const url of Object.values(agentAuthPaths)) {
    // Before Fastify looks at the body: whatever its type and size, the answer is a refusal.
    const refuse = async ({ raw }: FastifyRequest): Promise<never> => {
      const isEmail = await isEmailClaim(raw as VisitedRequest)
      throw refusal(url === agentAuthPaths.claim && isEmail ? 'email_not_enabled' : 'agent_auth_not_available')
    }
    router.route({ method: 'POST', url, config: { route: url }, onRequest: refuse, handler: refuse })
  }
}

async function isEmailClaim(req: VisitedRequest): Promise<boolean> {
  try {
    const body: unknown = JSON.parse(await readBody(req))
    return typeof body === 'object' && body !== null && (body as { method?: unknown }).method === 'email_code'
  } catch (error) {
    // The rest of a body that is too large is not worth reading.
    if (error instanceof Failure) req.visit.closing = true
    return false
  }
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
