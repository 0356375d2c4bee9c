// `claude mcp add …`: the real program, from npm, at a service that listens where the block says.
import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { Block } from '../docs-blocks.ts'
import { start, until } from '../vitrine-process.ts'
import { type Ground, type Shown, showEach } from './part.ts'
import { run, type Terminal, terminal } from './shell.ts'

export async function runClaude(blocks: readonly Block[], ground: Ground): Promise<Shown[]> {
  const { folder, say } = ground
  say('installing @anthropic-ai/claude-code')
  const claude = terminal(ground, folder, [join(folder, 'node_modules/.bin')])
  await run('npm install --prefix . --no-audit --no-fund @anthropic-ai/claude-code', claude, 15)
  const version = (await run('claude --version', claude)).trim()
  return showEach(blocks, ground, async block => {
    const cwd = mkdtempSync(join(folder, 'project-'))
    return `${await connected(block, { ...claude, cwd })} by ${version}`
  })
}

async function connected({ text }: Block, where: Terminal): Promise<string> {
  const [url] = /https?:\/\/\S+/.exec(text) ?? []
  assert.ok(url, 'A server to add has an address.')
  const lineOf = async () => (await run('claude mcp list', where)).split('\n').find(line => line.includes(url)) ?? ''
  const stop = await serveAt(new URL(url).origin, where)
  try {
    await run(text, where)
    const line = await lineOf()
    assert.match(line, /Connected$/)
    // The list tells the truth: it sees the server go, too.
    await stop()
    assert.doesNotMatch(await lineOf(), /Connected$/)
    return line
  } finally {
    await stop()
  }
}

async function serveAt(origin: string, { cwd, ground }: Terminal): Promise<() => Promise<void>> {
  const settings = { VITRINE_STORE: join(cwd, 'demo.db'), VITRINE_BASE_URL: origin }
  const { child, finished, stdout, stderr } = start(['serve'], { ...settings, VITRINE_WEB_URL: 'http://localhost:0' })
  const stop = async () => {
    child.kill()
    await finished
  }
  ground.after(stop)
  await until('the service listens', () => stdout().includes('"listening"') || child.exitCode !== null)
  assert.equal(child.exitCode, null, `Nothing serves at ${origin}: ${stdout()}${stderr()}`)
  return stop
}
