// Tags and categories with the sizes of their lists, and sizes of combined lists.
import type { DatabaseSync } from 'node:sqlite'
import { filterLists } from '../../filters.ts'
import { categoryListPrefix, tagListPrefix } from '../../lists.ts'
import type { CombinedFilters, LabelledCount, LabelPage, LabelQuery } from '../../store.ts'
import type { LabelCache } from './labels.ts'
import { listByName } from './list-page.ts'

type LabelReads = {
  popularTags: (query: LabelQuery) => LabelPage
  categories: (query: LabelQuery) => LabelPage
  counts: (selections: readonly CombinedFilters[]) => number[]
}

export function labelReads(db: DatabaseSync, labels: LabelCache): LabelReads {
  // Must be identical to the condition of the index list_tags, or SQLite does not use it.
  const tagsInUse = `list INDEXED BY list_tags WHERE name >= 't ' AND name < 't!' AND size > 0`
  const categoriesInUse = `list WHERE name >= 'c ' AND name < 'c!' AND size > 0`
  const list = listByName(db)
  return {
    popularTags: labelPages(db, tagsInUse, tagListPrefix, labels.tag),
    categories: labelPages(db, categoriesInUse, categoryListPrefix, labels.category),
    counts: selections => selections.map(selected => list(filterLists(selected)[0]!)?.size ?? 0),
  }
}

type Row = { name: string; size: number }

function labelPages(db: DatabaseSync, inUse: string, prefix: string, label: LabelCache['tag']) {
  // Two statements, because a range of both columns cannot be read along the index.
  const equal = db.prepare(`SELECT name, size FROM ${inUse} AND size = ? AND name > ? ORDER BY name LIMIT +?`)
  const below = db.prepare(`SELECT name, size FROM ${inUse} AND size < ? ORDER BY size DESC, name LIMIT +?`)
  const all = db.prepare(`SELECT count(*) AS total FROM ${inUse}`)
  return ({ locales, limit, after }: LabelQuery): LabelPage => {
    const same = after ? (equal.all(after.count, prefix + after.key, limit) as Row[]) : []
    const rest = below.all(after?.count ?? Number.MAX_SAFE_INTEGER, limit - same.length) as Row[]
    const items = [...same, ...rest].map(({ name, size }): LabelledCount => {
      const key = name.slice(prefix.length)
      return { key, label: label(key, locales), count: size }
    })
    return { items, total: (all.get() as { total: number }).total }
  }
}
