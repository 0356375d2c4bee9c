// Removes records. Deleting a creator deletes their creations, follows and scores; deleting an app deletes its scores.
import type { DatabaseSync } from 'node:sqlite'
import type { DeleteRecord, FollowRecord } from '../../../records/records.ts'
import type { ChangeSet } from '../../change-set.ts'

export type Change = 'created' | 'updated' | 'unchanged' | 'deleted'

export type Removals = ReturnType<typeof removalsFrom>

export function removalsFrom(db: DatabaseSync, changes: ChangeSet) {
  const run = (sql: string) => {
    const statement = db.prepare(sql)
    return (...values: string[]) => Number(statement.run(...values).changes) > 0
  }
  const forgetTagWords = run('DELETE FROM tag_word WHERE tag = ?')
  const dropCategory = run('DELETE FROM category WHERE slug = ?')
  const dropTag = run('DELETE FROM tag WHERE key = ?')
  const dropCreator = run('DELETE FROM creator WHERE handle = ?')
  const dropFollow = run('DELETE FROM follow WHERE follower = ? AND following = ?')
  const dropScore = run('DELETE FROM score WHERE handle = ? AND slug = ? AND player = ?')
  const dropScoresOfApp = run('DELETE FROM score WHERE handle = ? AND slug = ?')
  const dropScoresOfPlayer = run('DELETE FROM score WHERE player = ?')
  const dropOldName = run('DELETE FROM renamed WHERE kind = ? AND handle = ? AND from_name = ?')
  const dropOldNamesOf = run('DELETE FROM renamed WHERE kind = ? AND handle = ? AND to_name = ?')
  const dropOldCreationsOf = run("DELETE FROM renamed WHERE kind = 'creation' AND handle = ?")
  const numberOf = db.prepare("SELECT n FROM creation WHERE handle = ? AND slug = ? AND record <> ''")
  // The row is deleted after its lists have been cleared (derive); until then it has an empty record.
  const emptyCreation = db.prepare("UPDATE creation SET record = '', parent = NULL WHERE n = ?")
  const slugsOf = db.prepare("SELECT slug FROM creation WHERE handle = ? AND record <> ''")
  const followsOf = db.prepare(
    'SELECT follower, following FROM follow WHERE follower = ?1 UNION SELECT follower, following FROM follow WHERE following = ?1',
  )

  /** A name that is used again no longer leads to another. */
  const forgetOldName = (kind: 'creator' | 'creation', handle: string, name: string) => {
    if (changes.haveRenames) dropOldName(kind, handle, name)
  }
  const follow = (follower: string, following: string) => {
    if (!dropFollow(follower, following)) return false
    changes.changeFollowCounts(follower, following, -1)
    return true
  }
  const creationAlone = (handle: string, slug: string) => {
    const row = numberOf.get(handle, slug) as { n: number } | undefined
    if (!row) return false
    emptyCreation.run(row.n)
    changes.creations.set(row.n, 0)
    if (changes.haveRenames) dropOldNamesOf('creation', handle, slug)
    return true
  }
  const creation = (handle: string, slug: string) => {
    if (!creationAlone(handle, slug)) return false
    dropScoresOfApp(handle, slug)
    return true
  }
  const creator = (handle: string) => {
    if (!dropCreator(handle)) return false
    for (const { slug } of slugsOf.all(handle) as { slug: string }[]) creation(handle, slug)
    for (const pair of followsOf.all(handle) as FollowRecord[]) follow(pair.follower, pair.following)
    dropScoresOfPlayer(handle)
    // A creator who is created again under this handle has no followers.
    changes.followCountChanges.delete(handle)
    changes.creators.add(handle)
    if (changes.haveRenames) {
      dropOldNamesOf('creator', '', handle)
      dropOldCreationsOf(handle)
    }
    return true
  }
  const category = (slug: string) => {
    changes.haveLabelsChanged = true
    return dropCategory(slug)
  }
  const tag = (key: string) => {
    forgetTagWords(key)
    changes.tags.add(key)
    changes.haveLabelsChanged = true
    return dropTag(key)
  }
  const remove = (record: DeleteRecord): Change => {
    const done = (() => {
      switch (record.of) {
        case 'category':
          return category(record.slug)
        case 'tag':
          return tag(record.key)
        case 'creator':
          return creator(record.handle)
        case 'creation':
          return creation(record.handle, record.slug)
        case 'follow':
          return follow(record.follower, record.following)
        case 'score':
          return dropScore(record.handle, record.slug, record.player)
      }
    })()
    return done ? 'deleted' : 'unchanged'
  }
  return {
    remove,
    forgetTagWords,
    forgetOldName,
    removeCreation: creationAlone,
    removeFollow: follow,
    removeScore: dropScore,
  }
}
