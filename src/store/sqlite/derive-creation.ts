// One creation: is it shown, its cards, its sort keys, its lists.
import type { DatabaseSync } from 'node:sqlite'
import { type CardContext, cardLocales, defaultLocale, writeCard } from '../card.ts'
import { sortKeys } from '../hot-score.ts'
import { listsOf } from '../lists.ts'
import type { CreationRecord, CreatorRecord, TagRecord } from '../records.ts'
import { wordsOf } from '../search-text.ts'
import { listNumbers } from './list-numbers.ts'
import { remembered } from './remember.ts'

type Place = { keys: number[]; lists: Uint32Array }
export type Derived = { handle: string; before: Place | null; after: Place | null }

const ids = (bytes: Uint8Array): Uint32Array =>
  new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))

type ShownRow = [k0: number, k1: number, k2: number, k3: number, k4: number, lists: Uint8Array]

export function deriver(db: DatabaseSync): (n: number) => Derived {
  const select = db.prepare('SELECT handle, record FROM creation WHERE n = ?')
  select.setReturnArrays(true)
  const shownRow = db.prepare('SELECT k0, k1, k2, k3, k4, lists FROM shown WHERE n = ?')
  shownRow.setReturnArrays(true)
  const show = db.prepare('INSERT OR REPLACE INTO shown VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  const hide = db.prepare('DELETE FROM shown WHERE n = ?')
  const forget = db.prepare('DELETE FROM creation WHERE n = ?')
  const cards = cardWriter(db)
  const contexts = contextReader(db)
  const listIds = listNumbers(db)
  const tagWords = tagWordReader(db)

  return n => {
    const [handle, text] = select.get(n) as unknown as [handle: string, record: string]
    const old = shownRow.get(n) as unknown as ShownRow | undefined
    const before = old ? { keys: old.slice(0, 5) as number[], lists: ids(old[5]) } : null
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
    if (before) cards.remove(n)
    cards.write(n, record, creator, contexts.parent(record))
    const names = listsOf(record, { creatorWords: creator.words, tagWords })
    const after = { keys: sortKeys(record), lists: listIds(names) }
    const [k0, k1, k2, k3, k4] = after.keys as [number, number, number, number, number]
    show.run(n, k0, k1, k2, k3, k4, record.stats.views, bytesOf(after.lists))
    return { handle, before, after }
  }
}

const bytesOf = (ids: Uint32Array) => new Uint8Array(ids.buffer, ids.byteOffset, ids.byteLength)

function tagWordReader(db: DatabaseSync): (key: string, locale: string) => readonly string[] {
  const find = db.prepare('SELECT record FROM tag WHERE key = ?')
  const tags = remembered(key => {
    const row = find.get(key) as { record: string } | undefined
    const labels = row ? (JSON.parse(row.record) as TagRecord).labels : {}
    return { labels, words: new Map<string, string[]>() }
  })
  return (key, locale) => {
    const { labels, words } = tags(key)
    const found = words.get(locale) ?? wordsOf(`${key} ${labels[locale] ?? ''}`)
    words.set(locale, found)
    return found
  }
}

/** What a card shows, and a creation is found by, besides its own record. */
function contextReader(db: DatabaseSync) {
  const creatorRow = db.prepare('SELECT record FROM creator WHERE handle = ?')
  const parentRow = db.prepare('SELECT record FROM creation WHERE handle = ? AND slug = ?')
  const creator = remembered((handle): (CardContext['creator'] & { words: string[] }) | null => {
    const row = creatorRow.get(handle) as { record: string } | undefined
    if (!row) return null
    const { displayName, avatarUrl } = JSON.parse(row.record) as CreatorRecord
    return { displayName, avatarUrl, words: wordsOf(`${displayName} ${handle}`) }
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
  const put = db.prepare('INSERT INTO card VALUES (?, ?, ?)')
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
