// Creations that are similar to one (see ../reads/similar.ts).
import type { DatabaseSync } from 'node:sqlite'
import type { CreationRecord } from '../../records/records.ts'
import { candidatesOf, type ListHead, rankCards, similarPlan, wordsToRead } from '../reads/similar.ts'
import type { Locales, SimilarApps } from '../store.ts'
import type { Cards } from './cards.ts'
import { readBlocks } from './lists/blocks.ts'
import { headOf, listByName } from './lists/list-page.ts'

type Query = { handle: string; slug: string; locales: Locales; limit: number }

export function similarReader(db: DatabaseSync, cards: Cards): (query: Query) => SimilarApps | null {
  const findPublic = db.prepare('SELECT n, record FROM creation JOIN shown USING (n) WHERE handle = ? AND slug = ?')
  const listNamed = listByName(db)
  const read = readBlocks(db)
  return ({ handle, slug, locales, limit }) => {
    const row = findPublic.get(handle, slug) as { n: number; record: string } | undefined
    if (!row) return null
    const plan = similarPlan(JSON.parse(row.record) as CreationRecord)
    const lists = [...plan.lists, ...wordsToRead(plan, name => listNamed(name)?.size ?? 0)]
    const heads = lists.map((list): ListHead => {
      const found = listNamed(list.name)
      return found ? { size: found.size, entries: headOf(read, found.id, list.length) } : { size: 0, entries: [] }
    })
    const candidates = candidatesOf(row.n, lists, heads)
    const ranked = rankCards(plan, candidates, creationNo => cards.read(creationNo, locales))
    return { items: ranked.slice(0, limit), total: ranked.length }
  }
}
