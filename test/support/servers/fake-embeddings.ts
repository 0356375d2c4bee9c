// An embeddings endpoint whose vectors count words: texts with the same words are similar.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export type Embedded = { path: string; headers: IncomingHttpHeaders; model: string; input: string[] }
export type Behaviour = (asked: Embedded, res: ServerResponse) => void | Promise<void>

type Scope = { after: (stop: () => Promise<void>) => void }

export async function startFakeEmbeddings(scope: Scope, behaviour: Behaviour = embedding()) {
  const state = { behaviour, asked: [] as Embedded[] }
  const server = createServer(async (req, res) => {
    const body = (await json(req)) as Pick<Embedded, 'model' | 'input'>
    const asked = { ...body, path: req.url!, headers: req.headers }
    state.asked.push(asked)
    await state.behaviour(asked, res)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    server.close()
    server.closeAllConnections()
  }
  scope.after(stop)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, state, stop }
}

/** Answers as it should. The order of vectors is not that of the texts; `index` tells. */
export const embedding =
  (dimension = 256): Behaviour =>
  ({ input }, res) => {
    const data = input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text, dimension) }))
    reply(res, { object: 'list', data: data.reverse() })
  }

export const reply = (res: ServerResponse, body: unknown): void =>
  void res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))

function vectorOf(text: string, dimension: number): number[] {
  const vector = Array.from({ length: dimension }, () => 0.001)
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? [])
    vector[createHash('sha256').update(word).digest().readUInt16BE() % dimension]! += 1
  return vector
}
