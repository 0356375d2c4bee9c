// Parts of a sentence that can be verified: numbers, names, quotations, names of the API.

/** Numbers in canonical form, regardless of grouping and script. */
export function numbersIn(text: string): Set<string> {
  const found = plainDigits(text.normalize('NFKC')).match(/\d+(?:[.,'’٬٫\u00a0\u202f ]\d+)*/gu) ?? []
  return new Set(found.flatMap(written => canonical(written)))
}

/** Groups of three are joined; other separators are a decimal point or end the number. */
function canonical(written: string): string[] {
  const joined = written.replace(/(?<=\d)[.,'’٬\u00a0\u202f ](?=\d{3}(?!\d))/gu, '')
  return joined.split(' ').map(number => number.replace(/[,٫]/g, '.').replace(/^0+(?=\d)/, ''))
}

/** Every script has its ten digits in a row, starting with zero. */
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

/** Texts that must occur verbatim in the source. */
export function claimsIn(text: string): string[] {
  const quoted = quotations.flatMap(pattern => [...text.matchAll(pattern)].map(match => match[1]!))
  return [...quoted, ...namesIn(text), ...codesIn(text), ...foreignIn(text)]
}

/** A capital letter within a sentence, or several in a word, marks a name; at the start of a sentence it may not. */
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

/** Latin words in text of another script are names. */
function foreignIn(text: string): string[] {
  const others = text.match(/[\p{L}--\p{Script=Latin}]/gv)?.length ?? 0
  return others < 5 ? [] : (text.match(/\p{Script=Latin}[\p{Script=Latin}\p{Nd}_-]*/gu) ?? [])
}
