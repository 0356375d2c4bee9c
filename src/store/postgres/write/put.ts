// Writes one batch of records: one statement for each type looks up what is stored, one writes what has changed.
import type { CreationRecord, EntityRecord, FollowRecord } from '../../../records/records.ts'
import { type ChangeSet, compareRecords, type ImportedEntity, keepDates, parentOf } from '../../change-set.ts'
import { creationDigest, tieBreaker } from '../../identity.ts'
import { tagWordRows } from '../../lists.ts'
import { creatorKeys } from '../../reads/creator-terms.ts'
import type { ImportCounts } from '../../store.ts'
import { copyRow, type Value } from './copy.ts'
import { columns, type WriteConnection } from './write-connection.ts'

type Type = EntityRecord['type']
type RecordOf<T extends Type> = Extract<EntityRecord, { type: T }>
type Puts<T extends Type> = (ImportedEntity & { record: RecordOf<T> })[]
type Changed<T extends Type> = { record: RecordOf<T>; text: string; line: number; isNew: boolean }

/** The fields of a record that are the key of its table. */
const keys: { [T in Type]: (keyof RecordOf<T> & string)[] } = {
  category: ['slug'],
  tag: ['key'],
  creator: ['handle'],
  creation: ['handle', 'slug'],
  follow: ['follower', 'following'],
  score: ['handle', 'slug', 'player'],
}
const keyOf = <T extends Type>(type: T, record: RecordOf<T>): string => keys[type].map(name => record[name]).join(' ')

export async function putRecords(
  connection: WriteConnection,
  all: ImportedEntity[],
  changes: ChangeSet,
  counts: ImportCounts,
): Promise<void> {
  const of = <T extends Type>(type: T) => all.filter(({ record }) => record.type === type) as unknown as Puts<T>
  const categories = await changesOf(connection, 'category', of('category'), counts)
  if (categories.length > 0) changes.haveLabelsChanged = true
  await write(connection, 'category', categories)
  await putTags(connection, await changesOf(connection, 'tag', of('tag'), counts), changes)
  const creators = await changesOf(connection, 'creator', of('creator'), counts)
  for (const { record } of creators) changes.creators.add(record.handle)
  await write(connection, 'creator', creators, {
    joined: ['bigint', record => creatorKeys(record).joined],
    terms: ['text', record => creatorKeys(record).terms],
  })
  await forgetOldNames(
    connection,
    'creator',
    creators.filter(({ isNew }) => isNew).map(({ record }) => ({ handle: '', name: record.handle })),
  )
  for (const { record } of of('creation')) changes.owners.add(record.handle)
  const creations = await changesOf(connection, 'creation', of('creation'), counts)
  await putCreations(connection, creations, changes)
  await forgetOldNames(
    connection,
    'creation',
    creations.filter(({ isNew }) => isNew).map(({ record: { handle, slug } }) => ({ handle, name: slug })),
  )
  await putFollows(connection, of('follow'), changes, counts)
  const scores = await changesOf(connection, 'score', of('score'), counts)
  for (const { record, line } of scores) {
    const { handle, slug, player } = record
    changes.changedScores.set(`${handle}/${slug} ${player}`, { handle, slug, player, line })
  }
  await write(connection, 'score', scores, {
    score: ['double precision', ({ score }) => score],
    achieved_at: ['bigint', ({ achievedAt }) => Date.parse(achievedAt)],
  })
}

/** A name that is used again no longer leads to another. */
async function forgetOldNames(
  { run }: WriteConnection,
  kind: 'creator' | 'creation',
  names: { handle: string; name: string }[],
): Promise<void> {
  if (names.length === 0) return
  const text = `DELETE FROM renamed USING unnest($2::text[], $3::text[]) input(handle, name)
    WHERE kind = $1 AND renamed.handle = input.handle AND from_name = input.name`
  await run({ text, values: [kind, ...columns(names, ['handle', 'name'])] })
}

/** In sequence, each against the result of the one before. */
async function changesOf<T extends Type>(
  { run }: WriteConnection,
  type: T,
  puts: Puts<T>,
  counts: ImportCounts,
): Promise<Changed<T>[]> {
  if (puts.length === 0) return []
  const names = keys[type]
  const text = `SELECT ${names.map(name => `input.${name}`).join(" || ' ' || ")} AS key, record
    FROM unnest(${names.map((_, i) => `$${i + 1}::text[]`).join()}) input(${names.join()})
    JOIN ${type} USING (${names.join()})`
  const values = columns(
    puts.map(({ record }) => record),
    names,
  )
  const rows = await run<{ key: string; record: string }>({ text, values })
  const stored = new Map(rows.map(({ key, record }) => [key, record]))
  const current = new Map<string, Changed<T>>()
  for (const put of puts) {
    const key = keyOf(type, put.record)
    const old = current.get(key)?.text ?? stored.get(key)
    const record = keepDates(put.record, put.undated, old)
    const text = JSON.stringify(record)
    const change = compareRecords(old, text)
    counts[change]++
    if (change !== 'unchanged') current.set(key, { record, text, line: put.line, isNew: !stored.has(key) })
  }
  return [...current.values()]
}

/** Columns besides the key and the record: their SQL types, and their values for a record. */
type OtherColumns<T extends Type> = Record<string, [type: string, of: (record: RecordOf<T>) => Value]>

/** New records are copied, which takes less CPU than inserting them. */
async function write<T extends Type>(
  { run, copy }: WriteConnection,
  type: T,
  changed: readonly Changed<T>[],
  other: OtherColumns<T> = {},
): Promise<void> {
  const others = ['record', ...Object.keys(other)]
  const names = [...keys[type], ...others]
  const rowOf = ({ record, text }: Changed<T>) => [
    ...keys[type].map(name => record[name] as string),
    text,
    ...Object.values(other).map(([, of]) => of(record)),
  ]
  const added = changed.filter(({ isNew }) => isNew).map(one => copyRow(rowOf(one)))
  await copy(`${type} (${names.join()})`, added)
  const updated = changed.filter(({ isNew }) => !isNew).map(rowOf)
  if (updated.length === 0) return
  const types = [...keys[type].map(() => 'text'), 'text', ...Object.values(other).map(([type]) => type)]
  const text = `UPDATE ${type} SET ${others.map(name => `${name} = input.${name}`).join()}
    FROM unnest(${types.map((type, i) => `$${i + 1}::${type}[]`).join()}) input(${names.join()})
    WHERE ${keys[type].map(name => `${type}.${name} = input.${name}`).join(' AND ')}`
  await run({ text, values: names.map((_, i) => updated.map(row => row[i])) })
}

async function putTags(connection: WriteConnection, changed: Changed<'tag'>[], changes: ChangeSet): Promise<void> {
  if (changed.length === 0) return
  changes.haveLabelsChanged = true
  const changedKeys = changed.map(({ record }) => record.key)
  for (const key of changedKeys) changes.tags.add(key)
  await write(connection, 'tag', changed)
  await connection.run({ text: 'DELETE FROM tag_word WHERE tag = ANY($1)', values: [changedKeys] })
  await connection.copy(
    'tag_word',
    changed.flatMap(({ record }) => tagWordRows(record).map(copyRow)),
  )
}

async function putCreations(
  connection: WriteConnection,
  changed: Changed<'creation'>[],
  changes: ChangeSet,
): Promise<void> {
  const numbers = await numbersOf(connection, changed)
  const numberOf = (record: CreationRecord) => numbers.get(keyOf('creation', record))!
  for (const { record, line } of changed) changes.creations.set(numberOf(record), line)
  await write(connection, 'creation', changed, { n: ['bigint', numberOf], parent: ['text', parentOf] })
}

/** The number that each creation has, or the first that is free. */
async function numbersOf({ run }: WriteConnection, changed: Changed<'creation'>[]): Promise<Map<string, number>> {
  const old = changed.flatMap(({ record, isNew }) => (isNew ? [] : [record]))
  const text = `SELECT n, handle, slug FROM unnest($1::text[], $2::text[]) input(handle, slug)
    JOIN creation USING (handle, slug)`
  const values = columns(old, ['handle', 'slug'])
  const rows = await run<{ n: number; handle: string; slug: string }>({ text, values })
  const numbers = new Map(rows.map(({ n, handle, slug }) => [`${handle} ${slug}`, n]))
  const used = new Set<number>()
  let waiting = changed.flatMap(({ record, isNew }) => (isNew ? [record] : []))
  for (let attempt = 0; waiting.length > 0; attempt++) {
    const wanted = waiting.map(record => {
      const digest = creationDigest(record.handle, record.slug)
      return { record, creationNo: tieBreaker(digest, attempt) }
    })
    const text = 'SELECT n FROM creation WHERE n = ANY($1::bigint[])'
    const values = [wanted.map(({ creationNo }) => creationNo)]
    for (const { n } of await run<{ n: number }>({ text, values })) used.add(n)
    waiting = []
    for (const { record, creationNo } of wanted) {
      if (used.has(creationNo)) waiting.push(record)
      else numbers.set(keyOf('creation', record), creationNo)
      used.add(creationNo)
    }
  }
  return numbers
}

/** A follow has nothing but its key, so it is new or unchanged. */
async function putFollows(
  { run }: WriteConnection,
  puts: Puts<'follow'>,
  changes: ChangeSet,
  counts: ImportCounts,
): Promise<void> {
  if (puts.length === 0) return
  const text = `INSERT INTO follow (follower, following) SELECT * FROM unnest($1::text[], $2::text[])
    ON CONFLICT DO NOTHING RETURNING 'follow' AS type, follower, following`
  const values = columns(
    puts.map(({ record }) => record),
    ['follower', 'following'],
  )
  const added = new Set((await run<FollowRecord>({ text, values })).map(record => keyOf('follow', record)))
  for (const { record, line } of puts) {
    const { follower, following } = record
    const isNew = added.delete(keyOf('follow', record))
    counts[isNew ? 'created' : 'unchanged']++
    if (!isNew) continue
    changes.changeFollowCounts(follower, following, 1)
    changes.newFollows.set(`${follower} ${following}`, { follower, following, line })
  }
}
