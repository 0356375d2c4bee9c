// Creations and creators by their whole names (see ../reads/exact-names.ts).
import type { DatabaseSync } from 'node:sqlite'
import { nameTerm, nameWord } from '../reads/creator-terms.ts'
import {
  hasTitle,
  mayHaveTitle,
  nameCandidates,
  type Titles,
  titleCandidates,
  titleLists,
} from '../reads/exact-names.ts'
import { type CreatorColumns, creatorColumns, creatorRow } from '../rows.ts'
import type { CreatorRow, ExactName, ExactNameQuery } from '../store.ts'
import type { Cards } from './cards.ts'
import { readBlocks } from './lists/blocks.ts'
import { headOf, listByName } from './lists/list-page.ts'
import type { Start } from './lists/walk.ts'
import { sortKey } from './schema.ts'

export function exactNamesReader(db: DatabaseSync, cards: Cards): (query: ExactNameQuery) => ExactName[] {
  const creations = creationsByTitle(db, cards)
  const creators = creatorsByName(db)
  return query =>
    query.keys.flatMap(key => {
      const found = { key, creations: creations(key, query), creators: creators(key, query.limit) }
      return found.creations.length + found.creators.length > 0 ? [found] : []
    })
}

function creationsByTitle(db: DatabaseSync, cards: Cards) {
  const listNamed = listByName(db)
  const read = readBlocks(db)
  const titlesOf = db.prepare(
    "SELECT record ->> 'title' AS title, slug, record -> 'translations' AS translations FROM creation WHERE n = ?",
  )
  const textOf = db.prepare('SELECT text FROM search_text WHERE n = ?')
  return (key: string, { locales, limit }: ExactNameQuery): string[] => {
    const entries = titleLists(key, locales).flatMap(name => {
      const list = listNamed(name)
      return list ? headOf(read, list.id, titleCandidates) : []
    })
    const numbers = new Set(entries.sort(byTrending).map(({ creationNo }) => creationNo))
    return numbers
      .values()
      .filter(creationNo => mayHaveTitle((textOf.get(creationNo) as { text: string }).text, key, locales))
      .filter(creationNo => hasTitle(titlesOf.get(creationNo) as Titles, key, locales))
      .take(limit)
      .toArray()
      .flatMap(creationNo => cards.read(creationNo, locales) ?? [])
  }
}

const byTrending = (a: Start, b: Start) => b.sortKey - a.sortKey || b.creationNo - a.creationNo

function creatorsByName(db: DatabaseSync): (key: string, limit: number) => CreatorRow[] {
  const named = db.prepare(
    `SELECT ${creatorColumns} FROM (
       SELECT handle FROM creator WHERE handle = ?
       UNION SELECT * FROM (SELECT handle FROM creator_word WHERE word = ? ORDER BY handle LIMIT ${nameCandidates})
     ) CROSS JOIN creator USING (handle)
     WHERE instr(terms, ?) > 0 ORDER BY ${sortKey('followers')}, handle LIMIT +?`,
  )
  return (key, limit) =>
    (named.all(key, nameWord(key), ` ${nameTerm(key)} `, limit) as CreatorColumns[]).map(creatorRow)
}
