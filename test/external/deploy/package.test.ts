// The package that `npm pack` makes, installed in an empty project: the program, the client, the examples, the docs.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import test, { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { cleanEnvironment, scratchFolder, start, until } from '../../support/vitrine-process.ts'
import { launch, open } from '../browser/chromium.ts'
import { installPackage, manifestIn, npmSettings, serveIn } from '../support/installed-package.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../', import.meta.url))
const folder = scratchFolder()
const project = await installPackage(folder, ['@ai-sdk/mcp', 'node'])
const installed = join(project, 'node_modules', 'vitrine')
const env = cleanEnvironment({})

const npx = (args: string[], more: Record<string, string> = {}) =>
  start(['--prefix', project, 'vitrine', ...args], { ...npmSettings(folder), ...more }, ['npx'])

const urls = await serveIn({ after }, project, {
  VITRINE_BASE_URL: 'http://localhost:0',
  VITRINE_WEB_URL: 'http://localhost:0',
  VITRINE_STORE: join(folder, 'store.db'),
})

test('npx runs the program, from JavaScript', async () => {
  const { stdout, code } = await npx(['--version']).finished
  assert.deepEqual([code, stdout], [0, `vitrine ${manifestIn(root).version}\n`])
  assert.deepEqual(
    globSync('**/*.ts', { cwd: installed }).filter(file => !file.endsWith('.d.ts')),
    [],
  )
})

test('it serves: data, searches, pages with what they load, pictures, views, questions, jobs', async () => {
  const get = async (url: string) => {
    const answer = await fetch(url, { headers: { accept: 'text/html, application/json;q=0.9, */*;q=0.5' } })
    assert.equal(answer.status, 200, url)
    return answer
  }
  const { data } = (await (await get(`${urls.api}/public/share/community?q=water`)).json()) as {
    data: { total: number; items: { handle: string; slug: string }[] }
  }
  assert.ok(data.total > 0)
  const page = await (await get(`${urls.web}/ask`)).text()
  for (const [, url] of page.matchAll(/(?:src|href)="([^"]*\/assets\/[^"]+)"/g)) await get(url!)
  const { handle, slug } = data.items[0]!
  const picture = await get(`${urls.web}/art/share/${handle}/${slug}.png`)
  assert.equal(picture.headers.get('content-type'), 'image/png')
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'ui://vitrine/tags' } })
  const view = await fetch(`${urls.api}/mcp`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  assert.match(await view.text(), /<script/)
  const job = await fetch(`${urls.web}/ask/jobs`, {
    method: 'POST',
    body: '{"query":"What is this?"}',
    headers: { 'content-type': 'application/json' },
  })
  const { status_url } = (await job.json()) as { status_url: string }
  await until('the job is completed', async () => (await (await get(status_url)).text()).includes('"completed"'))
})

test('the first question is answered, and its index is cached', async () => {
  const answer = await fetch(`${urls.web}/ask?query=${encodeURIComponent('Do unused credits expire?')}`)
  assert.equal(((await answer.json()) as { answered: boolean }).answered, true)
  assert.equal(globSync('node_modules/.cache/vitrine/*/ask/*-en', { cwd: installed }).length, 1)
})

const given = { maxBuffer: 1_000_000, env, cwd: project }

test('the client is found by its name, and its types by themselves', async () => {
  writeFileSync(
    join(project, 'use.ts'),
    `import { type AppShare, makeClient, VitrineError } from 'vitrine/client'
export const client = makeClient({ url: 'https://community.example' })
export const share: Promise<AppShare> = client.getAppShare({ handle: 'a', slug: 'b' })
export const isOurs = (error: unknown): boolean => error instanceof VitrineError && error.retryable
// @ts-expect-error there is no such order
client.getCommunityFeed({ sort: 'best' })
// @ts-expect-error nothing else can be imported
import('vitrine/dist/src/app.js')
`,
  )
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc')
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'esnext', '--lib', 'esnext,dom']
  await run(process.execPath, [tsc, ...options, '--types', '', 'use.ts'], given).catch(error =>
    assert.fail(error.stdout),
  )
  for (const file of globSync('dist/client/*.d.ts', { cwd: installed })) {
    const text = readFileSync(join(installed, file), 'utf8')
    for (const [, from] of text.matchAll(/(?:from |import\()['"]([^'"]+)['"]/g)) assert.match(from!, /^\.\/[\w-]+\.js$/)
  }
})

test('the client is a package of its own too, with source maps', async () => {
  const client = join(installed, 'dist', 'client')
  const { name, version, exports } = manifestIn(client)
  assert.deepEqual([name, version], ['vitrine-client', manifestIn(root).version])
  for (const path of Object.values<string>(exports['.'])) assert.ok(existsSync(join(client, path)))
  const map = JSON.parse(readFileSync(join(client, 'client.js.map'), 'utf8'))
  assert.match(map.sourcesContent[0], /export function makeClient/)
  mkdirSync(join(folder, 'alone', 'node_modules'), { recursive: true })
  cpSync(client, join(folder, 'alone', 'node_modules', 'vitrine-client'), { recursive: true })
  const script = `import { makeClient } from 'vitrine-client'; console.log((await makeClient({ url: '${urls.web}' }).getPopularTags()).total > 0)`
  const args = ['--input-type=module', '--eval', script]
  const { stdout } = await run(process.execPath, args, { ...given, cwd: join(folder, 'alone') })
  assert.equal(stdout, 'true\n')
})

/** An example as a project: its own files, with the packages of the empty one. */
function example(name: string): string {
  const place = join(folder, 'examples', name)
  cpSync(join(root, 'examples', name), place, { recursive: true })
  symlinkSync(join(project, 'node_modules'), join(place, 'node_modules'))
  for (const needed of Object.keys(manifestIn(place).dependencies))
    assert.ok(existsSync(join(place, 'node_modules', needed)))
  return place
}

test('the example for Node', async () => {
  const { stdout } = await run(process.execPath, ['index.js', urls.web], { ...given, cwd: example('node') })
  assert.match(stdout, /^.+ by .+, played \d+ times\n/)
  assert.match(stdout, /\d+ creations are tagged /)
  assert.match(stdout, /20 USD/)
  const lost = run(process.execPath, [join(folder, 'examples', 'node', 'index.js'), urls.api], given)
  await assert.rejects(lost, ({ stderr }: { stderr: string }) => /address of the web host.*not_found/.test(stderr))
})

test('the example for agents', async () => {
  const { stdout } = await run(process.execPath, ['index.js', urls.web], { ...given, cwd: example('agent') })
  assert.match(stdout, /^tools: .*get_community_feed.*\n/)
  assert.match(stdout, /20 USD/)
})

test('the example for browsers', async t => {
  const server = start([join(example('browser'), 'serve.js')], { PORT: '0' }, [process.execPath])
  t.after(async () => {
    server.child.kill()
    await server.finished
  })
  await until('the page is served', () => server.stdout().includes('\n'))
  const browser = await launch(t)
  const { page, complaints, close } = await open(browser)
  await page.goto(`${server.stdout().trim()}?url=${encodeURIComponent(urls.web)}`)
  await page.locator('#found li').nth(11).waitFor()
  await page.locator('#search').fill('zzzzqqqq')
  await page.locator('#found:empty').waitFor({ state: 'attached' })
  await page.locator('#question').fill('What does it cost?')
  await page.getByRole('button', { name: 'Ask' }).click()
  await page.getByText('20 USD').waitFor()
  assert.deepEqual(complaints, [])
  await close()
})

test('what docs/client.md shows runs', async () => {
  const blocks = [...readFileSync(join(root, 'docs', 'client.md'), 'utf8').matchAll(/^```js\n(.*?)^```/gms)]
  assert.ok(blocks.length > 3)
  const files = blocks.map(([, text], i) => {
    const name = `shown-${i}.js`
    writeFileSync(join(project, name), text!.replaceAll('https://community.example', urls.web))
    return name
  })
  const script = `for (const name of ${JSON.stringify(files)}) await import('./' + name)`
  const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '--eval', script], given)
  assert.equal(stderr, '')
  assert.match(stdout, /Games were played \d+ times\./)
  assert.match(stdout, /not_found 404 No creator is called nobody-at-all\./)
})
