// Writes one batch of records: one statement looks up what is stored, one writes what has changed.

import type {
  CategoryRecord,
  CreationRecord,
  CreatorRecord,
  EntityRecord,
  FollowRecord,
  ScoreRecord,
  TagRecord,
} from '../../../records/records.ts'
import { creationDigest, tieBreaker } from '../../identity.ts'
import { compareRecords, keepDates, parentOf } from '../../imported-record.ts'
import { tagWordRows } from '../../lists.ts'
import type { ImportCounts } from '../../store.ts'
import type { ChangeSet, StoredRecord } from './change-set.ts'
import { copyRow } from './copy.ts'
import type { WriteConnection } from './write-connection.ts'

/** A record to store; `isNew` when the table does not have it yet. */
type Changed<R> = { record: R; text: string; line: number; isNew: boolean }
type StoredOf<R extends EntityRecord> = StoredRecord & { record: R }

export async function putRecords(
  connection: WriteConnection,
  all: StoredRecord[],
  changes: ChangeSet,
  counts: ImportCounts,
): Promise<void> {
  const of = <T extends EntityRecord['type']>(type: T) =>
    all.filter(({ record }) => record.type === type) as unknown as StoredOf<Extract<EntityRecord, { type: T }>>[]
  await putCategories(connection, of('category'), changes, counts)
  await putTags(connection, of('tag'), changes, counts)
  await putCreators(connection, of('creator'), changes, counts)
  await putCreations(connection, of('creation'), changes, counts)
  await putFollows(connection, of('follow'), changes, counts)
  await putScores(connection, of('score'), changes, counts)
}

/** In sequence, each against the result of the one before; `stored` is the content of the table, by key. */
function changesOf<R extends EntityRecord>(
  puts: readonly StoredOf<R>[],
  stored: ReadonlyMap<string, string>,
  keyOf: (record: R) => string,
  counts: ImportCounts,
): Changed<R>[] {
  const current = new Map<string, Changed<R>>()
  for (const put of puts) {
    const key = keyOf(put.record)
    const old = current.get(key)?.text ?? stored.get(key)
    const record = keepDates(put.record, put.undated, old)
    const text = JSON.stringify(record)
    const change = compareRecords(old, text)
    counts[change]++
    if (change !== 'unchanged') current.set(key, { record, text, line: put.line, isNew: !stored.has(key) })
  }
  return [...current.values()]
}

async function storedRecords(
  { run }: WriteConnection,
  text: string,
  ...keys: string[][]
): Promise<Map<string, string>> {
  if (keys[0]!.length === 0) return new Map()
  const rows = await run<{ key: string; record: string }>({ text, values: keys })
  return new Map(rows.map(({ key, record }) => [key, record]))
}

const isNew = <R>({ isNew }: Changed<R>) => isNew
const isOld = <R>({ isNew }: Changed<R>) => !isNew

async function putCategories(
  connection: WriteConnection,
  puts: StoredOf<CategoryRecord>[],
  changes: ChangeSet,
  counts: ImportCounts,
) {
  const slugs = puts.map(({ record }) => record.slug)
  const stored = await storedRecords(connection, 'SELECT slug AS key, record FROM category WHERE slug = ANY($1)', slugs)
  const changed = changesOf(puts, stored, ({ slug }) => slug, counts)
  if (changed.length === 0) return
  changes.labels = true
  const text = `INSERT INTO category SELECT * FROM unnest($1::text[], $2::text[])
    ON CONFLICT (slug) DO UPDATE SET record = excluded.record`
  await connection.run({ text, values: [changed.map(({ record }) => record.slug), changed.map(({ text }) => text)] })
}

async function putTags(
  connection: WriteConnection,
  puts: StoredOf<TagRecord>[],
  changes: ChangeSet,
  counts: ImportCounts,
) {
  const { run, copy } = connection
  const keys = puts.map(({ record }) => record.key)
  const stored = await storedRecords(connection, 'SELECT key, record FROM tag WHERE key = ANY($1)', keys)
  const changed = changesOf(puts, stored, ({ key }) => key, counts)
  if (changed.length === 0) return
  changes.labels = true
  for (const { record } of changed) changes.tags.add(record.key)
  const changedKeys = changed.map(({ record }) => record.key)
  const text = `INSERT INTO tag SELECT * FROM unnest($1::text[], $2::text[])
    ON CONFLICT (key) DO UPDATE SET record = excluded.record`
  await run({ text, values: [changedKeys, changed.map(({ text }) => text)] })
  await run({ text: 'DELETE FROM tag_word WHERE tag = ANY($1)', values: [changedKeys] })
  await copy(
    'tag_word',
    changed.flatMap(({ record }) => tagWordRows(record).map(copyRow)),
  )
}

async function putCreators(
  connection: WriteConnection,
  puts: StoredOf<CreatorRecord>[],
  changes: ChangeSet,
  counts: ImportCounts,
) {
  const handles = puts.map(({ record }) => record.handle)
  const stored = await storedRecords(
    connection,
    'SELECT handle AS key, record FROM creator WHERE handle = ANY($1)',
    handles,
  )
  const changed = changesOf(puts, stored, ({ handle }) => handle, counts)
  for (const { record } of changed) changes.creators.add(record.handle)
  const rows = changed.filter(isNew).map(({ record, text }) => copyRow([record.handle, text]))
  await connection.copy('creator (handle, record)', rows)
  const old = changed.filter(isOld)
  if (old.length === 0) return
  const text = `UPDATE creator SET record = given.record FROM unnest($1::text[], $2::text[]) given(handle, record)
    WHERE creator.handle = given.handle`
  await connection.run({ text, values: [old.map(({ record }) => record.handle), old.map(({ text }) => text)] })
}

const nameOf = ({ handle, slug }: { handle: string; slug: string }) => `${handle}/${slug}`

async function putCreations(
  connection: WriteConnection,
  puts: StoredOf<CreationRecord>[],
  changes: ChangeSet,
  counts: ImportCounts,
) {
  if (puts.length === 0) return
  const { run, copy } = connection
  const text = `SELECT n, creation.handle || '/' || creation.slug AS key, record
    FROM unnest($1::text[], $2::text[]) given(handle, slug) JOIN creation USING (handle, slug)`
  const values = [puts.map(({ record }) => record.handle), puts.map(({ record }) => record.slug)]
  const rows = await run<{ n: number; key: string; record: string }>({ text, values })
  const stored = new Map(rows.map(({ key, record }) => [key, record]))
  const numbers = new Map(rows.map(({ key, n }) => [key, n]))
  for (const { record } of puts) changes.owners.add(record.handle)
  const changed = changesOf(puts, stored, nameOf, counts)
  const added = changed.filter(isNew)
  await giveNumbers(
    connection,
    added.map(({ record }) => record),
    numbers,
  )
  const numberOf = (record: CreationRecord) => numbers.get(nameOf(record))!
  for (const { record, line } of changed) changes.creations.set(numberOf(record), line)
  const fresh = added.map(({ record, text }) =>
    copyRow([numberOf(record), record.handle, record.slug, parentOf(record), text]),
  )
  await copy('creation (n, handle, slug, parent, record)', fresh)
  const old = changed.filter(isOld)
  if (old.length === 0) return
  const update = `UPDATE creation SET parent = given.parent, record = given.record
    FROM unnest($1::bigint[], $2::text[], $3::text[]) given(n, parent, record) WHERE creation.n = given.n`
  const fields = [old.map(({ record }) => numberOf(record)), old.map(({ record }) => parentOf(record))]
  await run({ text: update, values: [...fields, old.map(({ text }) => text)] })
}

/** The first free number for each creation. */
async function giveNumbers(
  { run }: WriteConnection,
  records: CreationRecord[],
  numbers: Map<string, number>,
): Promise<void> {
  const taken = new Set<number>()
  let waiting = records
  for (let attempt = 0; waiting.length > 0; attempt++) {
    const wanted = waiting.map(record => {
      const digest = creationDigest(record.handle, record.slug)
      return { record, n: tieBreaker(digest, attempt) }
    })
    const text = 'SELECT n FROM creation WHERE n = ANY($1::bigint[])'
    for (const { n } of await run<{ n: number }>({ text, values: [wanted.map(({ n }) => n)] })) taken.add(n)
    waiting = []
    for (const { record, n } of wanted) {
      if (taken.has(n)) waiting.push(record)
      else numbers.set(nameOf(record), n)
      taken.add(n)
    }
  }
}

async function putFollows(
  connection: WriteConnection,
  puts: StoredOf<FollowRecord>[],
  changes: ChangeSet,
  counts: ImportCounts,
) {
  if (puts.length === 0) return
  const keyOf = ({ follower, following }: Omit<FollowRecord, 'type'>) => `${follower} ${following}`
  const text = `SELECT follow.follower, follow.following FROM unnest($1::text[], $2::text[]) given(follower, following)
    JOIN follow USING (follower, following)`
  const values = [puts.map(({ record }) => record.follower), puts.map(({ record }) => record.following)]
  const stored = new Set((await connection.run<Omit<FollowRecord, 'type'>>({ text, values })).map(keyOf))
  const rows: string[] = []
  for (const { record, line } of puts) {
    const { follower, following } = record
    counts[stored.has(keyOf(record)) ? 'unchanged' : 'created']++
    if (stored.has(keyOf(record))) continue
    stored.add(keyOf(record))
    changes.addFollow(follower, following, 1)
    changes.newFollows.set(keyOf(record), { follower, following, line })
    rows.push(copyRow([follower, following]))
  }
  await connection.copy('follow (follower, following)', rows)
}

async function putScores(
  connection: WriteConnection,
  puts: StoredOf<ScoreRecord>[],
  changes: ChangeSet,
  counts: ImportCounts,
) {
  if (puts.length === 0) return
  const { run, copy } = connection
  const keyOf = ({ handle, slug, player }: ScoreRecord) => `${handle}/${slug} ${player}`
  const text = `SELECT score.handle || '/' || score.slug || ' ' || score.player AS key, record
    FROM unnest($1::text[], $2::text[], $3::text[]) given(handle, slug, player) JOIN score USING (handle, slug, player)`
  const fields = (['handle', 'slug', 'player'] as const).map(name => puts.map(({ record }) => record[name]))
  const stored = await storedRecords(connection, text, ...fields)
  const changed = changesOf(puts, stored, keyOf, counts)
  for (const { record, line } of changed) {
    const { handle, slug, player } = record
    changes.scores.set(keyOf(record), { handle, slug, player, line })
  }
  const old = changed.filter(isOld).map(({ record }) => record)
  if (old.length > 0) {
    const values = (['handle', 'slug', 'player'] as const).map(name => old.map(record => record[name]))
    const text = `DELETE FROM score USING unnest($1::text[], $2::text[], $3::text[]) given(handle, slug, player)
      WHERE score.handle = given.handle AND score.slug = given.slug AND score.player = given.player`
    await run({ text, values })
  }
  const rows = changed.map(({ record: { handle, slug, player, score, achievedAt }, text }) =>
    copyRow([handle, slug, player, score, Date.parse(achievedAt), text]),
  )
  await copy('score (handle, slug, player, score, achieved_at, record)', rows)
}
