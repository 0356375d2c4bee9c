// Labels of categories and tags, cached until the data changes. When the cache is full it is cleared.
import type { DatabaseSync } from 'node:sqlite'
import { bestLabel, escapeLabel, type LabelKind, type Labels } from '../../card.ts'
import type { Locales } from '../../store.ts'

const bound = 50_000

export type LabelCache = {
  /** For responses other than cards. */
  category: (slug: string, locales: Locales) => string
  tag: (key: string, locales: Locales) => string
  escaped: Labels
  forget(): void
}

export function makeLabelCache(db: DatabaseSync): LabelCache {
  const categories = labelsBySql(db, 'category', 'SELECT record FROM category WHERE slug = ?')
  const tags = labelsBySql(db, 'tag', 'SELECT record FROM tag WHERE key = ?')
  return {
    category: (slug, locales) => categories.of(slug, locales).plain,
    tag: (key, locales) => tags.of(key, locales).plain,
    escaped: {
      category: (slug, locales) => categories.of(slug, locales).escaped,
      tag: (key, locales) => tags.of(key, locales).escaped,
    },
    forget: () => {
      categories.forget()
      tags.forget()
    },
  }
}

type Label = { plain: string; escaped: string }

function labelsBySql(db: DatabaseSync, kind: LabelKind, sql: string) {
  const statement = db.prepare(sql)
  /** By languages, then by key. */
  const labelsByLocale = new Map<string, Map<string, Label>>()
  let size = 0
  const forget = () => {
    labelsByLocale.clear()
    size = 0
  }
  const find = (key: string, locales: Locales): Label => {
    const row = statement.get(key) as { record: string } | undefined
    const labels = row && (JSON.parse(row.record) as { labels: Record<string, string> }).labels
    const plain = bestLabel(kind, labels, key, locales)
    return { plain, escaped: escapeLabel(plain) }
  }
  return {
    forget,
    of(key: string, locales: Locales): Label {
      const languages = locales.length === 1 ? locales[0]! : locales.join()
      const found = labelsByLocale.get(languages)?.get(key)
      if (found) return found
      if (++size > bound) forget()
      const label = find(key, locales)
      const group = labelsByLocale.get(languages) ?? new Map<string, Label>()
      labelsByLocale.set(languages, group.set(key, label))
      return label
    },
  }
}
