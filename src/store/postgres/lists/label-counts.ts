// Tags and categories with the sizes of their lists, and sizes of combined lists.
import { filterLists } from '../../filters.ts'
import { categoryListPrefix, tagListPrefix } from '../../lists.ts'
import type { LabelledCount, Store } from '../../store.ts'
import type { Run } from '../connections.ts'
import type { LabelCache } from './labels.ts'

type LabelReads = Pick<Store, 'popularTags' | 'categories' | 'counts'>

export function labelReads(run: Run, labels: LabelCache): LabelReads {
  return {
    popularTags: labelPages(run, labels, 'tag', `name >= 't ' AND name < 't!' AND size > 0`, tagListPrefix),
    categories: labelPages(run, labels, 'category', `name >= 'c ' AND name < 'c!' AND size > 0`, categoryListPrefix),
    counts: async selections => {
      const names = selections.map(selected => filterLists(selected)[0]!)
      const text = 'SELECT name, size FROM list WHERE name = ANY($1)'
      const rows = await run<{ name: string; size: number }>({ name: 'list sizes', text, values: [names] })
      const sizes = new Map(rows.map(({ name, size }) => [name, size]))
      return names.map(name => sizes.get(name) ?? 0)
    },
  }
}

type Row = { name: string | null; size: number; total: number }

function labelPages(
  run: Run,
  labels: LabelCache,
  kind: 'tag' | 'category',
  inUse: string,
  prefix: string,
): Store['popularTags'] {
  const textOf = (from: string) =>
    `SELECT total, top.name, top.size FROM (SELECT count(*) AS total FROM list WHERE ${inUse}) counted
     LEFT JOIN (SELECT name, size FROM list WHERE ${inUse} ${from} ORDER BY size DESC, name LIMIT $1) top ON true
     ORDER BY top.size DESC, top.name`
  const first = { name: `counts ${kind}`, text: textOf('') }
  const next = { name: `counts ${kind} after`, text: textOf('AND (size < $2 OR (size = $2 AND name > $3))') }
  return async ({ locales, limit, after }) => {
    const start = after ? [after.count, prefix + after.key] : []
    const rows = await run<Row>({ ...(after ? next : first), values: [limit, ...start] })
    const found = rows.flatMap(({ name, size }) => (name === null ? [] : [{ key: name.slice(prefix.length), size }]))
    const names = await labels.plain(
      kind,
      found.map(({ key }) => key),
      locales,
    )
    const items = found.map(({ key, size }, i): LabelledCount => ({ key, label: names[i]!, count: size }))
    return { items, total: rows[0]!.total }
  }
}
