// Cards as they are shown: in the best language there is, marks replaced. Those that are asked for again are kept until
// the data changes: the pages of a feed overlap, and replacing marks is half the work of a page. Bounded: past the
// bound it starts afresh.
import type { DatabaseSync } from 'node:sqlite'
import type { Addresses } from '../../addresses.ts'
import { readCard } from '../card.ts'
import type { Locales } from '../store.ts'
import type { KnownLabels } from './labels.ts'

const bound = 4096

export type Cards = { read(n: number, locales: Locales): string; forget(): void }

export function knownCards(db: DatabaseSync, addresses: Addresses, labels: KnownLabels): Cards {
  const make = cardMaker(db, addresses, labels)
  /** By languages, then by number; null for a card that has been asked for once. */
  const known = new Map<string, Map<number, string | null>>()
  let size = 0
  const forget = () => {
    known.clear()
    size = 0
  }
  const groupOf = (locales: Locales) => {
    const languages = locales.length === 1 ? locales[0]! : locales.join()
    const found = known.get(languages)
    if (found !== undefined) return found
    const group = new Map<number, string | null>()
    known.set(languages, group)
    return group
  }
  return {
    forget,
    read(n, locales) {
      const found = groupOf(locales).get(n)
      if (typeof found === 'string') return found
      const text = make(n, locales)
      if (found === undefined && ++size > bound) forget()
      groupOf(locales).set(n, found === undefined ? null : inOnePiece(text))
      return text
    },
  }
}

/** Text put together from parts holds on to all of them and is slow to copy; what is kept should be plain. */
const inOnePiece = (text: string): string => Buffer.from(text).toString()

function cardMaker(db: DatabaseSync, addresses: Addresses, labels: KnownLabels): Cards['read'] {
  const card = db.prepare('SELECT text, languages FROM card WHERE n = ?')
  card.setReturnArrays(true)
  const translated = db.prepare('SELECT text FROM card_locale WHERE n = ? AND locale = ?')
  translated.setReturnArrays(true)
  const other = (n: number, locale: string) => (translated.get(n, locale) as unknown as [string])[0]
  return (n, locales) => {
    const [text, languages] = card.get(n) as unknown as [string, string]
    const asked = languages === '' ? undefined : locales.find(locale => languages.includes(` ${locale} `))
    const best = asked === undefined || languages.startsWith(` ${asked} `) ? text : other(n, asked)
    return readCard(best, addresses, labels.escaped, locales)
  }
}
