// The last day of health checks: shared by processes, kept across restarts, bounded.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import test, { type TestContext } from 'node:test'
import { makeHistory } from '../../src/endpoints/status/history.ts'
import { languages, serviceLocales } from '../../src/languages/languages.ts'
import type { HealthStatus } from '../../src/pages/status-document.ts'
import { type DayHistory, periodsShown } from '../../src/pages/status-history.ts'
import { openStateStore } from '../../src/store/sqlite/state/state.ts'
import { start } from '../support/start-service.ts'
import { scratchFolder } from '../support/vitrine-process.ts'

const minute = 60_000
const folder = scratchFolder()
let files = 0

/** A process with a history, whose checks return what `found` contains. */
function inProcess(t: TestContext, path: string, time: { now: number }) {
  const state = openStateStore(path)
  const found: { status: HealthStatus; ms: number } = { status: 'operational', ms: 1 }
  const history = makeHistory({
    check: async () => {
      const component = { name: 'store', status: found.status, latency_ms: found.ms }
      return { status: found.status, components: [component], at: time.now }
    },
    store: state.health,
    now: () => time.now,
  })
  const close = async () => {
    await history.close()
    await state.close()
  }
  t.after(() => close().catch(() => {}))
  return { found, history, close }
}

const levels = ({ components }: DayHistory) => components[0]?.points.map(({ at, level, ms }) => [at, level, ms])
const last = periodsShown - 1

test('a restart keeps what was recorded, and other processes see it', async t => {
  const path = join(folder, `history-${files++}.db`)
  const time = { now: Date.parse('2026-11-17T12:00:00Z') }
  const one = inProcess(t, path, time)
  await one.history.check()
  one.found.status = 'outage'
  one.found.ms = 2000
  await one.history.check()
  assert.deepEqual(levels(await one.history.day()), [[last, 2, 2000]])
  await one.close()
  const two = inProcess(t, path, time)
  const three = inProcess(t, path, time)
  time.now += 30 * minute
  await two.history.check()
  assert.deepEqual(levels(await two.history.day()), [
    [last - 3, 2, 2000],
    [last, 0, 1],
  ])
  await two.close()
  const day = await three.history.day()
  assert.equal(day.components[0]!.points.length, 2)
  assert.equal(day.since, '2026-11-17T12:00:00.000Z')
})

test('a day is kept, also in the state store', async t => {
  const path = join(folder, `history-${files++}.db`)
  const time = { now: Date.parse('2026-11-17T12:00:00Z') }
  const one = inProcess(t, path, time)
  for (let i = 0; i < periodsShown + 20; i++) {
    await one.history.check()
    time.now += 10 * minute
  }
  time.now -= 10 * minute
  assert.equal(levels(await one.history.day())!.length, periodsShown)
  await one.close()
  const state = openStateStore(path)
  assert.equal((await state.health.read({ from: 0 })).length, periodsShown)
  await state.close()
})

test('while the state store cannot be written, the memory answers, and what it has is saved later', async t => {
  const path = join(folder, `history-${files++}.db`)
  const time = { now: Date.parse('2026-11-17T12:00:00Z') }
  const one = inProcess(t, path, time)
  await one.history.day()
  const lock = new DatabaseSync(path)
  lock.exec('BEGIN IMMEDIATE')
  one.found.status = 'outage'
  await one.history.check()
  await one.history.close()
  assert.deepEqual(levels(await one.history.day()), [[last, 2, 1]])
  assert.deepEqual(lock.prepare('SELECT * FROM health').all(), [])
  lock.exec('ROLLBACK')
  await one.history.close()
  assert.equal(lock.prepare('SELECT * FROM health').all().length, 1)
  lock.close()
})

test('the page names components in every language', async t => {
  const { web } = await start(t)
  for (const locale of serviceLocales) {
    const { words } = languages[locale]
    const { text } = await web(`/status?locale=${locale}`, { headers: { accept: 'text/html' } })
    for (const name of [words.partStore, words.partSearch, words.partCache, words.partState, words.partJobs])
      assert.ok(text.includes(`>${name}<`), `${locale} ${name}`)
    assert.doesNotMatch(text, /event_loop/)
    assert.ok(text.includes(`<h2>${words.serviceParts}</h2>`), locale)
    assert.match(text, new RegExp(`<span class="dot dot-operational"></span>${words.partWell}<`), locale)
    // A history begins after an hour.
    assert.doesNotMatch(text, /class="(?:strip|legend|no-data|plot)"/, locale)
  }
  const { text } = await web('/status.md')
  assert.match(text, /## Parts of the service\n\n\| component \| status \| latency \|/)
  assert.match(text, /## The last 24 hours\n\n.*\n\n\| component \| problems \| uptime \| slowest check \|/)
  assert.match(text, /\| Community data \| No problems since \d{4}-\d\d-\d\d \d\d:\d0 UTC \| {2}\| [\d.]+ ms \|/)
  assert.match(text, /Recorded since \d{4}-\d\d-\d\d \d\d:\d0 UTC\./)
})
