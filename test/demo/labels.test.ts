// Every label of the demo community is there in every language.
import assert from 'node:assert/strict'
import test from 'node:test'
import { demoRecords } from '../../demo/demo.ts'
import { serviceLocales } from '../../src/languages/languages.ts'
import { kindLabel, unitLabel } from '../../src/site/kinds.ts'
import { demoSite } from '../support/demo-site.ts'
import { start } from '../support/start-service.ts'

const records = [...demoRecords({ creations: 1500 })]
const labels = new Map<string, Record<string, string>>()
for (const record of records) {
  if (record.type === 'tag') labels.set(`tag ${record.key}`, record.labels as Record<string, string>)
  if (record.type === 'category') labels.set(`category ${record.slug}`, record.labels as Record<string, string>)
}

test('all tags and categories have a label in every language', () => {
  for (const [name, texts] of labels)
    assert.deepEqual(Object.keys(texts).sort(), [...serviceLocales].sort(), `${name} ${JSON.stringify(texts)}`)
  for (const text of [...labels.values()].flatMap(texts => Object.values(texts))) {
    assert.notEqual(text.trim(), '')
    assert.doesNotMatch(text, /[{}]/)
  }
})

test('creations use no other tags and categories', () => {
  for (const record of records) {
    if (record.type !== 'creation') continue
    for (const tag of record.tags ?? []) assert.ok(labels.has(`tag ${tag}`), tag)
    if (record.category !== null) assert.ok(labels.has(`category ${record.category}`), String(record.category))
  }
})

test('units of scores and kinds are translated', () => {
  const units = new Set(records.flatMap(record => (record.type === 'score' ? [record.unit] : [])))
  assert.ok(units.size > 10)
  for (const unit of units) {
    const texts = demoSite.units[unit]
    assert.ok(texts !== undefined, unit)
    assert.deepEqual(Object.keys(texts).sort(), [...serviceLocales].sort(), unit)
  }
  assert.equal(unitLabel(demoSite, 'points', 'de'), 'Punkte')
  assert.equal(unitLabel(demoSite, 'toString', 'de'), 'toString')
  for (const { key } of demoSite.kinds) assert.notEqual(kindLabel(demoSite, key, 'ja'), kindLabel(demoSite, key, 'en'))
})

test('pages show units and tags in the language of the reader', async t => {
  const some = [...demoRecords({ creations: 60 })]
  const { web } = await start(t, { records: some })
  const score = some.find(record => record.type === 'score')!
  const { text } = await web(`/@${score.handle}/${score.slug}?locale=ja`, { headers: { accept: 'text/html' } })
  assert.match(text, new RegExp(`class="score"><bdi>[\\d,]+ ${unitLabel(demoSite, score.unit, 'ja')}<`))
  const tags = await web('/tags?locale=ar', { headers: { accept: 'text/html' } })
  const shown = [...tags.text.matchAll(/<span dir="auto">([^<]+)<\/span><small>/g)].map(([, label]) => label!)
  assert.ok(shown.length > 10)
  for (const label of shown) assert.match(label, /\p{Script=Arabic}/u)
})
