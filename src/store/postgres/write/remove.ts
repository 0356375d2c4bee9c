// Taking records out. Deleting takes along what cannot stand without it: a creator's creations, follows and scores, an
// app's scores.
import type { DeleteRecord, FollowRecord } from '../../../records/records.ts'
import type { ImportCounts } from '../../store.ts'
import type { Touched } from './change-set.ts'
import type { Deleted, Writing } from './write.ts'

type App = { handle: string; slug: string }
type Pair = Omit<FollowRecord, 'type'>
type Score = App & { player: string }
type DeleteOf<K extends DeleteRecord['of']> = Extract<DeleteRecord, { of: K }>

/** All of one kind. */
export async function removeRecords(writing: Writing, run: Deleted[], touched: Touched, counts: ImportCounts) {
  const records = run.map(({ record }) => record)
  const removed = await remove(writing, records, touched)
  counts.deleted += removed
  counts.unchanged += records.length - removed
}

function remove(writing: Writing, records: DeleteRecord[], touched: Touched): Promise<number> {
  switch (records[0]!.of) {
    case 'category':
      touched.labels = true
      return dropped(writing, 'DELETE FROM category WHERE slug = ANY($1) RETURNING 1', [
        (records as DeleteOf<'category'>[]).map(({ slug }) => slug),
      ])
    case 'tag':
      return removeTags(writing, records as DeleteOf<'tag'>[], touched)
    case 'creator':
      return removeCreators(writing, records as DeleteOf<'creator'>[], touched)
    case 'creation':
      return removeApps(writing, records as DeleteOf<'creation'>[], touched)
    case 'follow':
      return removeFollows(writing, records as DeleteOf<'follow'>[], touched).then(pairs => pairs.length)
    case 'score':
      return removeScores(writing, records as DeleteOf<'score'>[]).then(scores => scores.length)
  }
}

const dropped = async ({ run }: Writing, text: string, values: unknown[]): Promise<number> =>
  (await run({ text, values })).length

async function removeTags(writing: Writing, records: DeleteOf<'tag'>[], touched: Touched): Promise<number> {
  const keys = records.map(({ key }) => key)
  for (const key of keys) touched.tags.add(key)
  touched.labels = true
  await dropped(writing, 'DELETE FROM tag_word WHERE tag = ANY($1)', [keys])
  return dropped(writing, 'DELETE FROM tag WHERE key = ANY($1) RETURNING 1', [keys])
}

async function removeCreators(writing: Writing, records: DeleteOf<'creator'>[], touched: Touched): Promise<number> {
  const { run } = writing
  const given = [...new Set(records.map(({ handle }) => handle))]
  const text = 'DELETE FROM creator WHERE handle = ANY($1) RETURNING handle'
  const handles = (await run<{ handle: string }>({ text, values: [given] })).map(({ handle }) => handle)
  const select = 'SELECT handle, slug FROM creation WHERE handle = ANY($1)'
  await removeApps(writing, await run<App>({ text: select, values: [handles] }), touched)
  const drop = 'DELETE FROM follow WHERE follower = ANY($1) OR following = ANY($1) RETURNING follower, following'
  forgetFollows(await run<Pair>({ text: drop, values: [handles] }), touched)
  await run({ text: 'DELETE FROM score WHERE player = ANY($1)', values: [handles] })
  for (const handle of handles) {
    // Whoever comes back under this handle starts from nothing.
    touched.follows.delete(handle)
    touched.creators.add(handle)
  }
  return handles.length
}

async function removeApps(writing: Writing, apps: readonly App[], touched: Touched): Promise<number> {
  const gone = await removeCreations(writing, apps, touched)
  const text = `DELETE FROM score USING unnest($1::text[], $2::text[]) given(handle, slug)
    WHERE score.handle = given.handle AND score.slug = given.slug`
  await writing.run({ text, values: columns(gone, ['handle', 'slug']) })
  return gone.length
}

const columns = <R extends object>(rows: readonly R[], names: (keyof R)[]): unknown[][] =>
  names.map(name => rows.map(row => row[name]))

/** Without their scores. */
export async function removeCreations({ run }: Writing, apps: readonly App[], touched: Touched): Promise<App[]> {
  const text = `DELETE FROM creation USING unnest($1::text[], $2::text[]) given(handle, slug)
    WHERE creation.handle = given.handle AND creation.slug = given.slug RETURNING n, creation.handle, creation.slug`
  const rows = await run<App & { n: number }>({ text, values: columns(apps, ['handle', 'slug']) })
  for (const { n, handle, slug } of rows) {
    touched.creations.set(n, 0)
    touched.gone.add(`${handle}/${slug}`)
  }
  return rows
}

export async function removeFollows({ run }: Writing, pairs: readonly Pair[], touched: Touched): Promise<Pair[]> {
  const text = `DELETE FROM follow USING unnest($1::text[], $2::text[]) given(follower, following)
    WHERE follow.follower = given.follower AND follow.following = given.following
    RETURNING follow.follower, follow.following`
  const gone = await run<Pair>({ text, values: columns(pairs, ['follower', 'following']) })
  forgetFollows(gone, touched)
  return gone
}

function forgetFollows(pairs: readonly Pair[], touched: Touched): void {
  for (const { follower, following } of pairs) touched.addFollow(follower, following, -1)
}

export async function removeScores({ run }: Writing, scores: readonly Score[]): Promise<Score[]> {
  const text = `DELETE FROM score USING unnest($1::text[], $2::text[], $3::text[]) given(handle, slug, player)
    WHERE score.handle = given.handle AND score.slug = given.slug AND score.player = given.player
    RETURNING score.handle, score.slug, score.player`
  return run({ text, values: columns(scores, ['handle', 'slug', 'player']) })
}
