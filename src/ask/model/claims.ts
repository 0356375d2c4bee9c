// Parts of a sentence that must occur in its source: numbers, names, quotations, identifiers of the API.

/** Numbers in canonical form: ASCII digits, no grouping, decimal point. */
export function numbersIn(text: string): Set<string> {
  const found = asciiDigits(text.normalize('NFKC')).match(/\d+(?:[.,'’٬٫\u00a0\u202f ]\d+)*/gu) ?? []
  return new Set(found.flatMap(written => canonicalNumbers(written)))
}

/** Removes separators before groups of three digits. Another space ends the number; a decimal comma becomes a point. */
function canonicalNumbers(written: string): string[] {
  const joined = written.replace(/(?<=\d)[.,'’٬\u00a0\u202f ](?=\d{3}(?!\d))/gu, '')
  return joined.split(' ').map(number => number.replace(/[,٫]/g, '.').replace(/^0+(?=\d)/, ''))
}

/** In Unicode the ten digits of a script are consecutive, beginning with zero. */
function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, digit => {
    if (digit >= '0' && digit <= '9') return digit
    let zero = digit.codePointAt(0)!
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && digit.codePointAt(0)! - zero < 9) zero--
    return String(digit.codePointAt(0)! - zero)
  })
}

const quotations = [
  /"([^"]+)"/gu,
  /“([^”]+)”/gu,
  /«\s*([^»]+?)\s*»/gu,
  /「([^」]+)」/gu,
  /『([^』]+)』/gu,
  /`([^`]+)`/gu,
  /„([^“”]+)[“”]/gu,
]

/** Quotations, names and identifiers. */
export function claimsIn(text: string): string[] {
  const quoted = quotations.flatMap(pattern => [...text.matchAll(pattern)].map(match => match[1]!))
  return [...quoted, ...namesIn(text), ...codesIn(text), ...foreignIn(text)]
}

/** Words with a capital letter, except the first word of the text unless it has several. */
function namesIn(text: string): string[] {
  const words = [...text.matchAll(/[\p{L}\p{M}\p{Nd}]+/gu)]
  return words
    .filter(({ 0: word, index }) => /^\p{Lu}/u.test(word) && (index > 0 || /\p{Lu}.*\p{Lu}/u.test(word)))
    .filter(({ 0: word }) => word !== 'I')
    .map(({ 0: word }) => word)
}

/** get_popular_tags, /ask/jobs, X-Request-Id, @mira, $20, 5% */
const codesIn = (text: string): string[] =>
  (text.match(/[^\s,;]*[_/@{}$€£¥%=][^\s,;]*/gu) ?? []).map(code => code.replace(/[.:!?)]+$/u, ''))

/** Latin words in a text of another script. */
function foreignIn(text: string): string[] {
  const others = text.match(/[\p{L}--\p{Script=Latin}]/gv)?.length ?? 0
  return others < 5 ? [] : (text.match(/\p{Script=Latin}[\p{Script=Latin}\p{Nd}_-]*/gu) ?? [])
}
