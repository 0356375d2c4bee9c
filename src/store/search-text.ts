// How text becomes searchable words, for every store: NFKC, case and accents folded, format characters dropped,
// scripts written without spaces cut into one- and two-character pieces. No stemming.

const specialLetters: Record<string, string> = {
  ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ħ: 'h', ı: 'i', ŋ: 'n', ŧ: 't', ς: 'σ',
} // biome-ignore format: one line reads better
const specialPattern = new RegExp(`[${Object.keys(specialLetters).join('')}]`, 'g')

/**
 * Latin, Greek and Cyrillic accents, Hebrew points (not its hyphen, U+05BE, and other punctuation among them), Arabic
 * vowel signs. Vowel signs of Indic scripts are letters.
 */
const accents = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670]/g
/** Also enclosing marks (keycaps) and invisible characters such as variation selectors. */
const formatCharacters = /[\p{Cf}\p{Me}\p{Default_Ignorable_Code_Point}]/gu

export function foldText(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKC')
    .replace(formatCharacters, '')
    .toLowerCase()
    .normalize('NFD')
    .replace(accents, '')
    .normalize('NFC')
    .replace(specialPattern, letter => specialLetters[letter]!)
}

const unspaced =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}ー々'
/**
 * A run of letters, digits and marks; runs of unspaced scripts are separate. After a letter, `#` and `+` at the end
 * belong to the run, as in `f#` and `g++`.
 */
const runs = new RegExp(
  `[${unspaced}]+|(?:(?![${unspaced}])[\\p{L}\\p{N}\\p{M}])+(?:(?<=\\p{L})[#+]+(?![#+\\p{L}\\p{N}\\p{M}]))?`,
  'gu',
)
const unspacedStart = new RegExp(`^[${unspaced}]`, 'u')
const asciiOnly = /^[\x00-\x7f]*$/
const asciiRuns = /[a-z0-9]+(?:(?<=[a-z])[#+]+(?![#+a-z0-9]))?/g
const signs = /[#+]+$/

const longestWord = 40

/** A word that must match as a whole, or as the beginning of a word. */
export type WordForm = { text: string; prefix: boolean }

/**
 * A word of a query. `joined` are forms that match as well: the word written together with its neighbours. `run` is
 * the word as it was written: `text` may be a piece of it. `isRight`: it is not corrected.
 */
export type QueryWord = WordForm & { joined: WordForm[]; run: string; isRight?: boolean }

const runsIn = (folded: string): string[] => folded.match(asciiOnly.test(folded) ? asciiRuns : runs) ?? []

const runsOf = (text: string): string[] => runsIn(foldText(text))

/** Whether this is a run, or a piece of one, of a script that is written without spaces. */
export const isUnspaced = (run: string): boolean => run.charCodeAt(0) > 0x7f && unspacedStart.test(run)

function pieces(run: string): string[] {
  const letters = [...run]
  return [...letters, ...letters.slice(1).map((letter, i) => letters[i]! + letter)]
}

/** Long words are truncated, never inside a surrogate pair. */
function cut(run: string): string {
  if (run.length <= longestWord) return run
  const start = run.slice(0, longestWord)
  return start.isWellFormed() ? start : start.slice(0, -1)
}

/** The words under which a text is found. */
export function wordsOf(text: string): string[] {
  return wordsIn(runsOf(text))
}

function wordsIn(runs: readonly string[]): string[] {
  const words: string[] = []
  for (const run of runs) {
    if (isUnspaced(run)) words.push(...pieces(run))
    else {
      words.push(cut(run))
      if (run.endsWith('#') || run.endsWith('+')) words.push(cut(run.replace(signs, '')))
    }
  }
  return words
}

/**
 * Two neighbouring words written together, so that `timetable` finds `time table`; also three that are connected by
 * punctuation. `connectedOnly`: only words without a space between them.
 */
export function joinedWords(text: string, connectedOnly = false): string[] {
  const folded = foldText(text)
  return joinsIn(folded, runsIn(folded), connectedOnly)
}

function joinsIn(folded: string, runs: readonly string[], connectedOnly: boolean): string[] {
  const joined: string[] = []
  const add = (a: string, b: string) => {
    const word = joinOf(a, b)
    if (word !== undefined) joined.push(word)
  }
  let [beforePrevious, previous, end] = ['', '', 0]
  for (const run of runs) {
    // Nothing between two runs can begin a run.
    const start = folded.indexOf(run, end)
    const gap = folded.slice(end, start)
    const isConnected = previous !== '' && gap !== ' ' && !/\s/.test(gap)
    if (previous !== '' && (isConnected || !connectedOnly)) add(previous, run)
    if (isConnected && beforePrevious !== '') add(beforePrevious + previous, run)
    beforePrevious = isConnected ? previous : ''
    previous = run
    end = start + run.length
  }
  return joined
}

/** The words of a text and its joined words, each once; the words as they are written; and its `titleKey`. */
export function indexedText(
  text: string,
  connectedOnly = false,
): { words: string[]; written: readonly string[]; key: string } {
  const folded = foldText(text)
  const runs = runsIn(folded)
  const written = wordsIn(runs)
  const words = new Set(written.concat(joinsIn(folded, runs, connectedOnly)))
  return { words: [...words], written, key: runs.join('') }
}

/** Runs of unspaced scripts are found by pieces: the piece that spans both is enough. */
function joinOf(a: string, b: string): string | undefined {
  const isPiece = isUnspaced(a)
  if (isPiece !== isUnspaced(b)) return undefined
  if (isPiece) return [...a].at(-1)! + [...b][0]!
  return a.length + b.length <= longestWord ? a + b : undefined
}

/** Whether the text contains a letter or digit, and so can be searched for. */
export const isSearchable = (query: string): boolean => /[\p{L}\p{N}]/u.test(query.normalize('NFKC'))

/** The words of a query; all must match. The last one matches as a prefix. */
export function queryWords(query: string): QueryWord[] {
  const found = runsOf(query)
  const words = found.flatMap((run, index): QueryWord[] => {
    const joined = joinedForms(found, index)
    if (!isUnspaced(run)) return [{ text: cut(run), prefix: index === found.length - 1, joined, run }]
    const letters = [...run]
    const texts = letters.length === 1 ? letters : letters.slice(1).map((letter, i) => letters[i]! + letter)
    return texts.map(text => ({ text, prefix: false, joined, run }))
  })
  return [...new Map(words.map(word => [`${word.prefix} ${word.text}`, word])).values()]
}

/**
 * For words of a query, forms that match as well, so that `recording` also finds `recorder`; and whether the word is
 * right, so that it is not corrected when nothing contains it.
 */
export type Forms = Readonly<Record<string, { isRight: boolean; others: readonly WordForm[] }>>

/** With forms, the last word is complete: it does not match as a prefix. */
export function withForms(words: readonly QueryWord[], forms: Forms | undefined): readonly QueryWord[] {
  if (forms === undefined) return words
  const complete = ({ text }: WordForm): WordForm => ({ text, prefix: false })
  return words.map(({ text, joined, run }) => {
    const { isRight, others } = Object.hasOwn(forms, text) ? forms[text]! : { isRight: false, others: [] }
    return { text, prefix: false, joined: [...joined.map(complete), ...others], run, isRight }
  })
}

/** Two or three neighbouring words of a query, among them the one at `index`, written together. */
function joinedForms(found: readonly string[], index: number): WordForm[] {
  const forms: WordForm[] = []
  for (const count of [2, 3]) {
    for (let from = Math.max(0, index - count + 1); from <= index && from + count <= found.length; from++) {
      const parts = found.slice(from, from + count)
      const text = parts.join('')
      if (parts.some(isUnspaced) || text.length > longestWord) continue
      forms.push({ text, prefix: from + count === found.length })
    }
  }
  return forms
}

/** Titles with the same key are equal for search, also when one writes together what the other writes apart. */
export function titleKey(title: string): string {
  return runsOf(title).join('')
}
