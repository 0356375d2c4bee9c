// The image, without Docker: its instructions followed by hand, in a folder instead of a container.
import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { listening, scratchFolder, start } from '../../support/vitrine-process.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const manifest = JSON.parse(read('package.json')) as Record<'dependencies' | 'peerDependencies', Record<string, string>>

type Instruction = { name: string; text: string }

/** Of the last stage, each on one line. */
function instructions(): Instruction[] {
  const lines = read('deploy/Dockerfile')
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
  const all = lines.filter(Boolean).map(line => {
    const [, name, text] = /^([A-Z]+) (.+)$/.exec(line) ?? assert.fail(line)
    return { name: name!, text: text! }
  })
  return all.slice(all.findLastIndex(({ name }) => name === 'FROM'))
}
const image = instructions()
const textOf = (name: string) => image.filter(one => one.name === name).map(({ text }) => text)
/** From the project, not from the stage before. */
const copies = textOf('COPY')
  .filter(text => !text.startsWith('--from'))
  .map(text => ({ from: text.split(' ').slice(0, -1), to: text.split(' ').at(-1)! }))

test('it is run by nobody special, tells how it is, and keeps its data in a volume', () => {
  assert.deepEqual(textOf('USER'), ['node'])
  assert.deepEqual(textOf('VOLUME'), ['/data'])
  assert.match(textOf('HEALTHCHECK')[0]!, /CMD \["node", "deploy\/healthcheck\.mjs"\]$/)
  const order = ['COPY', 'USER', 'ENTRYPOINT'].map(name => image.findLastIndex(one => one.name === name))
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a - b),
  )
  assert.doesNotMatch(read('deploy/Dockerfile'), /--platform=|x64|amd64(?!,linux\/arm64)/)
})

test('what it is made of is let through, and nothing else', () => {
  const [first, ...allowed] = read('.dockerignore')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
  assert.equal(first, '*')
  const wanted = new Set([...copies.flatMap(({ from }) => from), 'package-lock.json'])
  assert.deepEqual(new Set(allowed.map(line => line.replace(/^!/, ''))), wanted)
  for (const file of wanted) assert.ok(existsSync(join(root, file)), file)
  const prepared = textOf('RUN').flatMap(text => [...text.matchAll(/'\/app\/([^']+\.ts)'/g)].map(([, file]) => file!))
  assert.ok(prepared.length > 0)
  for (const file of prepared) assert.ok(existsSync(join(root, file)), file)
})

/** The files of the image, and links to what `npm ci --omit=dev` installs, and to optional packages. */
function built(folder: string, optional: readonly string[]): void {
  for (const { from, to } of copies) {
    for (const file of from) {
      const target = to === './' ? join(folder, file) : join(folder, to)
      mkdirSync(dirname(target), { recursive: true })
      cpSync(join(root, file), target, { recursive: true })
    }
  }
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { dev?: true }> }
  for (const [path, { dev }] of Object.entries(packages)) {
    const isInstalled = !dev || optional.includes(path.replace('node_modules/', ''))
    if (!isInstalled || !/^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path) || !existsSync(join(root, path))) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    symlinkSync(join(root, path), join(folder, path))
  }
}

test('traces without their packages: the service says how to install them', async () => {
  const folder = join(scratchFolder(), 'light')
  built(folder, [])
  const env = { VITRINE_STORE: join(folder, 'empty.db'), VITRINE_DEMO: 'off', VITRINE_TRACES: 'http://localhost:1/v1' }
  const { code, stderr } = await start(['serve'], env, [process.execPath, join(folder, 'bin/vitrine.mjs')]).finished
  assert.equal(code, 1)
  const packages = Object.entries(manifest.peerDependencies).map(entry => entry.join('@'))
  const command = `npm install --no-save --save-prod --omit=dev ${packages.join(' ')}`
  assert.equal(stderr, `vitrine: VITRINE_TRACES needs packages that are not installed. Run: ${command}\n`)
  const image = read('deploy/Dockerfile')
  assert.match(image, /npm install --omit=dev --no-save --save-prod .*\\\n.*peerDependencies/)
})

test('what is copied is enough to serve', async t => {
  const folder = scratchFolder()
  built(folder, Object.keys(manifest.peerDependencies))
  assert.equal(existsSync(join(folder, 'node_modules/typescript')), false)
  const env = {
    VITRINE_STORE: join(folder, 'data', 'vitrine.db'),
    VITRINE_BASE_URL: 'http://localhost:0',
    VITRINE_WEB_URL: 'http://localhost:0',
    VITRINE_METRICS_PORT: '0',
    VITRINE_TRACES: 'http://localhost:1/v1/traces',
  }
  const entry = [process.execPath, join(folder, 'bin/vitrine.mjs')]
  const running = start(['serve'], env, entry)
  t.after(() => running.child.kill('SIGKILL'))
  const { api, web } = await listening(running)
  const [first] = (
    (await (await fetch(`${api}/public/share/community`)).json()) as {
      data: { items: { handle: string; slug: string }[] }
    }
  ).data.items
  const paths = [
    '/',
    '/docs',
    '/ask',
    '/openapi.json',
    '/llms.txt',
    '/status',
    `/art/share/${first!.handle}/${first!.slug}.png`,
    `/@${first!.handle}/${first!.slug}`,
  ]
  for (const path of paths) assert.equal((await fetch(web + path)).status, 200, path)

  const port = new URL(api).port
  const healthcheck = (listen: string) =>
    start([], { VITRINE_LISTEN: listen }, [process.execPath, join(folder, 'deploy/healthcheck.mjs')])
  assert.equal((await healthcheck(`0.0.0.0:${port},0.0.0.0:1`).finished).code, 0)
  running.child.kill('SIGTERM')
  assert.equal((await running.finished).code, 0)
  assert.equal((await healthcheck(`0.0.0.0:${port}`).finished).code, 1)
})
