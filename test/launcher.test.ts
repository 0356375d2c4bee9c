import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { creator, lines } from './scratch-store.ts'
import { launcher, scratchFolder, start, until } from './vitrine-process.ts'

const folder = scratchFolder()
const root = fileURLToPath(new URL('..', import.meta.url))

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

  test('says what to do when there is no Node to hand over to', async () => {
    const alone = join(folder, 'alone', 'bin', 'vitrine.mjs')
    mkdirSync(dirname(alone), { recursive: true })
    copyFileSync(launcher, alone)
    copyFileSync(join(dirname(launcher), 'serving-flags.mjs'), join(dirname(alone), 'serving-flags.mjs'))
    const { code, stderr } = await start(['--version'], {}, onOldNode(alone)).finished
    assert.equal(code, 1)
    assert.match(stderr, /needs Node 24\.12 or newer.*npm ci/)
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
