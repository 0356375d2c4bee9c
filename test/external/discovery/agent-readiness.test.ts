// Validators of services for agents, and what isitagentready.com looks for beyond test/discovery.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { start } from '../../support/start-service.ts'
import { freePorts } from '../support/nginx.ts'
import { toolPackages } from '../support/tools.ts'

/** afdocs takes a short document that contains 404 for a missing one, and documents contain the port. */
const [port = 0, apiPort = 0] = (await freePorts(20)).filter(free => !String(free).includes('404'))
const urls = { webUrl: `http://localhost:${port}`, baseUrl: `http://localhost:${apiPort}` }
const listen = { api: { port: apiPort, loopback: true }, web: { port, loopback: true }, shared: false }
const service = await start({ after }, { config: { ...urls, listen } })
const { web, api, webUrl } = service

/** Runs a program of a package to its end. */
function run(script: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  const options = { timeout: 120_000, maxBuffer: 64 * 1024 * 1024 }
  return new Promise(resolve => {
    execFile(process.execPath, [join(toolPackages, script), ...args], options, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), output: out || err }),
    )
  })
}

test('agent-readability gives 95 or more', async () => {
  const { output } = await run('@vercel/agent-readability/dist/cli/index.cjs', ['audit', webUrl, '--json'])
  const { score, categories } = JSON.parse(output)
  const failed = Object.values(
    categories as Record<string, { checks: { name: string; passed: boolean; skipped: boolean }[] }>,
  )
    .flatMap(({ checks }) => checks)
    .filter(({ passed, skipped }) => !passed && !skipped)
    .map(({ name }) => name)
  // It wants 200 for pages that do not exist. They do not exist, and we say so.
  assert.deepEqual(failed, ['Missing page → markdown'])
  assert.ok(score >= 95, `${score}`)
})

test('afdocs finds no fault in the documentation', async () => {
  const quick = ['--request-delay', '0', '--max-concurrency', '8', '--sampling', 'deterministic', '--quiet']
  const { output } = await run('afdocs/bin/afdocs.mjs', ['check', `${webUrl}/docs`, '--format', 'json', ...quick])
  const { results } = JSON.parse(output) as { results: { id: string; status: string; message: string }[] }
  assert.ok(results.length > 20)
  const faults = results.filter(({ status }) => status === 'fail' || status === 'error')
  assert.deepEqual(
    faults.map(({ id, message }) => `${id}: ${message}`),
    [],
  )
})

test('skills-ref finds the skill valid', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-skill-'))
  t.after(() => rm(folder, { recursive: true }))
  for (const { name, url } of (await web('/.well-known/agent-skills/index.json')).json().skills) {
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, 'SKILL.md'), (await web(url)).body)
    const { code, output } = await run('skills-ref/dist/cli.js', ['validate', join(folder, name)])
    assert.equal(code, 0, output)
  }
})

test('commerce and signatures: nothing is claimed that does not exist', async () => {
  for (const path of [
    '/.well-known/ucp',
    '/.well-known/acp.json',
    '/.well-known/x402',
    '/.well-known/agent-card.json',
    '/.well-known/openid-configuration',
    '/.well-known/http-message-signatures-directory',
  ]) {
    const reply = await web(path, { headers: { accept: 'application/json' } })
    assert.equal(reply.status, 404, path)
    assert.equal(reply.json().error, 'not_found', path)
  }
  assert.notEqual((await web('/')).status, 402)
})

test('an agent that knows only the domain finds the tools and calls one', async () => {
  const link = (await web('/', { headers: { 'user-agent': 'ClaudeBot/1.0' } })).headers.link as string
  const catalog = /<([^>]+)>; rel="ai-catalog"/.exec(link)![1]!
  const { entries } = (await web(catalog.slice(webUrl.length))).json()
  const entry = entries.find(({ type }: { type: string }) => type === 'application/mcp-server-card+json')
  const card = (await api(new URL(entry.url).pathname)).json()
  const endpoint = new URL(card.remotes[0].url)
  assert.equal(Number(endpoint.port), service.ports.api)
  const reply = await api(endpoint.pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_popular_tags', arguments: {} },
    }),
  })
  assert.equal(reply.json().result.structuredContent.items[0].key, 'hydration')
})
