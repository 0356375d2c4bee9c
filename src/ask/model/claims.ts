// What in a sentence can be true or false by itself: numbers, names, quotations, names on the wire.

/** Numbers in one form, however they are grouped and whatever digits they are written in. */
export function numbersIn(text: string): Set<string> {
  const found = plainDigits(text.normalize('NFKC')).match(/\d+(?:[.,'’٬٫\u00a0\u202f ]\d+)*/gu) ?? []
  return new Set(found.flatMap(written => canonical(written)))
}

/** Groups of three belong together; anything else between digits is a decimal sign, or ends the number. */
function canonical(written: string): string[] {
  const joined = written.replace(/(?<=\d)[.,'’٬\u00a0\u202f ](?=\d{3}(?!\d))/gu, '')
  return joined.split(' ').map(number => number.replace(/[,٫]/g, '.').replace(/^0+(?=\d)/, ''))
}

/** Every script has its own ten digits in a row; a zero is the first. */
function plainDigits(text: string): string {
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

/** Texts that must stand in the source as they are. */
export function claimsIn(text: string): string[] {
  const quoted = quotations.flatMap(pattern => [...text.matchAll(pattern)].map(match => match[1]!))
  return [...quoted, ...namesIn(text), ...codesIn(text), ...foreignIn(text)]
}

/** A capital inside a sentence, or more than one in a word, makes a name; at its beginning it may be grammar. */
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

/** Latin words among others are names. */
function foreignIn(text: string): string[] {
  const others = text.match(/[\p{L}--\p{Script=Latin}]/gv)?.length ?? 0
  return others < 5 ? [] : (text.match(/\p{Script=Latin}[\p{Script=Latin}\p{Nd}_-]*/gu) ?? [])
}
