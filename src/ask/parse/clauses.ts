// Two questions in one: where a question may be cut. Not at every comma: many languages put one before each clause.

const ends = '[?!;.。？！；؟।]+(?=\\s|$|[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}])|[。？！；？]'
/** Not \b, which takes accented letters for the end of a word: "mãe" would be cut before its "e". */
const word = (words: string): string => `(?<![\\p{L}\\p{M}\\p{N}])(?:${words})(?![\\p{L}\\p{M}\\p{N}])`
const conjunctions: Readonly<Record<string, string>> = {
  en: `${word('and|also|plus')}|\\s\\+\\s`,
  es: word('y|e|adem[aá]s'),
  fr: word('et'),
  de: word('und|sowie'),
  it: word('e|ed'),
  pt: word('e'),
  ja: '、|それと|また|あと',
  ko: '그리고|또|,\\s|고\\s',
  zh: ',|,|、|还有|而且|和|以及',
  ar: '،|\\sو|,',
  hi: '\\sऔर\\s|तथा',
}

const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u

/** Only what is long enough to be a question of its own. */
export function clausesOf(text: string, locale: string): string[] {
  const pattern = new RegExp(`${ends}|${conjunctions[locale] ?? conjunctions.en}`, 'giu')
  const parts = text.split(pattern).map(part => part.trim())
  return parts.filter(part => (unspaced.test(part) ? part.length >= 5 : part.split(/\s+/).length >= 3))
}

/** Sentences and what stands between commas. */
export function partsOf(text: string): string[] {
  const parts = text.split(new RegExp(`${ends}|[,:،、,：–—]\\s*`, 'gu')).map(part => part.trim())
  return parts.filter(part => part.length > 4)
}
