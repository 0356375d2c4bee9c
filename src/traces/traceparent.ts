// The `traceparent` request header (W3C Trace Context).
import type { SpanContext } from '@opentelemetry/api'

const pattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** Null if it is absent or invalid: a new trace begins (section 3.2.2.2). */
export function readTraceparent(header: string | string[] | undefined): SpanContext | null {
  if (header === undefined) return null
  const [, version, traceId, spanId, flags, more] = pattern.exec(String(header).trim()) ?? []
  if (traceId === undefined || spanId === undefined || version === 'ff') return null
  // Version 00 ends after the flags; later versions may continue.
  if (version === '00' && more !== undefined) return null
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null
  return { traceId, spanId, traceFlags: Number.parseInt(flags!, 16) & 1, isRemote: true }
}
