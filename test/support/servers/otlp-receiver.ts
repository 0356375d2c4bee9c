// A collector of traces on loopback: takes OTLP over HTTP as JSON and keeps what it was sent.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Value = { stringValue?: string; intValue?: number; boolValue?: boolean }
type Attribute = { key: string; value: Value }
type WireSpan = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  status: { code?: number }
  attributes: Attribute[]
}
type Sent = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: WireSpan[] }[] }[] }

type ReceivedSpan = Omit<WireSpan, 'attributes'> & { attributes: Record<string, unknown> }

export async function startReceiver(port = 0) {
  const spans: ReceivedSpan[] = []
  const resources: Record<string, unknown>[] = []
  const state = { answers: true, requests: 0 }
  const keys = new Set<unknown>()
  const take = async (req: IncomingMessage, res: ServerResponse) => {
    state.requests++
    keys.add(req.headers['api-key'])
    const text = Buffer.concat(await Array.fromAsync(req as AsyncIterable<Buffer>)).toString()
    if (!state.answers) return // and keeps the connection open
    for (const { resource, scopeSpans } of (JSON.parse(text) as Sent).resourceSpans) {
      resources.push(valuesOf(resource.attributes))
      for (const span of scopeSpans.flatMap(scope => scope.spans)) {
        spans.push({ ...span, attributes: valuesOf(span.attributes) })
      }
    }
    res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  }
  const server = createServer((req, res) => void take(req, res).catch(() => res.destroy()))
  await new Promise<void>(done => server.listen(port, '127.0.0.1', done))
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${bound}/v1/traces`,
    port: bound,
    spans,
    resources,
    requests: () => state.requests,
    /** Values of the header `api-key`. */
    keys,
    /** From now on requests are taken and never answered. */
    hang: () => {
      state.answers = false
    },
    named: (name: string) => spans.filter(span => span.name === name),
    close: () =>
      new Promise<void>(done => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

const valuesOf = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.boolValue ?? Number(value.intValue)]),
  )
