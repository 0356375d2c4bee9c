// Cards as they are shown: in the best language there is, marks replaced. Those that are asked for again are kept until
// the data changes: the pages of a feed overlap, and replacing marks is half the work of a page. Bounded: past the
// bound it starts afresh.
import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Addresses } from '../../addresses.ts'
import { readCard } from '../card.ts'
import type { Locales } from '../store.ts'
import type { KnownLabels } from './lists/labels.ts'

const usualBound = 4096
/** Of a hash in base64url: 132 bits. */
export const digestLength = 22

/** `digest` stands for the text. `utf8`: see PreparedItems; null until it is asked for again. */
export type Card = { text: string; digest: string; utf8: string | null }

/** Without its text a card that has been asked for once. */
type Known = Card | { text: null; digest: string }

export type Cards = {
  page(numbers: readonly number[], locales: Locales): Card[]
  read(n: number, locales: Locales): string
  forget(): void
}

export function knownCards(db: DatabaseSync, addresses: Addresses, labels: KnownLabels, bound = usualBound): Cards {
  const make = cardMaker(db, addresses, labels)
  /** By languages, then by number. */
  const known = new Map<string, Map<number, Known>>()
  let size = 0
  const forget = () => {
    known.clear()
    size = 0
  }
  const groupOf = (locales: Locales) => {
    const languages = locales.length === 1 ? locales[0]! : locales.join()
    const found = known.get(languages)
    if (found !== undefined) return found
    const group = new Map<number, Known>()
    known.set(languages, group)
    return group
  }
  const find = (n: number, locales: Locales, group: Map<number, Known>): Card => {
    const found = group.get(n)
    if (found !== undefined && found.text !== null) return found
    const text = make(n, locales)
    if (found !== undefined) {
      const card = keepable(text, found.digest)
      group.set(n, card)
      return card
    }
    const digest = hash('sha256', text, 'base64url').slice(0, digestLength)
    if (++size > bound) forget()
    groupOf(locales).set(n, { text: null, digest })
    return { text, digest, utf8: null }
  }
  return {
    forget,
    page: (numbers, locales) => {
      const group = groupOf(locales)
      return numbers.map(n => find(n, locales, group))
    },
    read: (n, locales) => find(n, locales, groupOf(locales)).text,
  }
}

/** Text put together from parts holds on to all of them and is slow to copy; what is kept should be plain. */
function keepable(made: string, digest: string): Card {
  const bytes = Buffer.from(made)
  const text = bytes.toString()
  return { text, digest, utf8: text.length === bytes.length ? text : bytes.toString('latin1') }
}

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
