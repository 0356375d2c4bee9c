// One span for each traced request, from its arrival until the response is written.
import type { AsyncLocalStorage } from 'node:async_hooks'
import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { Handler } from '../server/first-handler.ts'
import { makeTrust, normalizeAddress } from '../server/request/client-address.ts'
import type { RequestWithInfo } from '../server/request/request-info.ts'

/** The trace to which the running code belongs. */
export type Active = AsyncLocalStorage<Context | undefined>

type RequestParts = {
  tracer: Tracer
  active: Active
  isSampled: () => boolean
  trustProxy: readonly string[]
}

export function makeRequestSpans(parts: RequestParts): (handle: Handler) => Handler {
  const { tracer, active } = parts
  const decide = makeDecision(parts)
  return handle => (req, res) => {
    const parent = readTraceparent(req.headers.traceparent)
    if (!decide(req, parent)) {
      // The context of the previous request on the connection may still be active.
      if (active.getStore() === undefined) handle(req, res)
      else active.run(undefined, handle, req, res)
      return
    }
    const context = parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent)
    const method = req.method ?? ''
    const attributes = { 'http.request.method': method, 'url.path': pathOf(req.url ?? '') }
    const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, context)
    const inside = trace.setSpan(context, span)
    res.once('close', () => end(span, req as RequestWithInfo, res))
    // Events of the connection are emitted outside this context; listeners of this request run inside.
    keepInside(active, inside, req)
    keepInside(active, inside, res)
    active.run(inside, handle, req, res)
  }
}

/** Any client may name a trace, but only trusted proxies decide whether it is sampled. */
function makeDecision({ isSampled, trustProxy }: RequestParts) {
  const isTrusted = makeTrust(trustProxy)
  return (req: IncomingMessage, parent: SpanContext | null): boolean => {
    if (parent === null || trustProxy.length === 0) return isSampled()
    const address = normalizeAddress(req.socket.remoteAddress ?? '')
    return address !== null && isTrusted(address) ? parent.traceFlags === 1 : isSampled()
  }
}

function keepInside(active: Active, inside: Context, emitter: EventEmitter): void {
  const emit = emitter.emit
  emitter.emit = (...event: Parameters<typeof emit>) => active.run(inside, () => emit.apply(emitter, event))
}

function end(span: Span, { info, method }: RequestWithInfo, res: ServerResponse): void {
  // Without it the first handler itself failed.
  const route = info?.counts.route ?? 'unmatched'
  const asked = info?.method ?? method
  span.updateName(route === 'unmatched' ? `${asked}` : `${asked} ${route}`)
  if (info !== undefined) {
    span.setAttributes({
      'http.route': route,
      'vitrine.request_id': info.id,
      'vitrine.host': info.host,
      // Answered by the first handler: cached responses and rejections.
      'vitrine.at_the_door': info.started === 0,
    })
  }
  if (res.headersSent) span.setAttribute('http.response.status_code', res.statusCode)
  if (!res.writableFinished) span.setAttribute('error.type', 'client_gone')
  if (res.headersSent && res.statusCode >= 500) {
    span.setAttribute('error.type', String(res.statusCode))
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end()
}

const pathOf = (url: string): string => url.split(/[?#]/, 1)[0]!

/** The `traceparent` header (W3C Trace Context). */
const traceparent = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** Null if it is absent or invalid: a new trace begins (section 3.2.2.2). */
function readTraceparent(header: string | string[] | undefined): SpanContext | null {
  if (header === undefined) return null
  const [, version, traceId, spanId, flags, more] = traceparent.exec(String(header).trim()) ?? []
  if (traceId === undefined || spanId === undefined || version === 'ff') return null
  // Version 00 ends after the flags; later versions may continue.
  if (version === '00' && more !== undefined) return null
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null
  return { traceId, spanId, traceFlags: Number.parseInt(flags!, 16) & 1, isRemote: true }
}
