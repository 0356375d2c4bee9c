// Brings cards, lists and totals up to date with the records that an import changed.

import type { CreationRecord } from '../../../records/records.ts'
import type { ChangeSet } from '../../change-set.ts'
import { deriveCreation, type PublicCreation, type RelatedRecords } from '../../derive-creation.ts'
import { filterLists } from '../../filters.ts'
import { listsOfCreations } from '../../lists.ts'
import type { Run } from '../connections.ts'
import { listKey } from '../lists/list-keys.ts'
import { updateCreators } from './creators.ts'
import { changeSizes, type Derived, editDerived, type SizeChanges } from './edit.ts'
import { startRebuild } from './rebuild.ts'
import { relatedRecordsReader } from './related-records.ts'
import { updateCreatorTotals, updateFollows } from './totals.ts'
import type { WriteConnection } from './write-connection.ts'

/** Above this share of all creations, rebuilding everything is cheaper than editing it. */
const rebuildShare = 0.2
const rebuildAtLeast = 1000
const batchSize = 1000

type Progress = (done: number, of: number) => void

/** Locks readers out briefly, so it is called last before the commit. */
type Publish = () => Promise<void>

export async function derive(connection: WriteConnection, changes: ChangeSet, progress: Progress): Promise<Publish> {
  const { run } = connection
  const [row] = await run<{ count: number }>({ text: 'SELECT count(*) AS count FROM creation' })
  const total = row!.count
  const isAll = changes.deletedNames.size === 0 && changes.creations.size === total
  const numbers = isAll ? [...changes.creations.keys()] : await affected(run, changes)
  const isLarge = numbers.length >= rebuildAtLeast && numbers.length > total * rebuildShare
  const { handles, shownTable, publish } = isLarge
    ? await deriveAll(connection, total, progress)
    : await deriveSome(connection, numbers, progress)
  await updateFollows(connection, changes)
  for (const name of changes.deletedNames) handles.add(name.slice(0, name.indexOf('/')))
  await updateCreatorTotals(run, new Set([...changes.creators, ...handles]), shownTable)
  await updateCreators(connection, changes.creators)
  if (changes.haveLabelsChanged) await listLabelLocales(run)
  return publish
}

/** `handles` are those whose totals may have changed. */
type Outcome = { handles: Set<string>; shownTable: string; publish: Publish }

type Row = { n: number; handle: string; record: string }

async function deriveSome(connection: WriteConnection, numbers: number[], progress: Progress): Promise<Outcome> {
  const { run } = connection
  const readRelated = relatedRecordsReader(run)
  const sizes: SizeChanges = new Map()
  const handles = new Set<string>()
  for (let from = 0; from < numbers.length; from += batchSize) {
    const part = numbers.slice(from, from + batchSize)
    const text = 'SELECT n, handle, record FROM creation WHERE n = ANY($1::bigint[])'
    const rows = await run<Row>({ text, values: [part] })
    const publicCreations = await deriveBatch(await readBatch(rows, readRelated))
    const byNumber = new Map(publicCreations.map(one => [one.creationNo, one]))
    for (const { handle } of rows) handles.add(handle)
    const all = part.map((creationNo): Derived => ({ creationNo, shown: byNumber.get(creationNo) ?? null }))
    await editDerived(connection, all, sizes)
    progress(from, numbers.length)
  }
  await changeSizes(run, sizes)
  progress(numbers.length, numbers.length)
  return { handles, shownTable: 'shown', publish: async () => {} }
}

/** While the rows of one batch are written, the next is derived. */
export async function deriveAll(connection: WriteConnection, total: number, progress: Progress): Promise<Outcome> {
  const { run } = connection
  const readRelated = relatedRecordsReader(run)
  const rebuild = await startRebuild(connection)
  const handles = new Set<string>()
  let done = 0
  let waiting: PublicCreation<string>[] = []
  for (let last = -1; ; ) {
    const text = 'SELECT n, handle, record FROM creation WHERE n > $1 ORDER BY n LIMIT $2'
    const rows = await run<Row>({ text, values: [last, batchSize] })
    if (rows.length === 0) break
    for (const { handle } of rows) handles.add(handle)
    const batch = await readBatch(rows, readRelated)
    const [, publicCreations] = await Promise.all([rebuild.add(waiting), deriveBatch(batch)])
    waiting = publicCreations
    last = rows.at(-1)!.n
    done += rows.length
    progress(done, total * 2)
  }
  await rebuild.add(waiting)
  await rebuild.finish(share => progress(total * (1 + share), total * 2))
  return { handles, shownTable: rebuild.shownTable, publish: rebuild.publish }
}

type Batch = { numbers: number[]; records: CreationRecord[]; related: RelatedRecords }

async function readBatch(rows: readonly Row[], readRelated: ReturnType<typeof relatedRecordsReader>): Promise<Batch> {
  const records = rows.map(({ record }) => JSON.parse(record) as CreationRecord)
  return { numbers: rows.map(({ n }) => n), records, related: await readRelated(records) }
}

/** Creations between two turns of the event loop, so that COPY data is sent meanwhile. */
const creationsPerTurn = 50
const listsOf = listsOfCreations(name => name)

async function deriveBatch({ numbers, records, related }: Batch): Promise<PublicCreation<string>[]> {
  const publicCreations: PublicCreation<string>[] = []
  for (const [i, record] of records.entries()) {
    if (i % creationsPerTurn === 0) await new Promise(resolve => setImmediate(resolve))
    const creation = deriveCreation(numbers[i]!, record, related, listsOf)
    if (creation) publicCreations.push(creation)
  }
  return publicCreations
}

export async function listLabelLocales(run: Run): Promise<void> {
  await run({ text: 'DELETE FROM label_locale' })
  const keys = (table: string) => `SELECT json_object_keys(record::json -> 'labels') FROM ${table}`
  await run({ text: `INSERT INTO label_locale ${keys('category')} UNION ${keys('tag')}` })
}

/** The changed creations and those that show something of what changed. */
async function affected(run: Run, changes: ChangeSet): Promise<number[]> {
  const numbers = new Set(changes.creations.keys())
  const add = async (text: string, values: unknown[]) => {
    for (const { n } of await run<{ n: number }>({ text, values })) numbers.add(n)
  }
  await add('SELECT n FROM creation WHERE handle = ANY($1)', [[...changes.creators]])
  const lists = [...changes.tags].map(tag => listKey(filterLists({ tag })[0]!))
  await add('SELECT n FROM place WHERE list = ANY($1::bigint[])', [lists])
  await add(
    `SELECT child.n FROM creation JOIN creation child ON child.parent = creation.handle || '/' || creation.slug
     WHERE creation.n = ANY($1::bigint[])`,
    [[...numbers]],
  )
  await add('SELECT n FROM creation WHERE parent = ANY($1)', [[...changes.deletedNames]])
  return [...numbers].sort((a, b) => a - b)
}
