// Agent auth endpoints, which always refuse. Nothing that is sent to them is stored, echoed or logged.
import { agentAuthErrors, agentAuthPaths, EmailClaim } from '../agent-auth.ts'
import { errors, Failure, fail } from '../errors.ts'
import { readBody } from '../server/request/json-body.ts'
import type { RequestWithInfo } from '../server/request/request-info.ts'
import { type TSchema, Type } from '../util/schema.ts'
import { type Endpoint, type ErrorResponse, json } from './define.ts'
import { errorObject, errorProperties, problemObject } from './error-schemas.ts'

const authError = (name: string) => agentAuthErrors.find(({ code }) => code === name)!
const notAvailable = authError('agent_auth_not_available')

const AgentAuthErrorName = Type.Unsafe<string>({
  type: 'string',
  enum: agentAuthErrors.map(({ code }) => code),
  description: `Always \`${notAvailable.code}\`, or \`email_not_enabled\`; the others are defined for a future flow.`,
  title: 'AgentAuthErrorName',
})

const authProperties = { ...errorProperties, error: AgentAuthErrorName, error_description: Type.String() }
const AgentAuthError = errorObject('AgentAuthError', authProperties, 'The response of every agent auth endpoint.')
const AgentAuthProblem = problemObject('AgentAuthProblem', authProperties)

const agentAuthNotAvailable: ErrorResponse = {
  component: 'agent_auth_not_available',
  status: 403,
  error: 'forbidden',
  description: notAvailable.meaning,
  headers: 'error',
  content: (body, { webUrl }) => ({
    ...json(AgentAuthError, {
      ...body,
      error: notAvailable.code,
      error_description: errors.forbidden.meaning,
      documentation_url: `${webUrl}/auth.md`,
    }),
    'application/problem+json': { schema: AgentAuthProblem },
  }),
}

/** Reads the body itself, because bodies of every type and size get the same response. */
function refusedEndpoint(
  path: string,
  operationId: string,
  summary: string,
  body: TSchema = Type.Object({}),
): Endpoint {
  return {
    operationId,
    method: 'post',
    path,
    group: 'Not available',
    route: path,
    readsBody: true,
    handler:
      ({ addresses }) =>
      async ({ raw }) => {
        const isEmail = await isEmailClaim(raw as RequestWithInfo)
        const code = path === agentAuthPaths.claim && isEmail ? 'email_not_enabled' : notAvailable.code
        throw refusal(code, addresses.webUrl)
      },
    describe: ({ webUrl }) => ({
      summary: `${summary}; always refused.`,
      description: `There is no credential flow for agents, and none is needed. This endpoint exists to say so in a machine-readable way. Request bodies are not stored. See ${webUrl}/auth.md.`,
      request: { required: false, schema: body },
      responses: {},
      errors: [agentAuthNotAvailable],
    }),
  }
}

export const agentAuthEndpoints: readonly Endpoint[] = [
  refusedEndpoint(agentAuthPaths.register, 'registerAgent', 'Register an agent'),
  refusedEndpoint(agentAuthPaths.claim, 'claimAgent', 'Claim an account for an agent', EmailClaim),
  refusedEndpoint(agentAuthPaths.revoke, 'revokeAgent', 'Revoke credentials of an agent'),
]

function refusal(code: string, webUrl: string): Failure {
  const message = `${authError(code).meaning} Reading needs no credentials; people sign in inside the app of the operator.`
  const facts = { error: code, error_description: message, documentation_url: `${webUrl}/auth.md` }
  return fail('forbidden', message, { facts })
}

async function isEmailClaim(req: RequestWithInfo): Promise<boolean> {
  try {
    const body: unknown = JSON.parse(await readBody(req))
    return typeof body === 'object' && body !== null && (body as { method?: unknown }).method === 'email_code'
  } catch (error) {
    // A body that is too large is not read to its end.
    if (error instanceof Failure) req.info.closing = true
    return false
  }
}
