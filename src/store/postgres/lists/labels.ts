// Labels of categories and tags, cached until the data changes. When the cache is full it is cleared.
import { bestLabel, escapeLabel, type Labels } from '../../card.ts'
import type { Locales } from '../../store.ts'
import type { Run } from '../connections.ts'

const bound = 50_000

type Kind = 'category' | 'tag'
type CachedLabels = Map<string, Record<string, string> | undefined>

const selects: Record<Kind, string> = {
  category: 'SELECT slug AS key, record FROM category WHERE slug = ANY($1)',
  tag: 'SELECT key, record FROM tag WHERE key = ANY($1)',
}

export type LabelCache = {
  /** Calls `make` with labels; those that are not cached are looked up first. */
  using<T>(make: (labels: Labels) => T): Promise<T>
  plain(kind: Kind, keys: readonly string[], locales: Locales): Promise<string[]>
  forget(): void
}

export function makeLabelCache(run: Run): LabelCache {
  let cached: Record<Kind, CachedLabels> = { category: new Map(), tag: new Map() }
  const forget = () => {
    cached = { category: new Map(), tag: new Map() }
  }
  const load = async (kind: Kind, keys: readonly string[], into: CachedLabels) => {
    if (keys.length === 0) return
    const rows = await run<{ key: string; record: string }>({
      name: `label ${kind}`,
      text: selects[kind],
      values: [keys],
    })
    for (const key of keys) into.set(key, undefined)
    for (const { key, record } of rows) into.set(key, (JSON.parse(record) as { labels: Record<string, string> }).labels)
  }
  const complete = async <T>(
    attempt: (cached: Record<Kind, CachedLabels>, missing: Record<Kind, Set<string>>) => T,
  ) => {
    if (cached.tag.size + cached.category.size > bound) forget()
    // A local reference: labels read for one data version must not be cached for the next.
    const current = cached
    const missing = { category: new Set<string>(), tag: new Set<string>() }
    const first = attempt(current, missing)
    if (missing.category.size + missing.tag.size === 0) return first
    await Promise.all([
      load('category', [...missing.category], current.category),
      load('tag', [...missing.tag], current.tag),
    ])
    return attempt(current, missing)
  }
  return {
    forget,
    using: make =>
      complete((current, missing) => {
        const label = (kind: Kind) => (key: string, locales: Locales) => {
          if (!current[kind].has(key)) missing[kind].add(key)
          return escapeLabel(bestLabel(kind, current[kind].get(key), key, locales))
        }
        return make({ category: label('category'), tag: label('tag') })
      }),
    plain: (kind, keys, locales) =>
      complete((current, missing) =>
        keys.map(key => {
          if (!current[kind].has(key)) missing[kind].add(key)
          return bestLabel(kind, current[kind].get(key), key, locales)
        }),
      ),
  }
}
