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
/** A run of letters, digits and marks; runs of unspaced scripts are separate. */
const runs = new RegExp(`[${unspaced}]+|(?:(?![${unspaced}])[\\p{L}\\p{N}\\p{M}])+`, 'gu')
const unspacedStart = new RegExp(`^[${unspaced}]`, 'u')
const asciiOnly = /^[\x00-\x7f]*$/
const asciiRuns = /[a-z0-9]+/g

const longestWord = 40

export type QueryWord = { text: string; prefix: boolean }

function runsOf(text: string): string[] {
  const folded = foldText(text)
  return folded.match(asciiOnly.test(folded) ? asciiRuns : runs) ?? []
}

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
    else words.push(cut(run))
  }
  return words
}

/** Whether the text contains a letter or digit, and so can be searched for. */
export const isSearchable = (query: string): boolean => /[\p{L}\p{N}]/u.test(query.normalize('NFKC'))

/** The words of a query; all must match. The last one matches as a prefix. */
export function queryWords(query: string): QueryWord[] {
  const found = runsOf(query)
  const words = found.flatMap((run, index): QueryWord[] => {
    if (!isUnspaced(run)) return [{ text: cut(run), prefix: index === found.length - 1 }]
    const letters = [...run]
    const texts = letters.length === 1 ? letters : letters.slice(1).map((letter, i) => letters[i]! + letter)
    return texts.map(text => ({ text, prefix: false }))
  })
  return [...new Map(words.map(word => [`${word.prefix} ${word.text}`, word])).values()]
}

/** Titles with the same key are equal for search. */
export function titleKey(title: string): string {
  return runsOf(title).join(' ')
}

/** `titleKey` and `wordsOf` in one pass. */
export function searchTitle(title: string): { key: string; words: string[] } {
  const found = runsOf(title)
  return { key: found.join(' '), words: wordsIn(found) }
}
