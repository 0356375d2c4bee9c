import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { creator, lines } from '../../support/scratch-store.ts'
import { startRegistry } from '../../support/servers/npm-registry.ts'
import { launcher, listening, scratchFolder, start, until } from '../../support/vitrine-process.ts'

const folder = scratchFolder()
const root = fileURLToPath(new URL('../../../', import.meta.url))

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

  /** A clone with no Node to hand over to, whose program prints how it was started. */
  function clone(name: string): string {
    const bin = join(folder, name, 'bin')
    mkdirSync(bin, { recursive: true })
    copyFileSync(launcher, join(bin, 'vitrine.mjs'))
    copyFileSync(join(root, 'package.json'), join(folder, name, 'package.json'))
    const program = 'console.log(process.env.DOWNLOADED, process.argv.slice(2).join()); process.exitCode = 7'
    writeFileSync(join(bin, 'vitrine.ts'), program)
    return join(bin, 'vitrine.mjs')
  }
  const { node: version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies
  const platformPackage = `node-${process.platform}-${process.arch}`
  // The real one has a hundred megabytes.
  const files = { 'bin/node': `#!/bin/sh\nDOWNLOADED=yes exec ${process.execPath} "$@"\n` }
  const npmWith = (name: string, registry: string) => ({
    npm_config_registry: registry,
    npm_config_cache: join(folder, name, 'npm-cache'),
    npm_config_update_notifier: 'false',
    XDG_CACHE_HOME: join(folder, name, 'cache'),
  })

  test('downloads Node once when there is none to hand over to, and says so', async t => {
    const registry = await startRegistry(join(folder, 'registry'), { name: platformPackage, version, files })
    t.after(registry.close)
    const command = onOldNode(clone('downloading'))
    const env = npmWith('downloading', registry.url)
    const first = await start(['feed', '--limit', '3'], env, command).finished
    assert.deepEqual([first.code, first.stdout], [7, 'yes feed,--limit,3\n'], first.stderr)
    const place = join(env.XDG_CACHE_HOME, 'vitrine')
    assert.match(first.stderr, new RegExp(`^vitrine: .*downloading Node ${version} to ${place}\\S* \\(once\\)\\.\\n$`))
    assert.deepEqual(readdirSync(place), [`node-${version}`])
    const requests = registry.requests.length
    const second = await start(['tags'], env, command).finished
    assert.deepEqual([second.code, second.stdout, second.stderr], [7, 'yes tags\n', ''])
    assert.equal(registry.requests.length, requests)
  })

  test('says what to do when Node cannot be downloaded, and keeps nothing of it', async t => {
    const contents = { name: platformPackage, version, files, isTampered: true }
    const tampered = await startRegistry(join(folder, 'tampered-registry'), contents)
    t.after(tampered.close)
    for (const [name, registry, reason] of [
      ['tampered', tampered.url, 'EINTEGRITY'],
      ['unreachable', 'http://127.0.0.1:9/', 'ECONNREFUSED'],
    ] as const) {
      const env = npmWith(name, registry)
      const { code, stderr } = await start(['--version'], env, onOldNode(clone(name))).finished
      assert.equal(code, 1)
      assert.match(
        stderr,
        new RegExp(`needs Node 24\\.12 or newer.*Downloading ${platformPackage}@.* failed:.*${reason}`),
      )
      assert.match(stderr, /Install Node 24\.12 or newer \(https:\/\/nodejs\.org\)\.\n$/)
      assert.deepEqual(readdirSync(join(env.XDG_CACHE_HOME, 'vitrine')), [])
    }
  })

  test('serves through a Node that it hands over to, and both end when it is told to', async () => {
    const env = {
      VITRINE_STORE: join(folder, 'handed-serve.db'),
      VITRINE_DEMO: 'off',
      VITRINE_BASE_URL: 'http://localhost:0',
      VITRINE_WEB_URL: 'http://localhost:0',
    }
    const running = start(['serve'], env, onOldNode(launcher))
    const { api } = await listening(running)
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
