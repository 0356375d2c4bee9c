// The package as a library, from the packed tarball: inside Express and Fastify, and with servers of its own.
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '../../support/servers/redis-server.ts'
import { ask as request } from '../../support/start-service.ts'
import { cleanEnvironment, scratchFolder, until } from '../../support/vitrine-process.ts'
import { installPackage } from '../support/installed-package.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../', import.meta.url))
const folder = scratchFolder()
const project = await installPackage(folder, ['express', '@types/node', 'undici-types'])
const store = join(folder, 'store.db')

const records = [
  { type: 'creator', handle: 'ann', displayName: 'Ann' },
  { type: 'creation', handle: 'ann', slug: 'scarf', kind: 'app', title: 'Blue scarf', summary: 'A warm scarf.' },
]
writeFileSync(join(folder, 'records.ndjson'), records.map(record => JSON.stringify(record)).join('\n'))
await run('npx', ['--prefix', project, 'vitrine', 'import', join(folder, 'records.ndjson')], {
  env: cleanEnvironment({ VITRINE_STORE: store }),
})

async function startProgram(t: TestContext, file: string, env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [file], {
    cwd: project,
    env: cleanEnvironment(env),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout!.setEncoding('utf8').on('data', text => (said += text))
  t.after(() => child.kill('SIGKILL'))
  await until('the program listens', () => said.includes('listening'), 60_000)
  return child
}

for (const framework of ['express', 'fastify']) {
  test(`createHandler inside ${framework}`, async t => {
    cpSync(join(root, 'examples', framework), join(project, framework), { recursive: true })
    const port = await freePort()
    const program = await startProgram(t, join(project, framework, 'server.js'), { PORT: String(port), STORE: store })
    const at = (host: string) => ({ headers: { host: `${host}:${port}` } })
    const get = (host: string, path: string, more = {}) => request(port, path, { ...at(host), ...more })
    assert.match((await get('localhost', '/hello')).text, /Hello from/)
    const feed = await get('api.localhost', '/public/share/community')
    assert.deepEqual([feed.status, feed.json().data.items[0].title], [200, 'Blue scarf'])
    const again = await get('api.localhost', '/public/share/community')
    assert.equal(again.text, feed.text)
    const page = await get('localhost', '/@ann/scarf', { headers: { ...at('localhost').headers, accept: 'text/html' } })
    assert.match(page.text, /<h1[^>]*>Blue scarf/)
    const question = { method: 'POST', body: '{"query":"Show me the newest creations"}' }
    const headers = { host: `localhost:${port}`, 'content-type': 'application/json' }
    const answer = await get('localhost', '/ask', { ...question, headers })
    assert.equal(answer.status, 200)
    assert.match(answer.json().answer, /Blue scarf/)
    assert.equal((await get('api.localhost', '/public/share/none')).json().error, 'not_found')
    const ended = once(program, 'exit')
    program.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null])
  })
}

test('startVitrine starts both hosts, and its types are complete', async () => {
  mkdirSync(join(project, 'own'), { recursive: true })
  const source = `import { createHandler, startVitrine, type VitrineHandlers, type VitrineService } from 'vitrine'
const service: VitrineService = await startVitrine({
  baseUrl: 'http://localhost:0',
  webUrl: 'http://localhost:0',
  store: ${JSON.stringify(store)},
  limitRead: 7,
  logRequests: false,
})
export const handlers = (): Promise<VitrineHandlers> => createHandler({ store: 'other.db' })
const answer = await fetch(\`\${service.apiUrl}/public/share/community\`)
console.log('listening', answer.headers.get('ratelimit-policy'), await answer.text())
await service.close()
`
  writeFileSync(join(project, 'own', 'program.ts'), source)
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc')
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'esnext', '--types', 'node']
  const given = { cwd: project, env: cleanEnvironment({}) }
  await run(process.execPath, [tsc, ...options, 'own/program.ts'], given).catch(error => assert.fail(error.stdout))
  const { stdout } = await run(process.execPath, ['own/program.ts'], given)
  assert.match(stdout, /listening.*7.*Blue scarf/)
})

test('wrong settings are explained', async () => {
  const script = "import { startVitrine } from 'vitrine'; await startVitrine({ stor: 'x', webUrl: 'nowhere' })"
  const failed = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: project }).catch(
    error => error,
  )
  assert.match(failed.stderr, /VITRINE_STOR is not a setting.*VITRINE_STORE/)
  assert.match(failed.stderr, /VITRINE_WEB_URL/)
})
