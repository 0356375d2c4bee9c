// Cards in the best available language, with placeholders replaced. Replacing them is half the work of a page, and
// pages overlap, so cards are cached until the data changes or the cache is full.
import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { withOwnMemory } from '../../util/own-memory.ts'
import { type CardAddresses, readCard } from '../card.ts'
import type { EncodedItems, Locales } from '../store.ts'
import type { LabelCache } from './lists/labels.ts'

const bound = 4096
/** Of a hash in base64url: 132 bits. */
const digestLength = 22

/** Encoded when a page first needs it. Hashing the digests instead of the bytes of a page saves 12 µs. */
type Card = { text: string; encoded: { utf8: Buffer; digest: string } | null }

export type Cards = {
  /** Without those that are not public. */
  page(numbers: readonly number[], locales: Locales): Card[]
  /** Undefined when it is not public. */
  read(creationNo: number, locales: Locales): string | undefined
  /** Replaces the placeholders of a stored text. */
  finish(text: string, locales: Locales): string
  forget(): void
}

export function makeCardCache(db: DatabaseSync, addresses: CardAddresses, labels: LabelCache): Cards {
  const finish: Cards['finish'] = (text, locales) => readCard(text, addresses, labels.escaped, locales)
  const makeText = cardMaker(db, finish)
  /** By languages, then by number. */
  const byLanguages = new Map<string, Map<number, Card>>()
  let size = 0
  let openUrl = addresses.open.url
  const forget = () => {
    byLanguages.clear()
    size = 0
  }
  const groupOf = (locales: Locales) => {
    const languages = locales.length === 1 ? locales[0]! : locales.join()
    const found = byLanguages.get(languages)
    if (found !== undefined) return found
    const group = new Map<number, Card>()
    byLanguages.set(languages, group)
    return group
  }
  const add = (creationNo: number, locales: Locales): Card | undefined => {
    const text = makeText(creationNo, locales)
    if (text === undefined) return undefined
    if (++size > bound) forget()
    const card = { text, encoded: null }
    groupOf(locales).set(creationNo, card)
    return card
  }
  const page: Cards['page'] = (numbers, locales) => {
    if (openUrl !== addresses.open.url) {
      openUrl = addresses.open.url
      forget()
    }
    const group = groupOf(locales)
    const cards = numbers.map(creationNo => group.get(creationNo) ?? add(creationNo, locales))
    return cards.filter(card => card !== undefined)
  }
  return { forget, finish, page, read: (creationNo, locales) => page([creationNo], locales)[0]?.text }
}

export function encodeCards(cards: readonly Card[]): EncodedItems {
  const items: Buffer[] = []
  let digest = ''
  for (const card of cards) {
    card.encoded ??= encode(card.text)
    items.push(card.encoded.utf8)
    digest += card.encoded.digest
  }
  return { items, digest }
}

function encode(text: string) {
  const utf8 = withOwnMemory(Buffer.from(text))
  return { utf8, digest: hash('sha256', utf8, 'base64url').slice(0, digestLength) }
}

function cardMaker(db: DatabaseSync, finish: Cards['finish']): Cards['read'] {
  const card = db.prepare('SELECT text, languages FROM card WHERE n = ?')
  card.setReturnArrays(true)
  const translated = db.prepare('SELECT text FROM card_locale WHERE n = ? AND locale = ?')
  translated.setReturnArrays(true)
  const other = (creationNo: number, locale: string) => (translated.get(creationNo, locale) as unknown as [string])[0]
  return (creationNo, locales) => {
    const row = card.get(creationNo) as unknown as [text: string, languages: string] | undefined
    if (row === undefined) return undefined
    const [text, languages] = row
    const preferred = languages === '' ? undefined : locales.find(locale => languages.includes(` ${locale} `))
    const best = preferred === undefined || languages.startsWith(` ${preferred} `) ? text : other(creationNo, preferred)
    return finish(best, locales)
  }
}
