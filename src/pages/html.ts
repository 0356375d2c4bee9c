// HTML that is escaped unless it was made by `html` itself: user content cannot become markup by being forgotten.

export type Html = { readonly markup: string }

type Piece = Html | readonly (Html | null)[] | string | number | null

export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Html {
  let markup = strings[0]!
  pieces.forEach((piece, i) => {
    markup += markupOf(piece) + strings[i + 1]!
  })
  return { markup }
}

function markupOf(piece: Piece): string {
  if (piece === null) return ''
  if (typeof piece === 'string' || typeof piece === 'number') return escaped(String(piece))
  if ('markup' in piece) return piece.markup
  return piece.map(one => one?.markup ?? '').join('')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string): string => text.replace(/[&<>"']/g, character => entities[character]!)

/** Only http(s) addresses become links; anything else a creator wrote leads nowhere. */
export const safeUrl = (url: string): string => (/^https?:\/\//i.test(url) ? url : '#')
