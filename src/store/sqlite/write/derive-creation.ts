// Derives one creation and writes its cards and its row of `shown`. Its lists are edited or rebuilt later.
import type { DatabaseSync } from 'node:sqlite'
import type { CreationRecord } from '../../../records/records.ts'
import { deriveCreation, type PublicCreation } from '../../derive-creation.ts'
import { listsOfCreations } from '../../lists.ts'
import { sorts } from '../../store.ts'
import { relatedRecords } from './related-records.ts'

/** The sort keys of a creation and the ids of the lists it is in. */
export type ListEntry = { keys: readonly number[]; lists: Uint32Array }
/** Null when it is not public. */
export type Derived = { creationNo: number; handle: string; before: ListEntry | null; after: ListEntry | null }

type ShownRow = [k0: number, k1: number, k2: number, k3: number, k4: number, lists: Uint8Array]

/** `listNamed` returns the id of a list. */
export function creationDeriver(
  db: DatabaseSync,
  listNamed: (name: string) => number,
): (creationNo: number) => Derived {
  const select = db.prepare('SELECT handle, record FROM creation WHERE n = ?')
  select.setReturnArrays(true)
  const findPublic = db.prepare('SELECT k0, k1, k2, k3, k4, lists FROM shown WHERE n = ?')
  findPublic.setReturnArrays(true)
  const show = db.prepare('INSERT OR REPLACE INTO shown VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  const hide = db.prepare('DELETE FROM shown WHERE n = ?')
  const deleteRecord = db.prepare('DELETE FROM creation WHERE n = ?')
  const related = relatedRecords(db)
  const listsOf = listsOfCreations(listNamed)
  const cards = cardTables(db)
  return creationNo => {
    const [handle, text] = select.get(creationNo) as unknown as [string, string]
    const row = findPublic.get(creationNo) as unknown as ShownRow | undefined
    const before = row ? { keys: row.slice(0, sorts.length) as number[], lists: idsFrom(row[5]) } : null
    if (before) cards.remove(creationNo)
    // Deleted creations have an empty record until their lists have been cleared.
    if (text === '') deleteRecord.run(creationNo)
    const creation =
      text === '' ? null : deriveCreation(creationNo, JSON.parse(text) as CreationRecord, related, listsOf)
    if (!creation) {
      if (before) hide.run(creationNo)
      return { creationNo, handle, before, after: null }
    }
    const { keys, views } = creation
    const lists = new Uint32Array(creation.lists)
    cards.put(creation)
    show.run(creationNo, keys[0]!, keys[1]!, keys[2]!, keys[3]!, keys[4]!, views, new Uint8Array(lists.buffer))
    return { creationNo, handle, before, after: { keys, lists } }
  }
}

const idsFrom = (bytes: Uint8Array): Uint32Array =>
  new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))

function cardTables(db: DatabaseSync) {
  const put = db.prepare('INSERT INTO card VALUES (?, ?, ?)')
  const putTranslated = db.prepare('INSERT INTO card_locale VALUES (?, ?, ?)')
  const putText = db.prepare('INSERT INTO search_text VALUES (?, ?)')
  const remove = db.prepare('DELETE FROM card WHERE n = ?')
  const removeTranslated = db.prepare('DELETE FROM card_locale WHERE n = ?')
  const removeText = db.prepare('DELETE FROM search_text WHERE n = ?')
  return {
    put({ creationNo, locale, card, translatedCards, searchText }: PublicCreation<number>): void {
      const languages = [locale, ...translatedCards.map(other => other.locale)]
      put.run(creationNo, card, translatedCards.length === 0 ? '' : ` ${languages.join(' ')} `)
      for (const other of translatedCards) putTranslated.run(creationNo, other.locale, other.text)
      putText.run(creationNo, searchText)
    },
    remove(creationNo: number): void {
      remove.run(creationNo)
      removeTranslated.run(creationNo)
      removeText.run(creationNo)
    },
  }
}
