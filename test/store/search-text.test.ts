import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { foldText, joinedWords, queryWords, titleKey, type WordForm, wordsOf } from '../../src/store/search-text.ts'

const runs = { numRuns: 400, seed: 20260526 }

/** The rule, a text, and the words under which it is found. */
const words: [rule: string, text: string, words: string[]][] = [
  ['empty', '', []],
  ['blank', ' \t\n ', []],
  ['punctuation only', '— … !? _ --', []],
  ['case', 'Water LOG', ['water', 'log']],
  ['hyphens and underscores part words', 'x-y_z', ['x', 'y', 'z']],
  ['apostrophes part words', 'don’t', ['don', 't']],
  ['digits', 'Top 10 of 2026', ['top', '10', 'of', '2026']],
  ['letters and digits stay together', 'mp3', ['mp3']],
  ['# and + at the end of a word', 'F#, g++ (c)', ['f#', 'f', 'g++', 'g', 'c']],
  ['# and + elsewhere', '#tag a+b 100+ + #', ['tag', 'a', 'b', '100']],
  ['NFKC: full width', 'ＡＢＣ１２', ['abc12']],
  ['NFKC: ligatures', 'ﬁne', ['fine']],
  ['NFKC: Roman numerals', 'Part Ⅳ', ['part', 'iv']],
  ['NFKC: superscripts', 'x²', ['x2']],
  ['NFKC: half width katakana', 'ｶﾞｽ', ['ガ', 'ス', 'ガス']],
  ['accents, composed', 'Élan naïve', ['elan', 'naive']],
  ['accents, decomposed', 'E\u0301lan', ['elan']],
  ['accents, Vietnamese', 'Tiếng Việt', ['tieng', 'viet']],
  ['accents, Cyrillic', 'ёлка', ['елка']],
  ['accents, Greek', 'Καλημέρα', ['καλημερα']],
  ['ß', 'Straße STRASSE', ['strasse', 'strasse']],
  ['capital ẞ', 'STRAẞE', ['strasse']],
  ['ø', 'Smørrebrød', ['smorrebrod']],
  ['æ', 'Ærø', ['aero']],
  ['œ', 'Œuvre', ['oeuvre']],
  ['ł đ ð þ', 'Łódź đ Ð Þor', ['lodz', 'd', 'd', 'thor']],
  ['soft hyphen', 'so\u00adft', ['soft']],
  ['zero width space', 'zero\u200bwidth', ['zerowidth']],
  ['zero width joiner and non-joiner', 'a\u200db\u200cc', ['abc']],
  ['byte order mark', '\ufeffstart', ['start']],
  ['bidirectional marks', '\u202bright\u202c', ['right']],
  ['dotted capital I', 'İstanbul', ['istanbul']],
  ['dotless i', 'ısı ISI', ['isi', 'isi']],
  ['final sigma', 'Σίσυφος ΟΔΟΣ', ['σισυφοσ', 'οδοσ']],
  ['Hindi vowel signs are letters', 'हिन्दी कि', ['हिन्दी', 'कि']],
  ['Hindi: with and without a vowel sign are two words', 'क कि', ['क', 'कि']],
  ['Arabic vowel signs fall away', 'كِتَاب', ['كتاب']],
  ['Hebrew points fall away', 'שָׁלוֹם', ['שלום']],
  ['the Hebrew hyphen parts words', 'בית־ספר', ['בית', 'ספר']],
  ['Chinese', '学习汉', ['学', '习', '汉', '学习', '习汉']],
  ['one Chinese letter', '水', ['水']],
  ['Chinese with a variation selector', '辻\u{e0100}', ['辻']],
  ['Japanese, three scripts', '水をのむ', ['水', 'を', 'の', 'む', '水を', 'をの', 'のむ']],
  ['Japanese long vowel and repeat marks', 'ラー人々', ['ラ', 'ー', '人', '々', 'ラー', 'ー人', '人々']],
  ['Japanese voicing is not an accent', 'ガカ', ['ガ', 'カ', 'ガカ']],
  ['Korean', '한국어', ['한', '국', '어', '한국', '국어']],
  ['Korean, decomposed', '\u1112\u1161\u11ab', ['한']],
  ['Thai', 'คน', ['ค', 'น', 'คน']],
  ['Thai with vowel signs', 'ดี', ['ด', 'ี', 'ดี']],
  ['beyond the basic plane', '𠮷野', ['𠮷', '野', '𠮷野']],
  ['mixed scripts', 'iPad水泳2', ['ipad', '水', '泳', '水泳', '2']],
  ['two unspaced runs do not touch', '日 本', ['日', '本']],
  ['emoji only', '🙂🎉', []],
  ['emoji with a variation selector', '❤️ ☕️', []],
  ['emoji family', '👩‍👩‍👧', []],
  ['emoji flag and skin', '🇫🇷 👍🏽', []],
  ['keycap', '1️⃣', ['1']],
  ['emoji between words', 'I ❤️ water', ['i', 'water']],
  ['a long word by its first 40 letters', 'a'.repeat(50), ['a'.repeat(40)]],
  ['a long word is never cut within a character', `${'a'.repeat(39)}𐐨x`, ['a'.repeat(39)]],
]

/** What a query asks for; a star for a prefix. */
const queries: [rule: string, query: string, words: string[]][] = [
  ['empty', '', []],
  ['emoji only', '❤️', []],
  ['the only word is a prefix', 'Wat', ['wat*']],
  ['only the last word is a prefix', 'water lo', ['water', 'lo*']],
  ['a space at the end changes nothing', 'water ', ['water*']],
  ['a repeated word is asked once', 'log log lo', ['log', 'lo*']],
  ['the same word, whole and as a prefix', 'log log', ['log', 'log*']],
  ['one Chinese letter', '水', ['水']],
  ['Chinese by pairs', '学习汉', ['学习', '习汉']],
  ['an unspaced run at the end leaves no prefix', 'ipad水', ['ipad', '水']],
  ['a word after an unspaced run is a prefix', '水ipad', ['水', 'ipad*']],
  ['folded as texts are', 'STRAßE É', ['strasse', 'e*']],
  ['# and + at the end of a word', 'c++ f#', ['c++', 'f#*']],
  ['a long word by its first 40 letters', 'b'.repeat(50), [`${'b'.repeat(40)}*`]],
]

/** A text, and its neighbouring words written together. */
const joins: [rule: string, text: string, all: string[], connected: string[]][] = [
  ['one word', 'water', [], []],
  ['pairs', 'my water log', ['mywater', 'waterlog'], []],
  ['words connected by punctuation', 'X-11 time', ['x11', '11time'], ['x11']],
  ['three connected words', 'node-js-lib', ['nodejs', 'jslib', 'nodejslib'], ['nodejs', 'jslib', 'nodejslib']],
  ['unspaced runs by the piece that spans both', '時間 割合', ['間割'], []],
  ['not across scripts', 'iPad水泳', [], []],
  ['not longer than a word', `${'a'.repeat(30)} ${'b'.repeat(30)}`, [], []],
]

/** Words of a query, with what else each may be written as. */
const joinedQueries: [query: string, joined: string[][]][] = [
  ['time table', [['timetable*'], ['timetable*']]],
  [
    'my time table',
    [
      ['mytime', 'mytimetable*'],
      ['mytime', 'timetable*', 'mytimetable*'],
      ['timetable*', 'mytimetable*'],
    ],
  ],
  ['水 ipad', [[], []]],
]

const starred = ({ text, prefix }: WordForm) => (prefix ? `${text}*` : text)

describe('search text', () => {
  for (const [rule, text, expected] of words) test(`words: ${rule}`, () => assert.deepEqual(wordsOf(text), expected))
  for (const [rule, query, expected] of queries) {
    test(`query: ${rule}`, () => assert.deepEqual(queryWords(query).map(starred), expected))
  }

  for (const [rule, text, all, connected] of joins) {
    test(`written together: ${rule}`, () => {
      assert.deepEqual(joinedWords(text).toSorted(), all.toSorted())
      assert.deepEqual(joinedWords(text, true).toSorted(), connected.toSorted())
    })
  }
  for (const [query, expected] of joinedQueries) {
    test(`query, written together: ${query}`, () => {
      assert.deepEqual(
        queryWords(query).map(({ joined }) => joined.map(starred)),
        expected,
      )
    })
  }

  test('a title is the same whatever its case, accents, punctuation and spaces', () => {
    for (const title of ['water log', ' Water—LOG! ', 'wa\u00adter  löğ', '💧 Wáter (log)']) {
      assert.equal(titleKey(title), titleKey('water log'))
    }
    assert.notEqual(titleKey('water logs'), titleKey('water log'))
    assert.equal(titleKey('waterlog'), titleKey('water-log'))
    assert.notEqual(titleKey('C++'), titleKey('C'))
  })

  test('folding what is folded changes nothing, for every letter there is', () => {
    for (let code = 0; code < 0x20000; code++) {
      const character = String.fromCodePoint(code)
      if (!/[\p{L}\p{M}\p{N}\p{Cf}]/u.test(character) || /[\p{sc=Han}\p{sc=Hangul}]/u.test(character)) continue
      const folded = foldText(character)
      if (foldText(folded) !== folded) assert.fail(`U+${code.toString(16)}`)
    }
  })
})

/** Texts in the scripts people write titles in, with what they put between. */
const alphabet =
  "aAzZ09 éßØæİıΣςσёйक\u093fि्คนี้水学习をカガー々한국ש\u05c1־كِ\u00ad\u200b\u200d\ufe0f❤🙂🏽𐐨𠮷ﬁⅣ²\u0301-_'.\u0345"
const letter = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...alphabet) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
)
const title = fc.array(letter, { maxLength: 60 }).map(letters => letters.join('').normalize('NFC'))

const finds = (query: string, text: string): boolean => {
  const known = wordsOf(text)
  return queryWords(query).every(word =>
    known.some(found => (word.prefix ? found.startsWith(word.text) : found === word.text)),
  )
}

describe('search text, for any title', () => {
  test('folding is idempotent', () => {
    fc.assert(
      fc.property(title, text => foldText(foldText(text)) === foldText(text)),
      runs,
    )
  })

  test('words are whole characters, not empty, not too long, and stay what they are', () => {
    fc.assert(
      fc.property(title, text => {
        for (const word of wordsOf(text)) {
          assert.ok(word.isWellFormed() && word !== '' && word.length <= 40 && !/\s/.test(word))
          assert.ok(wordsOf(word).includes(word), `${word} is not found by itself`)
        }
      }),
      runs,
    )
  })

  test('the title, each of its words and each beginning of it find it', () => {
    fc.assert(
      fc.property(title, text => {
        assert.ok(finds(text, text))
        for (const word of wordsOf(text)) assert.ok(finds(word, text), `${word} does not find it`)
        const folded = [...foldText(text)]
        for (let end = 1; end <= folded.length; end++) {
          const start = folded.slice(0, end).join('')
          assert.ok(finds(start, text), `its beginning ${start} does not find it`)
        }
      }),
      runs,
    )
  })

  test('upper and lower case, composed and decomposed, are the same', () => {
    const plain = title.filter(text => !/[\u0345\u1f80-\u1fff]/.test(text.normalize('NFD')))
    fc.assert(
      fc.property(plain, text => {
        const expected = wordsOf(text)
        for (const other of [text.normalize('NFD'), text.normalize('NFC'), text.toLowerCase(), text.toUpperCase()]) {
          assert.deepEqual(wordsOf(other), expected)
        }
      }),
      runs,
    )
  })
})
