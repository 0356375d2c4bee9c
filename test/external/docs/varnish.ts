// A block of VCL: a real Varnish with these rules in front of the service, asked as browsers and agents ask.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../support/vitrine-process.ts'
import { freePorts } from '../support/nginx.ts'
import type { Block } from './blocks.ts'
import { whereIs } from './programs.ts'
import type { Stage } from './stage.ts'

const probe = '.probe = { .url = "/readyz"; .interval = 1s; .initial = 8; }'

type Headers = Record<string, string | string[] | undefined>
type Answer = { status: number; headers: Headers }
type Ask = (path: string, headers?: Record<string, string>, body?: string) => Promise<Answer>

export async function runVarnish({ text }: Block, stage: Stage): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-varnish-'))
  const [port] = (await freePorts(1)) as [number]
  const { hostname, port: behind, host } = new URL(stage.places().api)
  const rules = join(folder, 'rules.vcl')
  writeFileSync(rules, `vcl 4.1;\nbackend default { .host = "${hostname}"; .port = "${behind}"; ${probe} }\n${text}`)
  const address = ['-a', `127.0.0.1:${port}`, '-n', join(folder, 'work'), '-j', 'none', '-s', 'malloc,16m']
  const command = [whereIs('varnishd'), '-F', '-f', rules, '-p', 'http_gzip_support=off', ...address]
  // It goes when the process that holds the other end of the pipe does.
  const script = '"$@" & cat; kill $!; wait $!'
  const guard = spawn('/bin/sh', ['-c', script, 'sh', ...command], { stdio: ['pipe', 'pipe', 'pipe'] })
  let said = ''
  guard.stderr.on('data', text => (said += text)) // biome-ignore format: one line reads better
  const ask: Ask = (path, headers = {}, body) => answerOf(port, path, { host, ...headers }, body)
  try {
    await until('Varnish answers', () => ask('/healthz').then(() => true, () => guard.exitCode !== null)) // biome-ignore format: one line reads better
    assert.equal(guard.exitCode, null, said)
    await cachesRightly(ask)
  } finally {
    guard.stdin.end()
    if (guard.exitCode === null) await once(guard, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The number of the request that fetched an answer stands behind that of the request that got it. */
const isHit = ({ headers }: Answer): boolean => String(headers['x-varnish']).includes(' ')
const limits = ({ headers }: Answer): string[] =>
  Object.keys(headers).filter(name => /^ratelimit|^x-request-id$/.test(name))

async function cachesRightly(ask: Ask): Promise<void> {
  const tags = '/public/share/tags'
  const [first, second] = [await ask(tags), await ask(tags)]
  assert.deepEqual([first.status, isHit(first), isHit(second)], [200, false, true])
  assert.ok(limits(first).length > 3)
  assert.deepEqual(limits(second), [])
  for (const sent of ['gzip, deflate, br', 'br', 'gzip']) {
    const { headers } = await ask(tags, { 'accept-encoding': sent })
    assert.equal(headers['content-encoding'], sent.includes('br') ? 'br' : 'gzip')
    assert.notEqual(headers.etag, first.headers.etag)
  }
  assert.ok(isHit(await ask(tags, { 'accept-encoding': 'br' })))
  const missing = [await ask(`${tags}x`), await ask(`${tags}x`)]
  assert.deepEqual(missing.map(answer => [answer.status, isHit(answer)]), [[404, false], [404, false]]) // biome-ignore format: one line reads better
  const call = '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}'
  const posted = [1, 2].map(() => ask('/mcp', { 'content-type': 'application/json' }, call))
  for (const answer of await Promise.all(posted)) assert.deepEqual([answer.status, isHit(answer)], [200, false])
}

async function answerOf(port: number, path: string, headers: Record<string, string>, body?: string): Promise<Answer> {
  const asked = request({ host: '127.0.0.1', port, path, headers, method: body === undefined ? 'GET' : 'POST' })
  asked.end(body)
  const [reply] = await once(asked, 'response')
  reply.resume()
  await once(reply, 'end')
  return { status: reply.statusCode, headers: reply.headers }
}
