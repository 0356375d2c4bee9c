// HTML templates that escape everything except nested templates: user content cannot become markup, and its
// bidirectional controls cannot reorder the surrounding text.
import { containBidi, encodeBidi } from '../../util/text.ts'

export type Html = { readonly markup: string }

type Piece = Html | readonly (Html | null)[] | string | number | null

/** Preallocated: most pages have fewer parts, and growing the array would copy it a dozen times. */
const usualParts = 1536

class Parts {
  readonly #all = new Array<string>(usualParts)
  #count = 0

  add(part: string): void {
    if (part !== '') this.#all[this.#count++] = part
  }

  join(): string {
    this.#all.length = this.#count
    return this.#all.join('')
  }
}

/** Joined once at the end: nested concatenation creates more garbage. */
class Template implements Html {
  readonly #strings: readonly string[]
  readonly #pieces: readonly Piece[]

  constructor(strings: readonly string[], pieces: readonly Piece[]) {
    this.#strings = strings
    this.#pieces = pieces
  }

  get markup(): string {
    const parts = new Parts()
    this.addTo(parts)
    return parts.join()
  }

  addTo(parts: Parts): void {
    const pieces = this.#pieces
    parts.add(this.#strings[0]!)
    for (let i = 0; i < pieces.length; i++) {
      addPiece(parts, pieces[i]!)
      parts.add(this.#strings[i + 1]!)
    }
  }
}

export const html = (strings: TemplateStringsArray, ...pieces: Piece[]): Html => new Template(strings, pieces)

function addPiece(parts: Parts, piece: Piece): void {
  if (piece === null) return
  if (typeof piece === 'string' || typeof piece === 'number') parts.add(escaped(String(piece)))
  else if (piece instanceof Template) piece.addTo(parts)
  else if ('markup' in piece) parts.add(piece.markup)
  else for (const item of piece) addPiece(parts, item)
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapedExactly = (text: string): string => text.replace(/[&<>"']/g, character => entities[character]!)

const needsEscaping = /[&<>"'\u2029-\u202e\u2066-\u2069]/

/** Most texts need no escaping; calling replace on each would create 40 kB of garbage per page. */
const escaped = (text: string): string => (needsEscaping.test(text) ? escapedExactly(contained(text)) : text)

/** U+2029 ends the isolation of its element; a line feed looks the same and does not. */
const contained = (text: string): string => containBidi(text.replaceAll('\u2029', '\n'))

/** A form value that must be returned unchanged. Form fields isolate their content. */
export const formValue = (text: string): Html => ({ markup: escapedExactly(text) })

/** Only http(s) URLs become links. */
export const safeUrl = (url: string): string => (/^https?:\/\//i.test(url) ? encodeBidi(url) : '#')
