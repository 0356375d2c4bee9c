// The official inspector on the command line: strict about schemas, and it knows the views.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import test, { after } from 'node:test'
import { fixtureRecords } from '../../support/contract-service.ts'
import { start } from '../../support/start-service.ts'
import { toolPackages } from '../support/tools.ts'

const service = await start({ after }, { records: fixtureRecords() })
const product = `${service.apiUrl}/mcp`
const docs = `${service.webUrl}/mcp`

// It keeps things in the home of whoever runs it.
const home = await mkdtemp(join(tmpdir(), 'vitrine-inspector-'))
after(() => rm(home, { recursive: true }))

const folder = join(toolPackages, '@modelcontextprotocol', 'inspector')
const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const program = join(folder, bin['mcp-inspector'])

async function inspect(url: string, ...args: string[]): Promise<{ code: number | null; out: string; error: string }> {
  const child = spawn(process.execPath, [program, '--cli', url, '--transport', 'http', ...args], {
    env: { ...process.env, HOME: home },
  })
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, out, error }
}

async function resultOf(url: string, ...args: string[]) {
  const { code, out, error } = await inspect(url, ...args, '--format', 'json')
  assert.equal(code, 0, error)
  return JSON.parse(out).result
}

const eras = ['legacy', 'modern']

for (const [name, url, tools] of [
  ['product', product, 14],
  ['docs', docs, 2],
] as const) {
  test(`the schemas of the ${name} server are understood everywhere`, async () => {
    const { code, error } = await inspect(url, '--method', 'tools/list', '--strict')
    assert.deepEqual({ code, error }, { code: 0, error: '' })
    for (const era of eras)
      assert.equal((await resultOf(url, '--method', 'tools/list', '--protocol-era', era)).tools.length, tools)
  })
}

test('it calls tools of both servers', async () => {
  for (const [url, name, ...pairs] of [
    [product, 'get_app_share', 'handle=mira', 'slug=water-log'],
    [product, 'ask', 'query=Do unused credits expire?'],
    [docs, 'search_docs', 'query=limits'],
  ] as const) {
    const call = ['--method', 'tools/call', '--tool-name', name, '--tool-arg', ...pairs]
    const { structuredContent, isError } = await resultOf(url, ...call)
    assert.deepEqual([typeof structuredContent, isError], ['object', undefined])
  }
})

test('it reads resources and finds the views of tools', async () => {
  const { resources } = await resultOf(product, '--method', 'resources/list')
  for (const { uri } of resources) {
    const { contents } = await resultOf(product, '--method', 'resources/read', '--uri', uri)
    assert.equal(contents[0].uri, uri)
  }
  const { out } = await inspect(product, '--method', 'tools/list', '--app-info', '--protocol-era', 'modern')
  const found = out
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  assert.equal(found.filter(({ hasApp }) => hasApp).length, 9)
})
