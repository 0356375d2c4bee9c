// Monograms of categories: one to three letters or digits, which stand for a name in a drawing.

/** Where the letters of the name say less. */
const own = new Map(Object.entries({ java: 'Jv', javascript: 'JS', ocaml: 'ML', php: 'PHP', ruby: 'Rb', rust: 'Rs' }))

/** Null for most categories. */
export const ownMonogram = (slug: string): string | null => own.get(slug) ?? null

/** Without lower case at the start, and without characters that mean something in markup. */
export const isMonogram = (text: string): boolean => /^(?!\p{Ll})(?:[\p{L}\p{N}]\p{M}{0,4}){1,3}$/u.test(text)

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const charactersOf = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment)

/** Scripts with upper case, whose letters do not change when they stand alone. */
const hasCases = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{N}]/u
const wordsOf = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu
const longestName = 120
const acronym = /^\p{Lu}{2,3}$/u

/** Best first: "X Window System" → XW, XS, …; "GNOME" → Gn, Go, …; "KDE" → KDE, Kd, …; "健康" → 健, 健康. */
export function monogramsOf(name: string): string[] {
  const all = name.slice(0, longestName).normalize('NFC').match(wordsOf) ?? []
  const named = all.filter(word => !/^\p{Ll}/u.test(word))
  const [word = '', ...others] = named.length > 1 ? named : all
  const [first = '', ...rest] = charactersOf(word)
  if (!hasCases.test(first)) return [first, ...rest.map(character => first + character)].filter(isMonogram)
  const initial = first.toUpperCase()
  return [
    ...others.map(other => initial + charactersOf(other)[0]!.toUpperCase()),
    ...(acronym.test(word) ? [word] : []),
    ...rest.map(character => initial + character.toLowerCase()),
    initial,
  ].filter(isMonogram)
}
