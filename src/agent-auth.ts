// The boundary for agents: what they may not do, in machine-readable form. One table of error codes.
import { Type } from './util/schema.ts'

type AgentAuthError = { code: string; endpoint: string; meaning: string }

const each = (codes: string, endpoint: string, meaning: string): AgentAuthError[] =>
  codes.split(' ').map(code => ({ code, endpoint, meaning }))

/** Only the first and `email_not_enabled` are ever sent; the others are reserved for a future flow. */
export const agentAuthErrors: readonly AgentAuthError[] = [
  ...each('agent_auth_not_available', 'register, claim, revocation', 'There is no public credential flow for agents.'),
  ...each('invalid_issuer', 'register, revocation', 'The issuer of the assertion is not trusted.'),
  ...each('invalid_signature', 'register, revocation', 'The signature could not be verified.'),
  ...each('expired', 'register, claim', 'The assertion or flow token has expired.'),
  ...each('replay_detected', 'register', 'The identifier or nonce of the assertion was used before.'),
  ...each('invalid_audience audience_mismatch', 'register', 'The audience is neither the web host nor the API host.'),
  ...each('invalid_client_id', 'register', 'The client id of the provider is unknown.'),
  ...each('invalid_client', 'register', 'Client authentication failed, or the client is unknown.'),
  ...each('missing_verified_email', 'register', 'The assertion lacks a verified email or phone claim.'),
  ...each('unsupported_credential_type', 'register', 'The credential type (API key or access token) is not supported.'),
  ...each('insufficient_user_authentication', 'register', "The provider's authentication context is below policy."),
  ...each('anonymous_not_enabled', 'register', 'Anonymous registration is disabled.'),
  ...each('identity_assertion_not_enabled', 'register', 'Identity assertions are not accepted.'),
  ...each('email_not_enabled', 'register or claim', 'Claiming by email is disabled; do not ask a person for a code.'),
  ...each('credential_expired', 'protected API', 'The credential has expired.'),
  ...each('invalid_claim_token', 'claim', 'The claim token is malformed or unknown.'),
  ...each('claimed_or_in_flight', 'claim', 'The claim is complete or in progress.'),
  ...each('claim_expired', 'claim', 'The claim token has expired.'),
  ...each('previously_claimed', 'claim', 'The claim was completed before.'),
  ...each('otp_invalid', 'claim', 'The one-time code is wrong.'),
  ...each('otp_expired', 'claim', 'The one-time code has expired.'),
  ...each('invalid_grant', 'claim', 'The grant, assertion, code or claim token is not valid.'),
  ...each('unsupported_grant_type', 'claim', 'The grant type is not supported.'),
  ...each('unsupported_response_type', 'register', 'The response type is not supported.'),
  ...each(
    'interaction_required login_required consent_required account_selection_required',
    'claim',
    "The person must act in the operator's app.",
  ),
  ...each('invalid_request', 'any auth endpoint', 'The request is malformed (OAuth 2.0).'),
  ...each('unauthorized_client', 'any auth endpoint', 'The client may not use this flow (OAuth 2.0).'),
  ...each('invalid_scope', 'any auth endpoint', 'The scope is unknown or malformed (OAuth 2.0).'),
  ...each('access_denied', 'any auth endpoint', 'The person or the service refused (OAuth 2.0).'),
  ...each('server_error', 'any auth endpoint', 'Something failed on the side of the service (OAuth 2.0).'),
  ...each('temporarily_unavailable', 'any auth endpoint', 'The service cannot answer now; retry later (OAuth 2.0).'),
  ...each('rate_limited', 'any auth endpoint', 'Too many requests; wait for Retry-After.'),
]

export const agentAuthPaths = {
  register: '/agent/auth/register',
  claim: '/agent/auth/claim',
  revoke: '/agent/auth/revoke',
} as const

/** The code that people get by email, for the app only. */
export const emailCode = { length: 6, pattern: '^[0-9]{6}$' }

/**
 * The form of a claim by email; documented for parsers, since it is not enabled. Any other body gets the same
 * refusal.
 */
export const EmailClaim = Type.Object(
  {
    method: Type.Optional(Type.String({ description: 'Always `email_code`.' })),
    email: Type.Optional(Type.String()),
    code: Type.Optional(Type.String({ description: 'Six digits.' })),
    claim_token: Type.Optional(Type.String()),
  },
  {
    title: 'EmailClaim',
    description: 'For parsers only: never ask a person for an email address or a one-time code.',
  },
)

/** Published so that programs learn of the boundary in advance. */
function agentAuthBlock(webUrl: string) {
  return {
    status: 'not_available',
    register_uri: webUrl + agentAuthPaths.register,
    claim_uri: webUrl + agentAuthPaths.claim,
    revocation_uri: webUrl + agentAuthPaths.revoke,
    identity_types_supported: ['user'],
    anonymous: { credential_types_supported: [] },
    identity_assertion: { assertion_types_supported: [], credential_types_supported: [] },
    events_supported: [],
    documentation_uri: `${webUrl}/auth.md`,
    skill: `${webUrl}/auth.md`,
    email: {
      status: 'app_only',
      enabled_for_agents: false,
      credential_types_supported: [],
      unsupported_error: 'email_not_enabled',
      template: {
        identity_type: 'user',
        delivery: 'email_code',
        code_format: 'numeric',
        code_length: emailCode.length,
        recipient_field: 'email',
        public_agent_flow: false,
        user_action:
          'Sign in inside the app of the operator; never give an email address or a one-time code to an agent.',
      },
    },
  }
}

type Product = { productName: string; baseUrl: string; webUrl: string }

/** RFC 9728. No authorization servers are listed, because none issues tokens. */
export function protectedResource({ productName, baseUrl, webUrl }: Product) {
  return {
    resource: baseUrl,
    resource_name: `${productName} app API`,
    resource_documentation: `${webUrl}/auth.md`,
    bearer_methods_supported: ['header'],
    agent_auth: {
      status: 'not_available',
      metadata_uri: `${webUrl}/.well-known/oauth-authorization-server`,
      documentation_uri: `${webUrl}/auth.md`,
    },
  }
}

/**
 * RFC 8414 without endpoints, since there are none. The lists are empty rather than absent, because absent ones
 * imply default grants.
 */
export function authorizationServer({ webUrl }: Pick<Product, 'webUrl'>) {
  return {
    issuer: webUrl,
    response_types_supported: [],
    grant_types_supported: [],
    service_documentation: `${webUrl}/auth.md`,
    agent_auth: agentAuthBlock(webUrl),
  }
}
