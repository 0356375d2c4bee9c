// Creations that are similar to one (see ../reads/similar.ts).
import type { DatabaseSync } from 'node:sqlite'
import type { CreationRecord } from '../../records/records.ts'
import { candidatesOf, type Entry, type ListHead, rankCards, type SimilarList, similarLists } from '../reads/similar.ts'
import type { Locales, SimilarApps } from '../store.ts'
import type { Cards } from './cards.ts'
import { type BlockReader, readBlocks } from './lists/blocks.ts'
import { listByName } from './lists/list-page.ts'
import { firstPosition, listKey } from './lists/postings.ts'
import { walkList } from './lists/walk.ts'

type Query = { handle: string; slug: string; locales: Locales; limit: number }

export function similarReader(db: DatabaseSync, cards: Cards): (query: Query) => SimilarApps | null {
  const findPublic = db.prepare('SELECT n, record FROM creation JOIN shown USING (n) WHERE handle = ? AND slug = ?')
  const listNamed = listByName(db)
  const read = readBlocks(db)
  return ({ handle, slug, locales, limit }) => {
    const row = findPublic.get(handle, slug) as { n: number; record: string } | undefined
    if (!row) return null
    const record = JSON.parse(row.record) as CreationRecord
    const lists = similarLists(record)
    const heads = lists.map((list): ListHead => {
      const found = listNamed(list.name)
      return found ? { size: found.size, entries: entriesOf(read, found.id, list) } : { size: 0, entries: [] }
    })
    const candidates = candidatesOf(row.n, lists, heads)
    const ranked = rankCards(record, candidates, creationNo => cards.read(creationNo, locales))
    return { items: ranked.slice(0, limit), total: ranked.length }
  }
}

function entriesOf(read: BlockReader, id: number, { length }: SimilarList): Entry[] {
  const entries: Entry[] = []
  const walker = walkList(read, listKey(0, id), { steps: Number.POSITIVE_INFINITY, blocks: 0 }, firstPosition)
  for (; !walker.ended && entries.length < length; walker.next()) {
    entries.push({ sortKey: walker.sortKey, creationNo: walker.creationNo })
  }
  return entries
}
