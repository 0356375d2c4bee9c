// One creation: what its derivation needs is read, and what was prepared from it is written.
import type { DatabaseSync } from 'node:sqlite'
import type { CreationRecord, CreatorRecord } from '../../../records/records.ts'
import { type CardContext, cardLocales, cardWriter, defaultLocale } from '../../card.ts'
import { sorts } from '../../store.ts'
import { remembered } from '../remember.ts'
import { type CreationWork, figuresEach, type Prepared } from './prepare.ts'

type Place = { keys: ArrayLike<number>; lists: Uint32Array }
/** A creation as it was shown before the import, if it was, and what is needed to derive it. */
export type Undone = {
  n: number
  handle: string
  work: CreationWork
  creator: CardContext['creator'] | null
  /** The record that it was made from. */
  parent: string | null
  before: Place | null
}
export type Derived = { n: number; before: Place | null; after: Place | null }

const ids = (bytes: Uint8Array): Uint32Array =>
  new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))

type CreationRow = [handle: string, record: string, parent: string | null]
type ShownRow = [k0: number, k1: number, k2: number, k3: number, k4: number, lists: Uint8Array]

export function undoneReader(db: DatabaseSync): (n: number) => Undone {
  const select = db.prepare('SELECT handle, record, parent FROM creation WHERE n = ?')
  select.setReturnArrays(true)
  const shownRow = db.prepare('SELECT k0, k1, k2, k3, k4, lists FROM shown WHERE n = ?')
  shownRow.setReturnArrays(true)
  const wasEmpty = db.prepare('SELECT 1 FROM shown LIMIT 1').get() === undefined
  const contexts = contextReader(db)
  return n => {
    const [handle, text, parent] = select.get(n) as unknown as CreationRow
    const old = wasEmpty ? undefined : (shownRow.get(n) as unknown as ShownRow | undefined)
    const before = old ? { keys: old.slice(0, sorts.length) as number[], lists: ids(old[5]) } : null
    const creator = text === '' ? null : contexts.creator(handle)
    const work = { text, creatorName: creator?.displayName ?? null }
    return { n, handle, before, work, creator, parent: creator && parent ? contexts.parent(parent) : null }
  }
}

/** What a card shows, and a creation is found by, besides its own record. */
function contextReader(db: DatabaseSync) {
  const creatorRow = db.prepare('SELECT record FROM creator WHERE handle = ?')
  const parentRow = db.prepare('SELECT record FROM creation WHERE handle = ? AND slug = ?')
  const creator = remembered((handle): CardContext['creator'] | null => {
    const row = creatorRow.get(handle) as { record: string } | undefined
    if (!row) return null
    const { displayName, avatarUrl } = JSON.parse(row.record) as CreatorRecord
    return { displayName, avatarUrl }
  })
  const parent = (path: string): string | null => {
    const [handle, slug] = path.split('/') as [string, string]
    const row = parentRow.get(handle, slug) as { record: string } | undefined
    return row?.record && creator(handle) ? row.record : null
  }
  return { creator, parent }
}

/** Writes the one at `i` of what was prepared. */
export function derivedWriter(db: DatabaseSync): (undone: Undone, prepared: Prepared, i: number) => Derived {
  const show = db.prepare('INSERT OR REPLACE INTO shown VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  const hide = db.prepare('DELETE FROM shown WHERE n = ?')
  const forget = db.prepare('DELETE FROM creation WHERE n = ?')
  const putCards = cardsWriter(db)
  const dropCard = cardRemover(db)
  return (undone, prepared, i) => {
    const { n, work, before } = undone
    if (before) dropCard(n)
    if (!prepared.isShown[i]) {
      if (before) hide.run(n)
      if (work.text === '') forget.run(n)
      return { n, before, after: null }
    }
    const at = i * figuresEach
    const keys = prepared.figures.subarray(at, at + sorts.length)
    const lists = prepared.lists.subarray(i === 0 ? 0 : prepared.ends[i - 1]!, prepared.ends[i]!)
    const views = prepared.figures[at + sorts.length]!
    putCards(undone)
    show.run(n, keys[0]!, keys[1]!, keys[2]!, keys[3]!, keys[4]!, views, bytesOf(lists))
    return { n, before, after: { keys, lists } }
  }
}

const bytesOf = (ids: Uint32Array) => new Uint8Array(ids.buffer, ids.byteOffset, ids.byteLength)

function cardRemover(db: DatabaseSync): (n: number) => void {
  const languages = db.prepare('SELECT languages FROM card WHERE n = ?')
  const dropCard = db.prepare('DELETE FROM card WHERE n = ?')
  const dropOthers = db.prepare('DELETE FROM card_locale WHERE n = ?')
  return n => {
    const row = languages.get(n) as { languages: string } | undefined
    if (row && row.languages !== '') dropOthers.run(n)
    dropCard.run(n)
  }
}

/** Here rather than in the thread that prepares: it is the busier one, and cards take long to send. */
function cardsWriter(db: DatabaseSync): (undone: Undone) => void {
  const put = db.prepare('INSERT INTO card VALUES (?, ?, ?)')
  const putOther = db.prepare('INSERT INTO card_locale VALUES (?, ?, ?)')
  return ({ n, work, creator, parent }) => {
    const record = JSON.parse(work.text) as CreationRecord
    const original = parent === null ? null : (JSON.parse(parent) as CreationRecord)
    const shownOriginal = original?.visibility === 'public' ? original : null
    const card = cardWriter(record, creator!)
    const text = (locale: string) => card(locale, shownOriginal && titled(shownOriginal, locale))
    const main = defaultLocale(record)
    const others = cardLocales(record).filter(locale => locale !== main)
    put.run(n, text(main), others.length === 0 ? '' : ` ${[main, ...others].join(' ')} `)
    for (const locale of others) putOther.run(n, locale, text(locale))
  }
}

const titled = ({ handle, slug, title, translations }: CreationRecord, locale: string) => ({
  handle,
  slug,
  title: translations[locale]?.title ?? title,
})
