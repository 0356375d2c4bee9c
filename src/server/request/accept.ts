// Content negotiation (RFC 9110 section 12.5) with q-values. Results are cached: clients send the same few headers.

type Weighted = { value: string; q: number }

/** `text/html;level=1;q=0.5, *` → the values in lower case with their weights; parameters other than q are dropped. */
export function weightedList(header: string): Weighted[] {
  return header
    .toLowerCase()
    .split(',')
    .map(part => {
      const [value = '', ...parameters] = part.split(';').map(piece => piece.trim())
      const weight = parameters.find(parameter => parameter.startsWith('q='))
      const q = weight === undefined ? 1 : Number(weight.slice(2))
      return { value, q: q >= 0 && q <= 1 ? q : 0 }
    })
    .filter(({ value }) => value !== '')
}

const maxCachedHeaders = 500
const maxCachedLength = 1000

function memoized<T>(compute: (header: string) => T): (header: string) => T {
  const cache = new Map<string, T>()
  return header => {
    if (header.length > maxCachedLength) return compute(header)
    const found = cache.get(header)
    if (found !== undefined) return found
    if (cache.size >= maxCachedHeaders) cache.clear()
    const value = compute(header)
    cache.set(header, value)
    return value
  }
}

export type Encoding = 'identity' | 'br' | 'gzip'

const chooseEncoding = memoized((header): Encoding => {
  const list = weightedList(header)
  const weight = (name: string) =>
    (list.find(({ value }) => value === name) ?? list.find(({ value }) => value === '*'))?.q
  const br = weight('br') ?? 0
  const gzip = Math.max(weight('gzip') ?? 0, list.find(({ value }) => value === 'x-gzip')?.q ?? 0)
  // Identity is the fallback. It wins over an accepted compression only if the client gives it a higher weight.
  const identity = list.find(({ value }) => value === 'identity')?.q ?? 0
  if (br > 0 && br >= gzip && br >= identity) return 'br'
  return gzip > 0 && gzip >= identity ? 'gzip' : 'identity'
})

export const encodingFor = (header: string | undefined): Encoding =>
  header === undefined ? 'identity' : chooseEncoding(header)

/** Picks among `offers` (media types, most preferred first); the first when nothing offered is acceptable. */
export function makeTypeChooser<T extends string>(offers: readonly [T, ...T[]]): (header: string | undefined) => T {
  const choose = memoized(header => {
    const list = weightedList(header)
    let best: { offer: T; q: number } = { offer: offers[0], q: 0 }
    for (const offer of offers) {
      const q = typeWeight(list, offer)
      if (q > best.q) best = { offer, q }
    }
    return best.offer
  })
  return header => (header === undefined || header === '*/*' ? offers[0] : choose(header))
}

/** The most specific matching range decides: type/subtype, then type/*, then any type. */
function typeWeight(list: Weighted[], offer: string): number {
  const typeRange = `${offer.slice(0, offer.indexOf('/'))}/*`
  for (const range of [offer, typeRange, '*/*']) {
    const match = list.find(({ value }) => value === range)
    if (match) return match.q
  }
  return 0
}
