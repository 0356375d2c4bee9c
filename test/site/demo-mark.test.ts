// Without VITRINE_SITE, the demo pack is used only while the store contains the generated demo community.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { demoRecords } from '../../demo/demo.ts'
import { importRecords } from '../../src/records/transfer/import.ts'
import { openWritableStore } from '../../src/store/open.ts'
import { start } from '../support/start-service.ts'
import { until } from '../support/vitrine-process.ts'

test('it is replaced in the running service when something else is imported', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-mark-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const store = join(folder, 'store.db')
  const writable = await openWritableStore(store)
  await importRecords(demoRecords({ creations: 20 }), { store: writable, now: Date.now, demo: true })
  await writable.close()
  const service = await start({ after }, { site: null, records: [], config: { store } })
  const heading = async () => /^# (.*)$/m.exec((await service.web('/llms.txt')).text)?.[1]
  assert.equal(await heading(), 'Pocketry')
  assert.equal((await service.web('/docs/plans')).status, 200)
  await service.bring([{ type: 'creator', handle: 'newcomer', displayName: 'New' }])
  await until('the neutral site is used', async () => (await heading()) === 'Community')
  assert.equal((await service.web('/docs/plans')).status, 404)
})
