// Headers of all responses, as flat lists of names and values, the form that Node handles fastest.

import type { RequestInfo } from '../request/request-info.ts'
import { newestVersion, versionHeader } from '../request/version.ts'

const exposedHeaders = [
  'Age',
  'Allow',
  'Cache-Status',
  'Deprecation',
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Limit',
  'RateLimit-Policy',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  versionHeader,
  'Sunset',
  'WWW-Authenticate',
  'X-Request-Id',
]

/** The same on every response of both hosts: everything is public. */
export const commonHeaders: readonly string[] = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  exposedHeaders.join(', '),
  'Cross-Origin-Resource-Policy',
  'cross-origin',
  'X-Content-Type-Options',
  'nosniff',
  versionHeader,
  newestVersion,
]

/** A preflight allows the methods of its path, and every header, which is safe for a public read-only service. */
export const preflight = (allow: string): readonly string[] => [
  'Allow',
  allow,
  'Access-Control-Allow-Methods',
  allow,
  'Access-Control-Allow-Headers',
  '*, Authorization',
  'Access-Control-Max-Age',
  '86400',
]

/** Adds the headers that differ per request. */
export function addRequestHeaders(head: string[], { id, verdict, closing }: RequestInfo): string[] {
  head.push('X-Request-Id', id)
  if (verdict !== null) {
    const remaining = String(verdict.remaining)
    const reset = String(verdict.reset)
    head.push(
      'RateLimit-Limit',
      String(verdict.limit),
      'RateLimit-Remaining',
      remaining,
      'RateLimit-Reset',
      reset,
      'RateLimit-Policy',
      verdict.rule,
      'RateLimit',
      `"${verdict.policy}";r=${remaining};t=${reset}`,
    )
  }
  if (closing) head.push('Connection', 'close')
  return head
}
