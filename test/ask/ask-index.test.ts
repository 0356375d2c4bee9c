// What is prepared for questions is kept in a file: the next start reads it, unless it is damaged or made from other sources.

import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { deserialize } from 'node:v8'
import { makeAddresses } from '../../src/addresses.ts'
import { loadAskIndex } from '../../src/ask/ask-index.ts'
import { digestLength } from '../../src/ask/index-cache.ts'
import { readConfig } from '../../src/config/config.ts'
import { tablesOf } from '../../src/discovery/self-description.ts'
import { builtInFolders } from '../../src/knowledge/folders.ts'
import { demoSite } from '../support/demo-site.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-index-'))
after(() => rmSync(folder, { recursive: true }))
const cache = join(folder, 'cache')
const files = () => readdirSync(join(cache, 'ask')).sort()
const tablesAt = (host: string) =>
  tablesOf({ ...readConfig({}), site: demoSite, addresses: makeAddresses(`https://api.${host}`, `https://${host}`) })

async function bestFact(query: string, locale: string, { host = 'example.org', folders = builtInFolders } = {}) {
  const { understanding } = await loadAskIndex(tablesAt(host), demoSite, { folders, cacheFolder: cache })
  const { matcher, slots } = await understanding.language(locale)
  return matcher.find(slots(query), 1)[0]!.fact
}

test('every start finds the same facts; one file for each language that was asked in', async () => {
  const questions = [
    ['Do unused credits expire?', 'en'],
    ['Verfallen ungenutzte Credits?', 'de'],
  ] as const
  const first = []
  for (const [query, locale] of questions) first.push((await bestFact(query, locale)).id)
  assert.equal(new Set(first).size, 1)
  assert.deepEqual(
    files().map(name => name.slice(-3)),
    ['-de', '-en'],
  )
  for (const [i, [query, locale]] of questions.entries()) assert.equal((await bestFact(query, locale)).id, first[i])
})

test('addresses are those of the service, not of the one that wrote the file', async () => {
  const before = files()
  for (const host of ['one.example', 'two.example']) {
    const { facts } = await loadAskIndex(tablesAt(host), demoSite, { cacheFolder: cache })
    const texts = facts.flatMap(({ say }) => [...say.values()])
    assert.ok(texts.some(text => text.includes(`https://${host}`)))
    assert.ok(texts.every(text => !text.includes('{{')))
  }
  assert.deepEqual(files(), before)
})

test('a damaged file is replaced', async () => {
  const english = join(cache, 'ask', files().find(name => name.endsWith('-en'))!)
  // The data is compared, not the bytes: V8 may serialize an equal string differently after a garbage collection.
  const content = () => deserialize(readFileSync(english).subarray(digestLength))
  const before = content()
  writeFileSync(english, readFileSync(english).fill(7, 5000, 5004))
  assert.match((await bestFact('Do unused credits expire?', 'en')).id, /credit/)
  assert.deepEqual(content(), before)
})

test('other knowledge is another file', async () => {
  const own = join(folder, 'knowledge')
  cpSync(builtInFolders[0]!, own, { recursive: true })
  const before = files().length
  const page = join(own, 'en', 'facts', 'community.json')
  const facts = JSON.parse(readFileSync(page, 'utf8'))
  const [first] = Object.keys(facts)
  facts[first!].ask.push('where do purple walruses sleep')
  writeFileSync(page, JSON.stringify(facts))
  assert.equal((await bestFact('Where do purple walruses sleep?', 'en', { folders: [own] })).id, first)
  assert.equal(files().length, before + 1)
})

test('without MCP there are other facts, in another file', async () => {
  const before = files().length
  const site = { ...demoSite, features: { ...demoSite.features, mcp: false } }
  const { facts } = await loadAskIndex(tablesAt('example.org'), site, { cacheFolder: cache })
  assert.ok(facts.every(({ page }) => page !== 'mcp'))
  assert.equal(files().length, before + 1)
})

test('where nothing can be written, it is prepared each time', async () => {
  const { understanding } = await loadAskIndex(tablesAt('example.org'), demoSite, { cacheFolder: '/dev/null' })
  const { matcher, slots } = await understanding.language('en')
  assert.ok(matcher.find(slots('Do unused credits expire?'), 1)[0])
})
