// The code blocks of the documentation work: shell commands, SQL, JSON and NDJSON are executed against a real service, a
// real store and a real PostgreSQL. The JavaScript of docs/client.md is executed by deploy/package.test.ts.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import test, { after, describe } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { commands } from '../../../bin/commands.ts'
import { operations } from '../../../src/operations/index.ts'
import { community, lines } from '../../support/scratch-store.ts'
import { startCluster } from '../../support/servers/postgres-cluster.ts'
import { cleanEnvironment, compiled, listening, scratchFolder, start, vitrine } from '../../support/vitrine-process.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const documents = globSync(['*.md', 'docs/*.md', 'examples/*/*.md'], { cwd: root }).sort()
const knowledge = globSync('knowledge/en/*.md', { cwd: root })
const pages = [...knowledge.map(file => basename(file).replace(/^\d+-/, 'docs/')), 'connect.md']

/** `name` is the file that readers save the block as: the second word after the fence. */
type Block = { at: string; language: string; name: string | undefined; text: string }

function blocksOf(file: string, text: string): Block[] {
  return [...text.matchAll(/^( *)```(\w+) *(\S*)\n(.*?)^ *```$/gms)].map(match => {
    const [, indent = '', language = '', name, body = ''] = match
    const line = text.slice(0, match.index).split('\n').length
    const unindented = body.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
    return { at: `${file}:${line}`, language, name: name || undefined, text: unindented }
  })
}

const folder = scratchFolder()
const demo = join(folder, 'demo.db')
const cluster = await startCluster()
after(cluster.stop)
const seeded = await vitrine(['seed', '--creations', '400'], { VITRINE_STORE: demo })
assert.equal(seeded.code, 0, seeded.stderr)
const anyPort = { VITRINE_BASE_URL: 'http://localhost:0', VITRINE_WEB_URL: 'http://localhost:0' }
const unlimited = { VITRINE_LIMIT_READ: '0', VITRINE_LIMIT_DISCOVERY: '1000000', VITRINE_LIMIT_MCP: '1000000' }
const running = start(['serve'], { VITRINE_STORE: demo, ...anyPort, ...unlimited })
after(() => void running.child.kill('SIGKILL'))
const shared = await listening(running)

/** Commands that need a daemon, a cluster, an account, a newer pg_dump or minutes; and values that readers fill in. */
const notRun = /\b(?:docker|kubectl|systemctl|claude|codex|gemini|pg_dump|npm (?:test|run))\b|…/

/** `npm start` and `npx vitrine serve` return when the service listens. Exit codes and statuses that a pipe would hide are written to .faults. */
const preamble = `set -eu
vitrine() { "$NODE" "$ROOT/bin/vitrine.mjs" "$@" || { code=$?; echo "vitrine $* exits with $code" >> .faults; return $code; }; }
npx() { shift; if [ "$1" = serve ]; then npm start; else vitrine "$@"; fi; }
npm() {
  [ "$1" = start ] || return 0
  VITRINE_BASE_URL=http://localhost:0 VITRINE_WEB_URL=http://localhost:0 "$NODE" "$ROOT/bin/vitrine.mjs" serve > .log 2>&1 &
  until grep '"msg":"listening"' .log > .addresses; do kill -0 $! || { cat .log; return 1; }; sleep 0.05; done
}
curl() { command curl -sS --max-time 20 -w '%{stderr}status %{http_code} %{url_effective}\\n' "$@" 2>> .faults; }
if [ -f .exported ]; then . ./.exported; fi
`
const epilogue = `
export -p | grep -vE ' (VITRINE_(BASE|WEB)_URL|PATH|PWD|OLDPWD|SHLVL)=' > .exported
`

/** A folder with what a reader of the document has: a store, records, packages, and the services that its blocks start. */
function makeReader(place: string, address: string) {
  const started: ChildProcess[] = []
  mkdirSync(join(place, 'data'), { recursive: true })
  copyFileSync(demo, join(place, 'data/vitrine.db'))
  for (const name of ['community.ndjson', 'records.ndjson']) writeFileSync(join(place, name), lines(community))
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'))
  const urls = (): { api: string; web: string } => {
    const file = join(place, '.addresses')
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : shared
  }
  const databaseAt = (user: string, name: string) => address.replace(/\/\/.*(?=\?)/, `//${user}@localhost/${name}`)
  /** The text with the addresses of the documents replaced by those of the services that run. */
  const replaced = (text: string): string =>
    text
      .replaceAll(/https?:\/\/(?:localhost:4010|api\.example\.com)\b/g, urls().api)
      .replaceAll(/https?:\/\/(?:localhost:4000|www\.example\.com)\b/g, urls().web)
      .replaceAll('postgres://vitrine:secret@localhost/vitrine', databaseAt('reader', 'reader'))
      .replaceAll('postgres://localhost/workshop', databaseAt('vitrine', 'workshop'))
      // The server of the tests has a user of this name.
      .replaceAll(/\b(USER|DATABASE|OWNER) vitrine\b/g, '$1 reader')

  async function runShell(text: string): Promise<void> {
    const { username, searchParams } = new URL(address)
    const own = { ROOT: root, NODE: process.execPath, PGUSER: username, PGHOST: searchParams.get('host')!, ...compiled }
    const env = { ...cleanEnvironment({}), ...own, VITRINE_BASE_URL: urls().api, VITRINE_WEB_URL: urls().web }
    const script = preamble + replaced(text) + epilogue
    const child = spawn('/bin/bash', ['-c', script], { cwd: place, detached: true, env, stdio: 'ignore' })
    started.push(child)
    const [code] = await once(child, 'exit')
    assert.deepEqual({ code, faults: faultsOf(text) }, { code: 0, faults: [] }, text)
  }

  /** Errors of the service are faults, unless the block says which status comes. */
  function faultsOf(text: string): string[] {
    const file = join(place, '.faults')
    const noted = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
    rmSync(file, { force: true })
    const isExpected = (status: string) => Number(status) < 400 || text.includes(status)
    // curl complains when its reader, such as head, stops early.
    return noted.filter(line => !isExpected(/^status (\d+)/.exec(line)?.[1] ?? '500') && !/^curl: \(23\)/.test(line))
  }

  async function runSql(text: string): Promise<void> {
    const client = new pg.Client({ connectionString: address })
    await client.connect()
    for (const statement of replaced(text).split(/;\n/)) await client.query(statement)
    await client.end()
  }

  const runs: Record<string, (text: string) => Promise<void>> = {
    sh: async text => (notRun.test(text) ? undefined : runShell(text)),
    sql: runSql,
    json: async text => checkJson(JSON.parse(replaced(text)), urls().api),
    ndjson: async text => {
      const { code, stderr } = await vitrine(['import', '-'], { VITRINE_STORE: join(place, 'lines.db') }, text)
      assert.equal(code, 0, stderr)
    },
  }
  return {
    async run({ language, name, text }: Block): Promise<void> {
      if (name === undefined) return runs[language]?.(text)
      mkdirSync(dirname(join(place, name)), { recursive: true })
      writeFileSync(join(place, name), replaced(text))
    },
    end() {
      for (const { pid } of started) {
        try {
          process.kill(-pid!, 'SIGKILL')
        } catch {
          // Every process of the group has ended.
        }
      }
    },
  }
}

/** MCP servers in configurations answer, and the error body that is shown is the one that the service sends. */
async function checkJson(value: { error?: string }, api: string): Promise<void> {
  for (const [url] of JSON.stringify(value).matchAll(/http[^"]+\/mcp(?=")/g))
    assert.equal((await fetch(url)).status, 200)
  if (value.error !== 'validation_failed') return
  const { code, message, details } = value as { code?: number; message?: string; details?: { field: string }[] }
  const answer = await fetch(`${api}/public/share/community?${details![0]!.field}=0`)
  const body = (await answer.json()) as typeof value & { code: number; message: string }
  assert.deepEqual([body.code, body.message, Object.keys(body)], [code, message, Object.keys(value)])
}

describe('every block of', { concurrency: 2 }, () => {
  const texts = [
    ...documents.map(file => ({ file, text: async () => read(file) })),
    ...pages.map(file => ({ file, text: async () => (await fetch(`${shared.web}/${file}`)).text() })),
  ]
  for (const [i, { file, text }] of texts.entries()) {
    test(`${file} runs`, async t => {
      const reader = makeReader(join(folder, `reader-${i}`), await cluster.newDatabase())
      t.after(reader.end)
      for (const block of blocksOf(file, await text())) {
        await reader.run(block).catch(error => {
          throw new Error(`${block.at}: ${error.message}`, { cause: error })
        })
      }
    })
  }
})

describe('in running text', () => {
  const spans = documents.flatMap(file => {
    const prose = read(file).replaceAll(/^ *```.*?^ *```$/gms, '')
    return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span]) => ({ file, span: span!.replaceAll('\\|', '|') }))
  })

  test('links to a heading find it', () => {
    for (const file of documents) {
      for (const [, to = '', anchor] of read(file).matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)) {
        const headings = [...read(join(dirname(file), to || basename(file))).matchAll(/^#+ (.+)$/gm)]
        const anchorOf = (heading: string) => heading.toLowerCase().replaceAll(/[^\w\s-]/g, '').replaceAll(' ', '-') // biome-ignore format: one line reads better
        assert.ok(headings.some(([, heading]) => anchorOf(heading!) === anchor), `${file}: ${to}#${anchor}`) // biome-ignore format: one line reads better
      }
    }
  })

  test('commands of vitrine and scripts of npm exist, with the flags that they are shown with', () => {
    const { scripts } = JSON.parse(read('package.json'))
    const callFlags = operations.flatMap(({ fields }) => fields.map(({ name }) => `--${name}`))
    for (const { file, span } of spans) {
      const [, script] = /^npm run (\S+)/.exec(span) ?? []
      if (script !== undefined) assert.ok(script in scripts, `${file}: ${span}`)
      const [, name, rest] = /^(?:[A-Z_]+=\S+ )*(?:npx )?vitrine ([a-z]+)(?=\s|$)(.*)$/.exec(span) ?? []
      if (name === undefined || name === 'help') continue
      const { usage } = commands.find(command => command.name === name) ?? assert.fail(`${file}: ${span}`)
      const flags = [...rest!.matchAll(/(?<=\s|\[)--[a-z][\w-]*/gi)].map(([flag]) => flag)
      const isKnown = (flag: string) => usage.includes(flag) || (name === 'call' && callFlags.includes(flag))
      assert.deepEqual(flags.filter(flag => !isKnown(flag)), [], `${file}: ${span}`) // biome-ignore format: one line reads better
    }
  })
})
