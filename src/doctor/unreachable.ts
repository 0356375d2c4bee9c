// Explanations of network errors, with advice.
import { type CheckFailure, checkFailure } from './check-failure.ts'

type Explanation = { saw: string; cure: string }

const startIt = 'Start the service with vitrine serve, and check the address and port.'
const certificate = 'Install a certificate for this name, with the whole chain to its authority.'

/** By the code of the error. */
const explanations: Record<string, Explanation> = {
  ECONNREFUSED: { saw: 'no server listens there', cure: startIt },
  ENOTFOUND: { saw: 'there is no such host', cure: 'Check the name and its DNS entry.' },
  EAI_AGAIN: { saw: 'the name could not be looked up', cure: 'Check the network and the DNS of this machine.' },
  ECONNRESET: { saw: 'the connection was closed', cure: 'Check whether the address needs http or https.' },
  EPROTO: { saw: 'it does not use TLS', cure: 'Use http, or set up TLS.' },
  ERR_SSL_WRONG_VERSION_NUMBER: { saw: 'it does not use TLS', cure: 'Use http, or set up TLS.' },
  CERT_HAS_EXPIRED: { saw: 'the certificate has expired', cure: 'Renew it, and check the automatic renewal.' },
  ERR_TLS_CERT_ALTNAME_INVALID: { saw: 'the certificate is for another name', cure: certificate },
  DEPTH_ZERO_SELF_SIGNED_CERT: { saw: 'the certificate is self-signed', cure: certificate },
  SELF_SIGNED_CERT_IN_CHAIN: { saw: 'the certificate is from an unknown authority', cure: certificate },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: { saw: 'the chain of certificates is incomplete', cure: certificate },
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: { saw: 'the chain of certificates is incomplete', cure: certificate },
  EHOSTUNREACH: { saw: 'there is no route', cure: 'Check the network and the firewall.' },
  ENETUNREACH: { saw: 'there is no route', cure: 'Check the network and the firewall.' },
}

/** Turns an error of a request into a CheckFailure. */
export function asCheckFailure(
  error: NodeJS.ErrnoException | CheckFailure,
  url: string,
  timeoutMs: number,
): CheckFailure {
  if ('level' in error) return error
  const isTimeout = error.name === 'AbortError' || error.name === 'TimeoutError'
  if (isTimeout) return checkFailure(`${url} sent no complete answer within ${timeoutMs / 1000} s`)
  const reason = reasonFor(error)
  return checkFailure(`${url}: ${reason?.saw ?? error.message}`, reason?.cure)
}

/** The explanation of a network error, or of its cause. */
export function reasonFor(error: unknown): Explanation | undefined {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    const explanation = explanations[(inner as NodeJS.ErrnoException).code ?? '']
    if (explanation !== undefined) return explanation
    const [first] = inner instanceof AggregateError ? inner.errors : []
    if (first !== undefined) return reasonFor(first)
  }
  return undefined
}
