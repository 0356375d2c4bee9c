// Every block of every document is run: against a real service, a real store, a real PostgreSQL, by the programs that it
// names. The arguments of programs that cannot be run are checked in stand-ins.ts.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import test, { after, describe } from 'node:test'
import { promisify } from 'node:util'
import { commands } from '../../../bin/commands.ts'
import { noticeDays } from '../../../src/deprecations.ts'
import { operations } from '../../../src/operations/index.ts'
import { apiVersions } from '../../../src/server/request/version.ts'
import { community, lines } from '../../support/scratch-store.ts'
import { listening, scratchFolder, start, vitrine } from '../../support/vitrine-process.ts'
import { linkPackages } from '../support/tools.ts'
import { type Block, blocksOf, documents, isHistory, pages, readDocument, root, spansOf } from './blocks.ts'
import { languages } from './languages.ts'
import { fillStore, startDebianServer } from './postgres.ts'
import { makeStage, type Stage } from './stage.ts'
import { standIns } from './stand-ins.ts'

const run = promisify(execFile)
const folder = scratchFolder()
const demo = join(folder, 'demo.db')
const server = startDebianServer()
after(async () => (await server).stop())

const many = '1000000'
const shared = vitrine(['seed', '--creations', '400'], { VITRINE_STORE: demo }).then(async ({ code, stderr }) => {
  assert.equal(code, 0, stderr)
  const running = start(['serve'], {
    VITRINE_STORE: demo,
    VITRINE_BASE_URL: 'http://localhost:0',
    VITRINE_WEB_URL: 'http://localhost:0',
    VITRINE_LIMIT_READ: many,
    VITRINE_LIMIT_DISCOVERY: many,
    VITRINE_LIMIT_MCP: many,
  })
  after(async () => {
    running.child.kill('SIGKILL')
    await running.finished
  })
  return listening(running)
})

let stages = 0

async function stageFor(text: string): Promise<Stage> {
  const place = join(folder, `stage-${stages++}`)
  mkdirSync(place)
  const usesDatabase = /^```sql|postgres:\/\/[^…]/m.test(text)
  const database = usesDatabase ? await (await server).newDatabase() : 'postgres://nobody@localhost/none'
  const stage = makeStage(place, { demo, records: lines(community), shared: { ...(await shared), database } })
  if (/^pg_dump /m.test(text)) await fillStore(database, join(place, 'records.ndjson'))
  return stage
}

async function runBlocks(blocks: readonly Block[], stage: Stage): Promise<void> {
  for (const block of blocks) {
    const language = languages[block.language]
    assert.ok(language, `${block.at}: nobody knows how to run "${block.language}"; see languages.ts.`)
    await language(block, stage).catch(error => {
      throw new Error(`${block.at}: ${error.message}`, { cause: error })
    })
  }
}

describe('every block of', { concurrency: 2 }, () => {
  for (const file of documents.filter(file => !isHistory(file))) {
    const text = readDocument(file)
    const blocks = blocksOf(file, text)
    if (blocks.length === 0) continue
    test(`${file} runs`, async t => {
      const stage = await stageFor(text)
      t.after(() => stage.end())
      await runBlocks(blocks, stage)
    })
  }

  for (const page of pages) {
    test(`{web_url}/${page} runs`, async t => {
      const { web } = await shared
      const answer = await fetch(`${web}/${page}`)
      assert.equal(answer.status, 200)
      const text = await answer.text()
      const stage = await stageFor('')
      t.after(() => stage.end())
      await runBlocks(blocksOf(page, await withPromise(text, web)), stage)
    })
  }
})

/** A reader would have the token from the answer before. */
async function withPromise(text: string, web: string): Promise<string> {
  if (!text.includes('"promise_token":"…"')) return text
  const headers = { 'content-type': 'application/json' }
  const job = await fetch(`${web}/ask/jobs`, { method: 'POST', headers, body: '{"query":"What is this?"}' })
  const { promise } = (await job.json()) as { promise: { token: string } }
  return text.replace('"promise_token":"…"', `"promise_token":"${promise.token}"`)
}

test('blocks of decisions can be read', () => {
  for (const file of documents.filter(isHistory)) {
    for (const { at, language, text } of blocksOf(file, readDocument(file))) {
      assert.ok(language in languages, `${at}: ${language}`)
      if (language === 'json') JSON.parse(text)
    }
  }
})

test('a file that a block is saved as is used', () => {
  for (const file of documents) {
    const blocks = blocksOf(file, readDocument(file))
    for (const { at, name } of blocks.filter(({ name }) => name !== undefined))
      assert.ok(
        blocks.some(({ language, text }) => language === 'sh' && text.includes(name!.split('/')[0]!)),
        `${at}: ${name}`,
      )
  }
})

test('modules that are shown are well typed', async () => {
  const place = join(folder, 'types')
  mkdirSync(place)
  linkPackages(join(place, 'node_modules'))
  for (const name of ['client', 'src']) symlinkSync(join(root, name), join(place, name))
  writeFileSync(
    join(place, 'package.json'),
    '{"name":"vitrine","type":"module","exports":{"./client":"./client/client.ts"}}',
  )
  const { web } = await shared
  const connect = blocksOf('/connect.md', await (await fetch(`${web}/connect.md`)).text())
  const blocks = [...documents.flatMap(file => blocksOf(file, readDocument(file))), ...connect]
  const modules = blocks.filter(({ language }) => language === 'js' || language === 'ts')
  assert.ok(modules.length > 5)
  const files = modules.map(({ at, text, language }) => {
    const file = `from-${at.replaceAll(/\W/g, '-')}.${language}`
    writeFileSync(join(place, file), text)
    return file
  })
  const flags =
    '--noEmit --exactOptionalPropertyTypes --allowJs --checkJs --strict --skipLibCheck --allowImportingTsExtensions --module nodenext --target esnext --types node'
  const args = [join(root, 'node_modules/.bin/tsc'), ...flags.split(' '), ...files]
  await run(args[0]!, args.slice(1), { cwd: place }).catch(error => assert.fail(error.stdout))
})

describe('in running text', () => {
  test('links to a heading find it', () => {
    for (const file of documents) {
      for (const [, to = '', anchor] of readDocument(file).matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)) {
        const headings = [...readDocument(join(dirname(file), to || basename(file))).matchAll(/^#+ (.+)$/gm)]
        const anchors = headings.map(([, heading]) =>
          heading!
            .toLowerCase()
            .replaceAll(/[^\w\s-]/g, '')
            .replaceAll(' ', '-'),
        )
        assert.ok(anchors.includes(anchor!), `${file}: ${to}#${anchor}`)
      }
    }
  })

  test('the promises about versions are those of the tables', () => {
    for (const file of ['docs/upgrading.md', 'docs/api.md', 'CHANGELOG.md'])
      assert.match(readDocument(file), new RegExp(`at least ${noticeDays} days`), file)
    for (const file of ['docs/upgrading.md', 'docs/api.md'])
      assert.match(readDocument(file), new RegExp(`Service-API-Version: ${apiVersions.at(-1)}`), file)
  })

  const spans = documents.flatMap(file => spansOf(readDocument(file)).map(span => ({ file, span })))

  test('commands of vitrine have the flags that they are shown with', () => {
    const shown = spans.filter(({ span }) => /^(?:[A-Z_]+=\S+ )*(?:npx )?vitrine [a-z]+(?:\s|$)/.test(span))
    assert.ok(shown.length > 20)
    for (const { file, span } of shown) {
      const [, name, rest] = /vitrine ([a-z]+)(.*)$/.exec(span)!
      if (name === 'help') continue
      const command = commands.find(command => command.name === name)
      assert.ok(command, `${file}: ${span}`)
      const flags = [...rest!.matchAll(/(?<=\s|\[)--[a-z][\w-]*/gi)].map(([flag]) => flag)
      const known = name === 'call' ? operations.flatMap(({ fields }) => fields.map(({ name }) => `--${name}`)) : []
      for (const flag of flags) assert.ok(command.usage.includes(flag) || known.includes(flag), `${file}: ${span}`)
    }
  })

  test('scripts of npm exist, with the flags that they are shown with', async () => {
    for (const { file, span } of spans) {
      const [, line] = /^npm (run \S+.*|test)$/.exec(span) ?? []
      if (line === undefined) continue
      assert.doesNotThrow(() => standIns.npm(line.split(' ')), `${file}: ${span}`)
    }
  })
})
