// One creation: is it shown, its cards, its sort keys, its lists.
import type { DatabaseSync } from 'node:sqlite'
import { type CardContext, cardLocales, defaultLocale, writeCard } from '../card.ts'
import { sortKeys } from '../hot-score.ts'
import { type CreationLists, type IndexedWord, listsOf, wordLists } from '../lists.ts'
import type { CreationRecord, CreatorRecord, TagRecord } from '../records.ts'
import { listId } from './postings.ts'

type Place = { keys: number[]; lists: Uint32Array }
export type Derived = { handle: string; before: Place | null; after: Place | null }

const memoryBound = 500_000

/** Remembers what a look-up found; starts afresh when it holds too much. */
function remembered<T>(find: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>()
  return key => {
    const found = known.get(key)
    if (found !== undefined) return found
    if (known.size >= memoryBound) known.clear()
    const value = find(key)
    known.set(key, value)
    return value
  }
}

const ids = (bytes: Uint8Array): Uint32Array =>
  new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))

type ShownRow = {
  k0: number
  k1: number
  k2: number
  k3: number
  k4: number
  lists: Uint8Array
}

export function deriver(db: DatabaseSync): (n: number) => Derived {
  const select = db.prepare('SELECT handle, record FROM creation WHERE n = ?')
  const shownRow = db.prepare('SELECT k0, k1, k2, k3, k4, lists FROM shown WHERE n = ?')
  const show = db.prepare('INSERT OR REPLACE INTO shown VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  const hide = db.prepare('DELETE FROM shown WHERE n = ?')
  const forget = db.prepare('DELETE FROM creation WHERE n = ?')
  const cards = cardWriter(db)
  const contexts = contextReader(db)
  const listIds = listNumbers(db)
  const tagLabel = tagLabels(db)

  return n => {
    const { handle, record: text } = select.get(n) as { handle: string; record: string }
    const old = shownRow.get(n) as ShownRow | undefined
    const before = old ? { keys: [old.k0, old.k1, old.k2, old.k3, old.k4], lists: ids(old.lists) } : null
    const record = text === '' ? undefined : (JSON.parse(text) as CreationRecord)
    const creator = record?.visibility === 'public' ? contexts.creator(handle) : null
    if (!record || !creator) {
      if (before) {
        hide.run(n)
        cards.remove(n)
      }
      if (!record) forget.run(n)
      return { handle, before, after: null }
    }
    cards.write(n, record, creator, contexts.parent(record))
    const names = listsOf(record, { displayName: creator.displayName, tagLabel })
    const after = { keys: sortKeys(record), lists: listIds(names) }
    const [k0, k1, k2, k3, k4] = after.keys as [number, number, number, number, number]
    show.run(n, k0, k1, k2, k3, k4, record.stats.views, bytesOf(after.lists))
    return { handle, before, after }
  }
}

const bytesOf = (ids: Uint32Array) => new Uint8Array(ids.buffer, ids.byteOffset, ids.byteLength)

function listNumbers(db: DatabaseSync): (lists: CreationLists) => Uint32Array {
  const find = db.prepare('SELECT id FROM list WHERE name = ?')
  const add = db.prepare('INSERT INTO list (id, name) VALUES (?, ?)')
  let serial = Math.floor((db.prepare('SELECT coalesce(max(id), 0) AS id FROM list').get() as { id: number }).id / 4)
  const byName = remembered(name => {
    const row = find.get(name) as { id: number } | undefined
    if (row) return row.id
    const id = listId(++serial, name)
    add.run(id, name)
    return id
  })
  const byWord = new Map<string, (word: string) => number[]>()
  const idsOf = ({ field, locale, word }: IndexedWord): number[] => {
    const group = field + locale
    let lookUp = byWord.get(group)
    if (lookUp === undefined) {
      lookUp = remembered(word => wordLists({ field, locale, word }).map(byName))
      byWord.set(group, lookUp)
    }
    return lookUp(word)
  }
  return ({ names, words }) => {
    const numbers: number[] = names.map(byName)
    for (const word of words) for (const id of idsOf(word)) numbers.push(id)
    return distinct(numbers)
  }
}

function distinct(numbers: number[]): Uint32Array {
  const sorted = Uint32Array.from(numbers).sort()
  let kept = 0
  for (let i = 0; i < sorted.length; i++) {
    if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[kept++] = sorted[i]!
  }
  return sorted.slice(0, kept)
}

function tagLabels(db: DatabaseSync): (key: string, locale: string) => string {
  const find = db.prepare('SELECT record FROM tag WHERE key = ?')
  const labels = remembered((key): Record<string, string> => {
    const row = find.get(key) as { record: string } | undefined
    return row ? (JSON.parse(row.record) as TagRecord).labels : {}
  })
  return (key, locale) => labels(key)[locale] ?? ''
}

/** What a card shows besides its own record. */
function contextReader(db: DatabaseSync) {
  const creatorRow = db.prepare('SELECT record FROM creator WHERE handle = ?')
  const parentRow = db.prepare('SELECT record FROM creation WHERE handle = ? AND slug = ?')
  const creator = remembered((handle): CardContext['creator'] | null => {
    const row = creatorRow.get(handle) as { record: string } | undefined
    if (!row) return null
    const { displayName, avatarUrl } = JSON.parse(row.record) as CreatorRecord
    return { displayName, avatarUrl }
  })
  const parent = (record: CreationRecord): CreationRecord | null => {
    if (!record.remixOf) return null
    const row = parentRow.get(record.remixOf.handle, record.remixOf.slug) as { record: string } | undefined
    const found = row?.record ? (JSON.parse(row.record) as CreationRecord) : null
    return found?.visibility === 'public' && creator(found.handle) ? found : null
  }
  return { creator, parent }
}

function cardWriter(db: DatabaseSync) {
  const put = db.prepare('INSERT OR REPLACE INTO card VALUES (?, ?, ?)')
  const putOther = db.prepare('INSERT INTO card_locale VALUES (?, ?, ?)')
  const languages = db.prepare('SELECT languages FROM card WHERE n = ?')
  const dropCard = db.prepare('DELETE FROM card WHERE n = ?')
  const dropOthers = db.prepare('DELETE FROM card_locale WHERE n = ?')
  const removeOthers = (n: number) => {
    const row = languages.get(n) as { languages: string } | undefined
    if (row && row.languages !== '') dropOthers.run(n)
  }
  return {
    write(n: number, record: CreationRecord, creator: CardContext['creator'], parent: CreationRecord | null): void {
      const text = (locale: string) => writeCard(record, locale, { creator, parent: parent && titled(parent, locale) })
      const main = defaultLocale(record)
      const others = cardLocales(record).filter(locale => locale !== main)
      removeOthers(n)
      put.run(n, text(main), others.length === 0 ? '' : ` ${[main, ...others].join(' ')} `)
      for (const locale of others) putOther.run(n, locale, text(locale))
    },
    remove(n: number): void {
      removeOthers(n)
      dropCard.run(n)
    },
  }
}

const titled = ({ handle, slug, title, translations }: CreationRecord, locale: string) => ({
  handle,
  slug,
  title: translations[locale]?.title ?? title,
})
