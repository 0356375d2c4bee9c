// What one import changed: only that is derived again.

export type ChangeSet = {
  /** Number of each changed or deleted creation → the line it came from (0 for a deletion). */
  creations: Map<number, number>
  /** `handle/slug` of deleted creations whose rows are gone: their remixes no longer show them. */
  gone: Set<string>
  /** Handles of the owners of imported creations. */
  owners: Set<string>
  /** Handles of changed, created or deleted creators. */
  creators: Set<string>
  /** Keys of tags whose labels changed. */
  tags: Set<string>
  /** Changes of each creator's follower and following counts. */
  follows: Map<string, { followers: number; following: number }>
  addFollow(follower: string, following: string, by: number): void
  /** New follows and scores, with the last line that contained each. */
  newFollows: Map<string, { follower: string; following: string; line: number }>
  scores: Map<string, { handle: string; slug: string; player: string; line: number }>
  /** There were no follows before, so all of them are in `newFollows`. */
  firstFollows: boolean
  /** Whether any label of a category or tag was added, changed or removed. */
  labels: boolean
}

export function emptyChangeSet(firstFollows: boolean): ChangeSet {
  const follows: ChangeSet['follows'] = new Map()
  const moved = (handle: string) => {
    const found = follows.get(handle) ?? { followers: 0, following: 0 }
    follows.set(handle, found)
    return found
  }
  return {
    creations: new Map(),
    gone: new Set(),
    owners: new Set(),
    creators: new Set(),
    tags: new Set(),
    follows,
    addFollow: (follower, following, by) => {
      moved(following).followers += by
      moved(follower).following += by
    },
    newFollows: new Map(),
    scores: new Map(),
    firstFollows,
    labels: false,
  }
}
