// How a block of each language is run. A language that is not in the table is a failure.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import pg from 'pg'
import { cleanEnvironment, vitrine } from '../../support/vitrine-process.ts'
import type { Block } from './blocks.ts'
import type { Stage } from './stage.ts'

type Run = (block: Block, stage: Stage) => Promise<void>

const run = promisify(execFile)

export const languages: Readonly<Record<string, Run>> = {
  sh: runShell,
  js: runModule,
  ts: runModule,
  json: runJson,
  ndjson: runImport,
  markdown: async (block, stage) => assert.ok(saved(block, stage), 'A page needs the name that it is saved as.'),
  sql: runSql,
  toml: async ({ text }, stage) =>
    serversAnswer([...stage.replaced(text).matchAll(/^url = "(.+)"$/gm)].map(([, url]) => url!)),
  // Not run: other programs' configuration, output and drawings.
  cron: notRun,
  vcl: notRun,
  bash: notRun,
  zsh: notRun,
  fish: notRun,
  text: async ({ text }) => assert.doesNotMatch(text, /^(?:\$ |curl|npx|npm|vitrine|docker|kubectl|psql) /m),
}

async function notRun(): Promise<void> {}

/** A block with a name is saved, to be used by the blocks behind it; others are run where they stand. */
function saved({ name, text }: Block, stage: Stage): boolean {
  if (name === undefined) return false
  const file = join(stage.folder, name)
  mkdirSync(dirname(file), { recursive: true })
  assert.equal(
    realpathSync(dirname(file)),
    dirname(join(realpathSync(stage.folder), name)),
    'It would be saved into the project.',
  )
  writeFileSync(file, stage.replaced(text))
  return true
}

async function runShell(block: Block, stage: Stage): Promise<void> {
  if (saved(block, stage)) return
  const { code, output, faults } = await stage.shell(block.text)
  assert.deepEqual({ code, faults }, { code: 0, faults: [] }, `${block.text}\n${output.slice(-4_000)}`)
}

let modules = 0

async function runModule(block: Block, stage: Stage): Promise<void> {
  if (saved(block, stage)) return
  const file = join(stage.folder, `example-${modules++}.${block.language}`)
  writeFileSync(file, stage.replaced(block.text))
  await run(process.execPath, [file], { cwd: stage.folder, env: cleanEnvironment({}) })
}

async function runJson(block: Block, stage: Stage): Promise<void> {
  const value: unknown = JSON.parse(stage.replaced(block.text))
  saved(block, stage)
  await serversAnswer(textsIn(value).filter(text => /^https?:.*\/mcp$/.test(text)))
  if (isRefusal(value)) await isWhatComes(value, stage)
}

type Refusal = { code: number; message: string; details: [{ field: string }] }
const isRefusal = (value: unknown): value is Refusal => (value as { error?: string }).error === 'validation_failed'

/** The body that is shown for a bad parameter is the one that the service answers with. */
async function isWhatComes(shown: Refusal, stage: Stage): Promise<void> {
  const answer = await fetch(`${stage.places().api}/public/share/community?${shown.details[0].field}=0`)
  const body = (await answer.json()) as Refusal
  assert.deepEqual([body.code, body.message, Object.keys(body)], [shown.code, shown.message, Object.keys(shown)])
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsIn)

/** The configuration of an agent is right when its server can be connected to, and has tools. */
async function serversAnswer(urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    const client = new Client({ name: 'docs', version: '1.0.0' })
    await client.connect(new StreamableHTTPClientTransport(new URL(url)))
    const { tools } = await client.listTools()
    assert.ok(tools.length > 0, url)
    await client.close()
  }
}

async function runImport(block: Block, stage: Stage): Promise<void> {
  if (saved(block, stage)) return
  const file = join(stage.folder, `example-${modules++}`)
  writeFileSync(`${file}.ndjson`, block.text)
  const { code, stdout, stderr } = await vitrine(['import', `${file}.ndjson`], { VITRINE_STORE: `${file}.db` })
  assert.equal(code, 0, stdout + stderr)
}

async function runSql(block: Block, stage: Stage): Promise<void> {
  if (saved(block, stage)) return
  const client = new pg.Client({ connectionString: stage.places().database })
  await client.connect()
  // Several statements at once are one transaction, in which no database can be made.
  const text = stage.replaced(block.text)
  for (const statement of text.includes('CREATE DATABASE') ? text.split(/;\n/) : [text]) await client.query(statement)
  await client.end()
}
