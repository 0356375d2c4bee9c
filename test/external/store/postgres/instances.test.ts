// Two instances of the service on one PostgreSQL database: what one is told, the other knows.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startWithJobs } from '../../../endpoints/jobs-service.ts'
import { creation, creator } from '../../../store/suite/sample.ts'
import { startCluster } from '../../../support/servers/postgres-cluster.ts'
import type { Reply } from '../../../support/start-service.ts'
import { until } from '../../../support/vitrine-process.ts'

const cluster = await startCluster()
const store = await cluster.newDatabase()
const one = await startWithJobs({ after }, { config: { store } })
const two = await startWithJobs({ after }, { config: { store }, records: [] })
after(cluster.stop)

const feedOf = ({ api }: typeof one) => api('/public/share/community?sort=recent&limit=48')
const slugsIn = (reply: Reply): string[] => reply.json().data.items.map(({ slug }: { slug: string }) => slug)

test("both give the same feed, and each other's cursors are good", async () => {
  const [first, second] = [await feedOf(one), await feedOf(two)]
  assert.deepEqual(slugsIn(second), slugsIn(first))
  const page = await one.api('/public/share/community?limit=1')
  const { next_cursor: cursor } = page.json().data
  const target = `/public/share/community?limit=1&cursor=${encodeURIComponent(cursor)}`
  const [here, there] = await Promise.all([one, two].map(({ api }) => api(target)))
  assert.equal(there!.status, 200, there!.text)
  assert.deepEqual(slugsIn(there!), slugsIn(here!))
})

test('both show new data', async () => {
  await Promise.all([feedOf(one), feedOf(two)])
  await one.bring([creator('newcomer'), creation('newcomer', 'brand-new', { publishedAt: '2030-01-01T00:00:00Z' })])
  for (const service of [one, two]) {
    await until('the new creation is shown', async () => slugsIn(await feedOf(service)).includes('brand-new'), 5000)
  }
})

test('a job that one took on is told by the other, and run once', async () => {
  const reply = await one.create('What is this?')
  assert.equal(reply.status, 202, reply.text)
  const { job_id: id } = reply.json()
  const [here, there] = await Promise.all([one.finished(id), two.finished(id)])
  assert.equal(there.json().status, 'completed')
  assert.ok(there.body.equals(here.body))
  const asked = (one.standIn.asked.get('What is this?') ?? 0) + (two.standIn.asked.get('What is this?') ?? 0)
  assert.equal(asked, 1)
})

test('an Idempotency-Key that one has answered is answered the same by the other', async () => {
  const key = { 'Idempotency-Key': 'shared key' }
  const first = await one.create('Once only', key)
  const again = await two.create('Once only', key)
  assert.equal(again.headers['idempotent-replayed'], 'true', again.text)
  assert.ok(again.body.equals(first.body))
  const other = await two.create('Something else', key)
  assert.equal(other.status >= 400 && other.status < 500, true, other.text)
})
