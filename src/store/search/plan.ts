// A search as lists of creations.
import { prefixList, shortPrefix, titleList, wordList } from '../lists.ts'
import { type QueryWord, titleKey, type WordForm } from '../search-text.ts'

/**
 * Where one word of a query may be found: any of `lists`, any list whose name starts with one of `vocabulary`, or any
 * tag with one of the words `tagWords` in its label in one of `locales`.
 */
export type WordSource = { lists: string[]; vocabulary: string[]; tagWords: WordForm[]; locales: readonly string[] }

export function wordSource(word: QueryWord, field: '' | 't', locales: readonly string[]): WordSource {
  const source: WordSource = { lists: [], vocabulary: [], tagWords: field === '' ? formsOf(word) : [], locales }
  for (const { text, prefix } of formsOf(word)) {
    for (const locale of ['', ...locales]) {
      const [word, beginning] = [wordList(field, locale, text), prefixList(field, locale, text)]
      if (!prefix) source.lists.push(word)
      else if (text.length === shortPrefix) source.lists.push(beginning)
      else if (text.length > shortPrefix) source.vocabulary.push(word)
      else {
        source.lists.push(word)
        source.vocabulary.push(beginning)
      }
    }
  }
  return source
}

const formsOf = ({ text, prefix, joined }: QueryWord): WordForm[] => [{ text, prefix }, ...joined]

/** Every word of `words` must match one of its sources. The other two rank the matches. */
export type SearchPlan = { words: WordSource[]; titleWords: WordSource[]; wholeTitle: WordSource }

export function searchPlan(words: readonly QueryWord[], locales: readonly string[]): SearchPlan {
  const whole = titleKey([...new Set(words.map(({ run }) => run))].join(' '))
  return {
    words: words.map(word => wordSource(word, '', locales)),
    titleWords: words.map(word => wordSource(word, 't', locales)),
    wholeTitle: {
      lists: ['', ...locales].map(locale => titleList(locale, whole)),
      vocabulary: [],
      tagWords: [],
      locales,
    },
  }
}
