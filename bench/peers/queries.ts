// The reads as an expert would write them by hand on SQLite.
import { DatabaseSync } from 'node:sqlite'

const card =
  'id, handle, slug, kind, title, summary, category, tags, cover_url, icon_url, featured, views, plays, likes, remixes, published_at'
const orders = { recent: 'published_at', popular: 'views', liked: 'likes' } as const

export type Sort = keyof typeof orders
type Asked = { sort: Sort; category?: string | undefined }

export function openQueries(path: string) {
  const db = new DatabaseSync(path, { readOnly: true })
  const pages = (where: string) =>
    Object.fromEntries(
      Object.entries(orders).map(([sort, column]) => [
        sort,
        db.prepare(`SELECT ${card} FROM creation ${where} ORDER BY ${column} DESC, id LIMIT 24`),
      ]),
    )
  const [all, inCategory] = [pages(''), pages('WHERE category = ?')]
  const one = db.prepare('SELECT * FROM creation WHERE handle = ? AND slug = ?')
  const found = db.prepare(
    `SELECT ${card} FROM creation WHERE id IN (SELECT rowid FROM creation_text WHERE creation_text MATCH ?) ORDER BY likes DESC, id LIMIT 24`,
  )
  const shown = (row: Record<string, unknown>) => ({
    ...row,
    tags: JSON.parse(row.tags as string),
    featured: row.featured === 1,
  })
  return {
    feed: ({ sort, category }: Asked) =>
      (category === undefined ? all[sort]!.all() : inCategory[sort]!.all(category)).map(shown),
    app: (handle: string, slug: string) => {
      const row = one.get(handle, slug)
      return row === undefined ? null : shown(row)
    },
    search: (words: string) => found.all(`"${words.replaceAll('"', '""')}"`).map(shown),
  }
}
