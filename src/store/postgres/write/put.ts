// Records of one batch: what is there already is looked up at once, what has changed is written at once.

import type {
  CategoryRecord,
  CreationRecord,
  CreatorRecord,
  FollowRecord,
  KeptRecord,
  ScoreRecord,
  TagRecord,
} from '../../../records/records.ts'
import { creationDigest, tieBreaker } from '../../identity.ts'
import { tagWordRows } from '../../lists.ts'
import type { ImportCounts } from '../../store.ts'
import type { Touched } from './change-set.ts'
import { copyRow } from './copy.ts'
import type { Kept, Writing } from './write.ts'

/** A record as it is to be stored; `isNew` when the table does not have it yet. */
type Changed<R> = { record: R; text: string; line: number; isNew: boolean }
type KeptOf<R extends KeptRecord> = Kept & { record: R }

export async function putRecords(writing: Writing, all: Kept[], touched: Touched, counts: ImportCounts): Promise<void> {
  const of = <T extends KeptRecord['type']>(type: T) =>
    all.filter(({ record }) => record.type === type) as unknown as KeptOf<Extract<KeptRecord, { type: T }>>[]
  await putCategories(writing, of('category'), touched, counts)
  await putTags(writing, of('tag'), touched, counts)
  await putCreators(writing, of('creator'), touched, counts)
  await putCreations(writing, of('creation'), touched, counts)
  await putFollows(writing, of('follow'), touched, counts)
  await putScores(writing, of('score'), touched, counts)
}

/** A date that the new record leaves out stays what it was. */
function keepDates<R extends KeptRecord>({ record, undated }: KeptOf<R>, old: string | undefined): R {
  if (old === undefined || undated.length === 0) return record
  const before = JSON.parse(old) as Record<string, string>
  return { ...record, ...Object.fromEntries(undated.map(field => [field, before[field]])) }
}

/** One after the other, each against what the one before left; `stored` is what the table holds, by key. */
function changesOf<R extends KeptRecord>(
  puts: readonly KeptOf<R>[],
  stored: ReadonlyMap<string, string>,
  keyOf: (record: R) => string,
  counts: ImportCounts,
): Changed<R>[] {
  const current = new Map<string, Changed<R>>()
  for (const put of puts) {
    const key = keyOf(put.record)
    const old = current.get(key)?.text ?? stored.get(key)
    const record = keepDates(put, old)
    const text = JSON.stringify(record)
    const change = old === undefined ? 'created' : old === text ? 'unchanged' : 'updated'
    counts[change]++
    if (change !== 'unchanged') current.set(key, { record, text, line: put.line, isNew: !stored.has(key) })
  }
  return [...current.values()]
}

async function storedRecords({ run }: Writing, text: string, ...keys: string[][]): Promise<Map<string, string>> {
  if (keys[0]!.length === 0) return new Map()
  const rows = await run<{ key: string; record: string }>({ text, values: keys })
  return new Map(rows.map(({ key, record }) => [key, record]))
}

const isNew = <R>({ isNew }: Changed<R>) => isNew
const isOld = <R>({ isNew }: Changed<R>) => !isNew

async function putCategories(writing: Writing, puts: KeptOf<CategoryRecord>[], touched: Touched, counts: ImportCounts) {
  const slugs = puts.map(({ record }) => record.slug)
  const stored = await storedRecords(writing, 'SELECT slug AS key, record FROM category WHERE slug = ANY($1)', slugs)
  const changed = changesOf(puts, stored, ({ slug }) => slug, counts)
  if (changed.length === 0) return
  touched.labels = true
  const text = `INSERT INTO category SELECT * FROM unnest($1::text[], $2::text[])
    ON CONFLICT (slug) DO UPDATE SET record = excluded.record`
  await writing.run({ text, values: [changed.map(({ record }) => record.slug), changed.map(({ text }) => text)] })
}

async function putTags(writing: Writing, puts: KeptOf<TagRecord>[], touched: Touched, counts: ImportCounts) {
  const { run, copy } = writing
  const keys = puts.map(({ record }) => record.key)
  const stored = await storedRecords(writing, 'SELECT key, record FROM tag WHERE key = ANY($1)', keys)
  const changed = changesOf(puts, stored, ({ key }) => key, counts)
  if (changed.length === 0) return
  touched.labels = true
  for (const { record } of changed) touched.tags.add(record.key)
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

async function putCreators(writing: Writing, puts: KeptOf<CreatorRecord>[], touched: Touched, counts: ImportCounts) {
  const handles = puts.map(({ record }) => record.handle)
  const stored = await storedRecords(
    writing,
    'SELECT handle AS key, record FROM creator WHERE handle = ANY($1)',
    handles,
  )
  const changed = changesOf(puts, stored, ({ handle }) => handle, counts)
  for (const { record } of changed) touched.creators.add(record.handle)
  const rows = changed.filter(isNew).map(({ record, text }) => copyRow([record.handle, text]))
  await writing.copy('creator (handle, record)', rows)
  const old = changed.filter(isOld)
  if (old.length === 0) return
  const text = `UPDATE creator SET record = given.record FROM unnest($1::text[], $2::text[]) given(handle, record)
    WHERE creator.handle = given.handle`
  await writing.run({ text, values: [old.map(({ record }) => record.handle), old.map(({ text }) => text)] })
}

const parentOf = ({ remixOf }: CreationRecord): string | null => remixOf && `${remixOf.handle}/${remixOf.slug}`
const nameOf = ({ handle, slug }: { handle: string; slug: string }) => `${handle}/${slug}`

async function putCreations(writing: Writing, puts: KeptOf<CreationRecord>[], touched: Touched, counts: ImportCounts) {
  if (puts.length === 0) return
  const { run, copy } = writing
  const text = `SELECT n, creation.handle || '/' || creation.slug AS key, record
    FROM unnest($1::text[], $2::text[]) given(handle, slug) JOIN creation USING (handle, slug)`
  const values = [puts.map(({ record }) => record.handle), puts.map(({ record }) => record.slug)]
  const rows = await run<{ n: number; key: string; record: string }>({ text, values })
  const stored = new Map(rows.map(({ key, record }) => [key, record]))
  const numbers = new Map(rows.map(({ key, n }) => [key, n]))
  for (const { record } of puts) touched.owners.add(record.handle)
  const changed = changesOf(puts, stored, nameOf, counts)
  const added = changed.filter(isNew)
  await giveNumbers(
    writing,
    added.map(({ record }) => record),
    numbers,
  )
  const numberOf = (record: CreationRecord) => numbers.get(nameOf(record))!
  for (const { record, line } of changed) touched.creations.set(numberOf(record), line)
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

/** The first number of each creation that nobody else has. */
async function giveNumbers({ run }: Writing, records: CreationRecord[], numbers: Map<string, number>): Promise<void> {
  const taken = new Set<number>()
  let waiting = records
  for (let attempt = 0; waiting.length > 0; attempt++) {
    const wanted = waiting.map(record => {
      const digest = creationDigest(record.handle, record.slug)
      return { record, n: (tieBreaker(digest, attempt) + Math.floor(attempt / 8)) >>> 0 }
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

async function putFollows(writing: Writing, puts: KeptOf<FollowRecord>[], touched: Touched, counts: ImportCounts) {
  if (puts.length === 0) return
  const keyOf = ({ follower, following }: Omit<FollowRecord, 'type'>) => `${follower} ${following}`
  const text = `SELECT follow.follower, follow.following FROM unnest($1::text[], $2::text[]) given(follower, following)
    JOIN follow USING (follower, following)`
  const values = [puts.map(({ record }) => record.follower), puts.map(({ record }) => record.following)]
  const known = new Set((await writing.run<Omit<FollowRecord, 'type'>>({ text, values })).map(keyOf))
  const rows: string[] = []
  for (const { record, line } of puts) {
    const { follower, following } = record
    counts[known.has(keyOf(record)) ? 'unchanged' : 'created']++
    if (known.has(keyOf(record))) continue
    known.add(keyOf(record))
    touched.addFollow(follower, following, 1)
    touched.newFollows.set(keyOf(record), { follower, following, line })
    rows.push(copyRow([follower, following]))
  }
  await writing.copy('follow (follower, following)', rows)
}

async function putScores(writing: Writing, puts: KeptOf<ScoreRecord>[], touched: Touched, counts: ImportCounts) {
  if (puts.length === 0) return
  const { run, copy } = writing
  const keyOf = ({ handle, slug, player }: ScoreRecord) => `${handle}/${slug} ${player}`
  const text = `SELECT score.handle || '/' || score.slug || ' ' || score.player AS key, record
    FROM unnest($1::text[], $2::text[], $3::text[]) given(handle, slug, player) JOIN score USING (handle, slug, player)`
  const fields = (['handle', 'slug', 'player'] as const).map(name => puts.map(({ record }) => record[name]))
  const stored = await storedRecords(writing, text, ...fields)
  const changed = changesOf(puts, stored, keyOf, counts)
  for (const { record, line } of changed) {
    const { handle, slug, player } = record
    touched.scores.set(keyOf(record), { handle, slug, player, line })
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
