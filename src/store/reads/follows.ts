// The followers of a creator and those whom a creator follows: well-followed creators first, then by handle. The same SQL
// for both databases.
import { type CreatorColumns, creatorColumns, creatorRow } from '../rows.ts'
import type { CreatorRow, FollowPosition, FollowQuery, FollowSlice } from '../store.ts'
import type { Reading } from './creator-lookups.ts'

type Row = CreatorColumns & { weight: number; handle: string }
type Side = 'follower' | 'following'

/** Higher than any weight, which is a number of doublings. */
const start: FollowPosition = { weight: 100, handle: '' }

/** `joined` are the creators of the list, `of` the one whose list it is. */
const sqlOf = (joined: Side, of: Side, after: string, order: string) => `
  SELECT ${creatorColumns}, follow.${joined} AS handle, follow.${joined}_weight AS weight
  FROM follow JOIN creator ON creator.handle = follow.${joined}
  WHERE follow.${of} = $1 AND ${after} ORDER BY ${order} LIMIT 0 + `

/** Those of the same weight after a handle, then those of lower weight: each is one range of an index. */
function statementsOf(joined: Side) {
  const of = joined === 'follower' ? 'following' : 'follower'
  const weight = `follow.${joined}_weight`
  const same = `${sqlOf(joined, of, `${weight} = $2 AND follow.${joined} > $3`, `follow.${joined}`)}$4`
  const lower = `${sqlOf(joined, of, `${weight} < $2`, `${weight} DESC, follow.${joined}`)}$3`
  return { same, lower }
}

const statements = { followers: statementsOf('follower'), following: statementsOf('following') }

export function* readFollows(
  side: 'followers' | 'following',
  { handle, limit, after }: FollowQuery,
  owner: CreatorRow,
): Reading<FollowSlice> {
  const { same, lower } = statements[side]
  const { weight, handle: last } = after ?? start
  // One more than requested shows whether there is a next page.
  const wanted = limit + 1
  const values = [handle, weight, last, wanted]
  const rows = after === undefined ? [] : ((yield { name: `${side} same`, text: same, values }) as Row[])
  const left = wanted - rows.length
  if (left > 0) rows.push(...((yield { name: side, text: lower, values: [handle, weight, left] }) as Row[]))
  const page = rows.slice(0, limit)
  const end = page.at(-1)!
  const next = rows.length > limit ? { weight: end.weight, handle: end.handle } : null
  return { items: page.map(creatorRow), total: owner.totals[side], next }
}
