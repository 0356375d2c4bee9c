// CONTRIBUTING.md says which files a change needs. The files exist, and the changes work in a copy of the sources.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const section = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').split(/^## /m)[2]!
const rows = [...section.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)].slice(2)

/** Paths between backticks; a file without a folder is in the folder named before it. */
function pathsIn(text: string): string[] {
  let folder = ''
  return [...text.matchAll(/`([\w/.*<>-]+)`/g)].flatMap(([, name]) => {
    if (name!.includes('/')) folder = name!.replace(/[^/]*$/, '')
    if (!name!.includes('/') && (!/\.\w+$/.test(name!) || folder === 'docs/')) return []
    return [(name!.includes('/') ? name! : folder + name!).replace(/<\w+>/, '*').replace(/\/$/, '')]
  })
}

test('the files of every change exist', () => {
  assert.ok(rows.length > 10)
  for (const [, change, text] of rows) {
    for (const path of pathsIn(text!)) {
      assert.ok(globSync([path, `${path}/*`], { cwd: root }).length > 0, `${change}: ${path}`)
    }
  }
})

const filterRow = `  moodOnly: { schema: Type.Boolean({ default: false, description: 'Moods.' }), key: 'm', combined: false,
    valuesOf: () => ['true'], canonical: String },\n`

const read = `import { Type } from '../util/schema.ts'
import { defineRead } from './define.ts'
export const getMoods = defineRead({ name: 'get_moods', operationId: 'getMoods', command: 'moods', tag: 'community',
  path: '/public/share/moods', summary: 'List moods.', description: 'All.', input: Type.Object({}),
  output: Type.Object({ items: Type.Array(Type.String()) }, { title: 'MoodList' }), example: {},
  read: async () => ({ json: '{"items":[]}' }) })\n`

const endpoint = `import { documentText, type Endpoint } from './define.ts'
export const moods: Endpoint = { operationId: 'getMoodInfo', method: 'get', path: '/moods', route: 'moods',
  handler: () => async () => {}, describe: () => ({ summary: 'Moods.', description: documentText, responses: {} }) }\n`

const settingRow = `  mood: { name: 'VITRINE_MOOD', default: 'calm', meaning: 'The mood.', parse: String },\n`

/** Prints what the surfaces know about the additions. */
const report = `import { commands } from './bin/commands.ts'
import { describeSettings } from './src/config/listing.ts'
import { factValues } from './src/knowledge/values.ts'
import { builtInFolders } from './src/knowledge/folders.ts'
import { makeAddresses } from './src/addresses.ts'
import { tablesOf } from './src/discovery/self-description.ts'
import { neutralSite } from './src/site/site.ts'
import { loadFacts } from './src/ask/retrieve/facts.ts'
import { serviceLocales } from './src/languages/languages.ts'
import { productTools } from './src/mcp/product-server.ts'
import { openapiDocument } from './src/openapi/document.ts'
import { getCommunityFeed, operations } from './src/operations/index.ts'
import { canonicalFilters, filterLists } from './src/store/filters.ts'
const limits = { read: 1, discovery: 1, mcp: 1 }
const [baseUrl, webUrl, site] = ['http://localhost:1', 'http://localhost:2', neutralSite]
const { paths } = openapiDocument({ baseUrl, webUrl, site, limits })
const tables = tablesOf({ site, limits, addresses: makeAddresses(baseUrl, webUrl) })
const facts = await loadFacts(builtInFolders, factValues(tables))
console.log(JSON.stringify({
  filter: [canonicalFilters({ moodOnly: true }), filterLists({ moodOnly: true })],
  parameters: paths[getCommunityFeed.path].get.parameters.map(({ name }) => name),
  paths: Object.keys(paths), tools: productTools(site).map(({ name }) => name), batch: operations.map(({ name }) => name),
  commands: commands.map(({ name }) => name), settings: describeSettings({}).map(({ name }) => name),
  locales: serviceLocales, facts: facts.map(({ id }) => id),
}))\n`

function copySources(t: { after: (fn: () => void) => void }): string {
  const copy = mkdtempSync(join(tmpdir(), 'contributing-'))
  t.after(() => rmSync(copy, { recursive: true, force: true }))
  for (const name of ['bin', 'client', 'demo', 'browser', 'knowledge', 'src', 'package.json']) {
    cpSync(join(root, name), join(copy, name), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

test('a filter, read, endpoint, setting, language and fact need only their files', t => {
  const copy = copySources(t)
  const edit = (file: string, change: (text: string) => string) => {
    const text = readFileSync(join(copy, file), 'utf8')
    assert.notEqual(change(text), text, file)
    writeFileSync(join(copy, file), change(text))
  }
  const add = (file: string, text: string) => writeFileSync(join(copy, file), text)
  edit('src/store/filters.ts', text => text.replace('const filters = {\n', `$&${filterRow}`))
  add('src/operations/moods.ts', read)
  edit(
    'src/operations/index.ts',
    text => `import { getMoods } from './moods.ts'\n${text.replace('\n]', '\n  getMoods,\n]')}`,
  )
  add('src/endpoints/moods.ts', endpoint)
  edit('src/endpoints/list.ts', text => `import { moods } from './moods.ts'\n${text.replace('\n]', '\n  moods,\n]')}`)
  edit('src/config/config.ts', text => text.replace('export const settings = {\n', `$&${settingRow}`))
  add('src/languages/nl.ts', readFileSync(join(copy, 'src/languages/de.ts'), 'utf8').replace('const de', 'const nl'))
  edit('src/languages/languages.ts', text => `import { nl } from './nl.ts'\n${text.replace('table = {', '$& nl,')}`)
  cpSync(join(copy, 'knowledge/de'), join(copy, 'knowledge/nl'), { recursive: true })
  const fact = '{ "mood.what": { "proof": "community", "say": "A mood is calm.", "ask": ["what is a mood"] },'
  edit('knowledge/en/facts/community.json', text => text.replace('{', fact))
  add('report.ts', report)
  const found = JSON.parse(execFileSync(process.execPath, [join(copy, 'report.ts')], { encoding: 'utf8' }))
  assert.deepEqual(found.filter, [{ moodOnly: 'true' }, ['m true']])
  const additions = { parameters: 'moodOnly', tools: 'get_moods', batch: 'get_moods', commands: 'moods' }
  const others = { settings: 'VITRINE_MOOD', locales: 'nl', facts: 'mood.what' }
  for (const [surface, name] of Object.entries({ ...additions, ...others })) {
    assert.ok(found[surface].includes(name), `${surface}: ${found[surface]}`)
  }
  for (const path of ['/public/share/moods', '/moods']) assert.ok(found.paths.includes(path), path)
})
