// The few words of each language that turn a fact into another: numbers in words, and denials.

/** Whole words, or for languages without spaces parts of text. `one` is left out where it is also an article. */
const numbers: Record<string, string> = {
  en: 'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion half twice double triple dozen zero unlimited free',
  es: 'dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien ciento mil millón millones mitad doble triple docena cero ilimitado ilimitados gratis',
  fr: 'deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize vingt trente quarante cinquante soixante cent cents mille million millions moitié double triple douzaine zéro illimité gratuit',
  de: 'zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig hundert tausend million millionen hälfte doppelt dreifach dutzend null unbegrenzt kostenlos',
  it: 'due tre quattro cinque sei sette otto nove dieci undici dodici quindici venti trenta quaranta cinquanta sessanta settanta ottanta novanta cento mille mila milione milioni metà doppio triplo dozzina zero illimitato gratis',
  pt: 'dois duas três quatro cinco seis sete oito nove dez onze doze quinze vinte trinta quarenta cinquenta sessenta setenta oitenta noventa cem cento mil milhão milhões metade dobro triplo dúzia zero ilimitado grátis',
  ja: '二 三 四 五 六 七 八 九 十 百 千 万 億 半分 倍 無料 無制限',
  zh: '二 两 三 四 五 六 七 八 九 十 百 千 万 亿 萬 億 一半 倍 免费 免費 无限',
  ko: '하나 둘 셋 넷 다섯 여섯 일곱 여덟 아홉 스물 서른 마흔 백만 천만 수백 수천 절반 두배 무료 무제한',
  ar: 'اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة عشرون ثلاثون أربعون خمسون مئة مائة ألف آلاف مليون نصف ضعف مجاني مجانا',
  hi: 'दो तीन चार पाँच पांच छह सात आठ नौ दस बीस तीस चालीस पचास सौ हज़ार हजार लाख करोड़ आधा दोगुना मुफ़्त मुफ्त असीमित',
}

const denials: Record<string, string> = {
  en: "no not never none nothing nobody neither nor cannot without n't unable",
  es: 'no nunca ningún ninguna ninguno nada nadie sin tampoco',
  fr: 'ne pas jamais aucun aucune rien personne sans ni non',
  de: 'nicht nie niemals kein keine keinen keinem keiner keines nichts niemand ohne weder nein',
  it: 'non mai nessun nessuna nessuno niente nulla senza né no',
  pt: 'não nunca nenhum nenhuma nada ninguém sem nem',
  ja: 'ない ません なし ず 不可 できな',
  zh: '不 没 沒 无 無 未 勿 别 非',
  ko: '않 없 못 아니 안 불가',
  ar: 'لا لم لن ليس ليست غير بدون دون ما',
  hi: 'नहीं न मत बिना',
}

const unspacedLanguages = ['ja', 'zh', 'ko']

const languageOf = (locale: string): string => locale.split('-', 1)[0]!.toLowerCase()

/** English too: a model that forgets the language asked for is no less bound. */
const tableOf = (tables: Record<string, string>, locale: string): [language: string, words: string[]][] =>
  [...new Set([languageOf(locale), 'en'])].map(language => [language, tables[language]?.split(' ') ?? []])

function wordsIn(text: string, tables: Record<string, string>, locale: string): Set<string> {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll('’', "'")
  const spoken = new Set(plain.replace(/n't\b/g, " n't").match(/[\p{L}\p{M}']+/gu) ?? [])
  const found = tableOf(tables, locale).flatMap(([language, words]) =>
    words.filter(word => (unspacedLanguages.includes(language) ? plain.includes(word) : spoken.has(word))),
  )
  return new Set(found)
}

export const numberWords = (text: string, locale: string): Set<string> => wordsIn(text, numbers, locale)

export const negations = (text: string, locale: string): boolean => wordsIn(text, denials, locale).size > 0

const scripts: Record<string, RegExp> = {
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu,
  zh: /\p{Script=Han}/gu,
  ko: /\p{Script=Hangul}/gu,
  ar: /\p{Script=Arabic}/gu,
  hi: /\p{Script=Devanagari}/gu,
}

/** Whether most letters are of the script that the language is written in. Names and quotations may be of another. */
export function scriptOf(text: string, locale: string): boolean {
  const language = languageOf(locale)
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const own = text.match(scripts[language] ?? /\p{Script=Latin}/gu)?.length ?? 0
  const marks = language === 'ja' && !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? 0 : own
  return letters > 0 && marks * 2 >= letters
}
