// `npm ci`, `npm start`, `npm test`, `npm run …` in a clone that knows nothing of this one.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { type Block, blocksOf, readDocument } from '../docs-blocks.ts'
import { startDebianServer } from '../docs-postgres.ts'
import { freePorts } from '../nginx.ts'
import { provide } from '../provide.ts'
import { until } from '../vitrine-process.ts'
import { cloneInto } from './clone.ts'
import { type Ground, type Shown, showEach } from './part.ts'
import { ended, run, type Terminal, terminal, type } from './shell.ts'

/** Installing, all tests, or measuring everything four times. */
const deadlineMinutes = 180

export async function runNpm(blocks: readonly Block[], ground: Ground): Promise<Shown[]> {
  provide([{ program: '/usr/lib/postgresql/*/bin/postgres', debian: 'postgresql' }])
  const clone = join(ground.folder, 'vitrine')
  await cloneInto(clone)
  const where = terminal(ground, clone)
  // A block may be run without the one that installs.
  if (!/^npm ci\b/.test(blocks[0]?.text ?? '')) await run('npm ci', where, 30)
  return showEach(blocks, ground, async block => {
    const env = await prepared(block, where)
    return showOf(block)(block, { ...where, env })
  })
}

function showOf({ text }: Block): (block: Block, where: Terminal) => Promise<string> {
  if (/(?:^|&& )npm start$/m.test(text)) return serves
  return text.startsWith('npm run bench') ? measures : ends
}

/** What a reader has done who came to this block: files saved, a database made, a backup taken. */
async function prepared({ at, text }: Block, where: Terminal): Promise<NodeJS.ProcessEnv> {
  const [file = '', line] = at.split(':')
  const before = blocksOf(file, readDocument(file)).filter(block => Number(block.at.split(':')[1]) < Number(line))
  for (const { name, text } of [...records, ...before].filter(({ name }) => name !== undefined)) {
    mkdirSync(dirname(join(where.cwd, name!)), { recursive: true })
    writeFileSync(join(where.cwd, name!), text)
  }
  const commands = before.filter(({ language, text }) => language === 'sh' && /^(?:npx vitrine .*\n)+$/.test(text))
  // Whoever has something to back up has a store.
  if (commands.length > 0 && !existsSync(join(where.cwd, 'data/vitrine.db'))) await run('npx vitrine seed', where)
  for (const { text } of commands) await run(text, where)
  if (!text.includes('postgres://')) return where.env
  return { ...where.env, PGPORT: await startPostgres(before, where.ground) }
}

const records = blocksOf('README.md', readDocument('README.md')).filter(({ name }) => name === 'community.ndjson')

/** A server of PostgreSQL at which the SQL of the document was run. Gives back its port, which the document need not name. */
async function startPostgres(before: readonly Block[], { after }: Ground): Promise<string> {
  const [port] = await freePorts(1)
  const server = await startDebianServer({ owner: 'postgres', port: port! })
  after(() => server.stop())
  const client = new pg.Client({ connectionString: await server.newDatabase() })
  await client.connect()
  // Several statements at once are one transaction, in which no database can be made.
  for (const { text } of before.filter(({ language }) => language === 'sql'))
    for (const statement of text.split(/;\n/).filter(Boolean)) await client.query(statement)
  await client.end()
  return String(port)
}

/** A block that ends with a service, which answers where the documents say until it is interrupted. */
async function serves({ text }: Block, where: Terminal): Promise<string> {
  const [api, web] = ['http://localhost:4010', 'http://localhost:4000']
  const { child, output, interrupt } = type(text, where)
  const listens = () => output().includes('"listening"') || child.exitCode !== null
  let total = 0
  try {
    await until('npm start listens', listens, deadlineMinutes * 60_000)
    assert.equal(child.exitCode, null, output().slice(-4_000))
    const { code, data } = (await (await fetch(`${api}/public/share/community`)).json()) as Feed
    assert.deepEqual([code, (await fetch(web)).status], [0, 200])
    total = data.total
  } finally {
    await interrupt()
  }
  assert.ok(total > 0, 'It serves nothing.')
  await assert.rejects(fetch(web))
  return `serves ${total} creations at ${api} and their pages at ${web} until Ctrl-C`
}

type Feed = { code: number; data: { total: number } }

/**
 * Lines that measure, each by itself. They print a table and say whether its figures hold; whether they do is not judged
 * here, where the machine may have other work.
 */
async function measures({ text }: Block, where: Terminal): Promise<string> {
  const told: string[] = []
  for (const line of text.trim().split('\n')) {
    const { code, output } = await ended(line, where, deadlineMinutes)
    where.ground.say(`${line}\n${output}`)
    const [verdict] = /^(?:Everything holds\.|Does not hold: .+)$/m.exec(output) ?? []
    assert.ok(verdict, `${line}\nended with ${code} and no verdict:\n${output.slice(-4_000)}`)
    assert.equal(code, verdict.startsWith('Everything') ? 0 : 1, `${line}\n${verdict}`)
    told.push(verdict)
  }
  return `measures ${told.length} times: ${told.join(' ')}`
}

/** A block that ends by itself. What it says last is what it has to say. */
async function ends({ text }: Block, where: Terminal): Promise<string> {
  const lines = (await run(text, where, deadlineMinutes)).split('\n').filter(line => line.trim() !== '')
  const told = /\bnpm test\b/.test(text)
    ? lines.filter(line => /^ℹ (?:pass|fail|skipped) /.test(line))
    : lines.slice(-1)
  return `ends well: ${told.join(', ').slice(0, 100)}`
}
