import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { creator, lines } from '../support/scratch-store.ts'
import { launcher, scratchFolder, start, until } from '../support/vitrine-process.ts'

const folder = scratchFolder()
const root = fileURLToPath(new URL('../../', import.meta.url))

describe('the launcher', { concurrency: 2 }, () => {
  // What an older Node says of itself; the launcher must then find the Node that npm installed.
  const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '16.20.2' } })`
  const onOldNode = (file: string) => [
    process.execPath,
    '--import',
    `data:text/javascript,${encodeURIComponent(old)}`,
    file,
  ]

  test('runs the program in this Node when that is new enough', async () => {
    const { code, stdout } = await start(['--version'], {}, [process.execPath, launcher]).finished
    assert.deepEqual([code, /^vitrine \d/.test(stdout)], [0, true])
  })

  test('hands over to the Node that npm installed: arguments, input, output and exit code', async () => {
    assert.match((await start(['--version'], {}, onOldNode(launcher)).finished).stdout, /^vitrine \d/)
    assert.equal((await start(['nonsense'], {}, onOldNode(launcher)).finished).code, 2)
    const importing = start(['import', '-'], { VITRINE_STORE: join(folder, 'handed.db') }, onOldNode(launcher))
    importing.child.stdin.end(lines([creator('mira')]))
    assert.equal(JSON.parse((await importing.finished).stdout).created, 1)
  })

  test('passes signals on and ends as the program does', async () => {
    const env = { VITRINE_STORE: join(folder, 'signalled.db') }
    const running = start(['import', '-', '--skip-invalid'], env, onOldNode(launcher))
    running.child.stdin.write('nonsense\n')
    await until('the program reads its input', () => running.stderr().includes('line 1'))
    running.child.kill('SIGTERM')
    const { code, stdout } = await running.finished
    assert.deepEqual([code, JSON.parse(stdout).read], [0, 1])
  })

  /** The launcher with these files of bin/ beside it, in a folder with no Node to hand over to. */
  function copied(name: string, files: readonly string[]): string {
    const bin = join(folder, name, 'bin')
    mkdirSync(bin, { recursive: true })
    for (const file of ['vitrine.mjs', ...files]) copyFileSync(join(dirname(launcher), file), join(bin, file))
    return join(bin, 'vitrine.mjs')
  }

  test('says what to do when there is no Node to hand over to', async () => {
    const inClone = await start(['--version'], {}, onOldNode(copied('clone', ['vitrine.ts']))).finished
    assert.equal(inClone.code, 1)
    assert.match(inClone.stderr, /needs Node 24\.12 or newer.*`npm ci`/)
    const inPackage = await start(['--version'], {}, onOldNode(copied('package', []))).finished
    assert.equal(inPackage.code, 1)
    assert.match(inPackage.stderr, /needs Node 24\.12 or newer.*Install Node 24\.12 or newer.*`npm install node`/)
    assert.doesNotMatch(inPackage.stderr, /npm ci/)
  })

  test('serves through a Node that it hands over to, and both end when it is told to', async () => {
    const env = {
      VITRINE_STORE: join(folder, 'handed-serve.db'),
      VITRINE_DEMO: 'off',
      VITRINE_BASE_URL: 'http://localhost:0',
      VITRINE_WEB_URL: 'http://localhost:0',
    }
    const running = start(['serve'], env, onOldNode(launcher))
    await until('the service listens', () => running.stdout().includes('"listening"'), 60_000)
    const line = running
      .stdout()
      .split('\n')
      .find(text => text.includes('"listening"'))
    const { api } = JSON.parse(line!) as { api: string }
    assert.equal((await fetch(`${api}/healthz`)).status, 200)
    running.child.kill('SIGTERM')
    assert.equal((await running.finished).code, 0)
    await assert.rejects(fetch(`${api}/healthz`))
  })

  test('is what npx finds in a clone', async () => {
    const npm = {
      npm_config_cache: join(folder, 'npm-cache'),
      npm_config_offline: 'true',
      npm_config_loglevel: 'error',
    }
    const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx'
    const { code, stdout } = await start(['--prefix', root, 'vitrine', '--version'], npm, [npx]).finished
    assert.deepEqual([code, /^vitrine \d/.test(stdout)], [0, true])
  })
})
