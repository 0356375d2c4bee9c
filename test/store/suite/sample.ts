// Short ways to write records for tests that look at one thing.
type More = Record<string, unknown>

export const day = '2026-01-05T10:00:00Z'

export const creator = (handle: string, more: More = {}) => ({
  type: 'creator',
  handle,
  displayName: handle.toUpperCase(),
  joinedAt: day,
  ...more,
})

export const creation = (handle: string, slug: string, more: More = {}) => ({
  type: 'creation',
  handle,
  slug,
  title: `The ${slug}`,
  publishedAt: day,
  ...more,
})

export const follow = (follower: string, following: string) => ({ type: 'follow', follower, following })

export const score = (app: string, player: string, points: number, more: More = {}) => {
  const [handle, slug] = app.split('/')
  return { type: 'score', handle, slug, player, score: points, achievedAt: day, ...more }
}

export const remove = (of: string, identity: More) => ({ type: 'delete', of, ...identity })
