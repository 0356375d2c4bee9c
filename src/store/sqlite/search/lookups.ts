// Lists of words and tags by name, prefix and spelling.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { memoize } from '../../../util/memoize.ts'
import { reversedText, tagListPrefix, wordList } from '../../lists.ts'
import type { WordSource } from '../../search/plan.ts'
import type { ScoredWord } from '../../search/score.ts'
import { type KnownWord, type SpellingRange, spellingLimit } from '../../search/spelling.ts'
import type { WordForm } from '../../search-text.ts'
import { type FoundList, listByName } from '../lists/list-page.ts'
import { type DividedLists, divided } from '../lists/small-lists.ts'

/** A prefix that matches more words than this uses only the most frequent of them. */
const vocabularyLimit = 4096
const tagLimit = 256

export type TagList = FoundList & { tag: string; word: string }

export type Lists = {
  id: (name: string) => FoundList | undefined
  range: (prefix: string) => FoundList[]
  tags: (locale: string, form: WordForm) => TagList[]
  near: (range: SpellingRange, locales: readonly string[]) => KnownWord[]
}

export function listLookups(db: DatabaseSync): Lists {
  const id = listByName(db)
  const inRange = 'FROM list WHERE name >= ? AND name < ? AND size > 0'
  const some = db.prepare(`SELECT id, size ${inRange} LIMIT +?`)
  const mostFrequent = db.prepare(`SELECT id, size ${inRange} ORDER BY size DESC, name LIMIT +?`)
  for (const statement of [some, mostFrequent]) statement.setReturnArrays(true)
  const foundBy = (statement: StatementSync, prefix: string, limit: number): FoundList[] => {
    const rows = statement.all(prefix, endOf(prefix), limit) as unknown as [id: number, size: number][]
    return rows.map(([id, size]) => ({ id, size }))
  }
  const tagRange = db.prepare(
    `SELECT list.id, list.size, tag, word FROM tag_word JOIN list ON list.name = '${tagListPrefix}' || tag
     WHERE locale = ? AND word >= ? AND word < ? AND list.size > 0 ORDER BY list.size DESC, list.name LIMIT +?`,
  )
  return {
    id,
    // Sorting takes a third of the time, and mostly all of them are used.
    range: prefix => {
      const found = foundBy(some, prefix, vocabularyLimit + 1)
      return found.length > vocabularyLimit ? foundBy(mostFrequent, prefix, vocabularyLimit) : found
    },
    tags: (locale, { text, prefix }) =>
      tagRange.all(locale, text, prefix ? endOf(text) : `${text}\0`, tagLimit) as TagList[],
    near: spellingLookup(db, id),
  }
}

const endOf = (text: string): string => `${text}\u{10ffff}`

/** Words are filtered by length before their sizes are read, which costs a look-up each. */
function spellingLookup(db: DatabaseSync, id: Lists['id']): Lists['near'] {
  const inColumn = (column: 'name' | 'reversed') =>
    db.prepare(
      `SELECT list.name, list.size FROM (
         SELECT id FROM (SELECT id, ${column} AS text FROM list WHERE ${column} >= ? AND ${column} < ? LIMIT +?)
         WHERE length(text) BETWEEN ? AND ?
       ) JOIN list USING (id) WHERE list.size > 0`,
    )
  const [byBeginning, byEnding] = [inColumn('name'), inColumn('reversed')]
  return ({ beginning, ending, length: [from, to], words }, locales) => {
    const sizes = new Map<string, number>()
    for (const locale of ['', ...locales]) {
      const start = wordList('', locale, '')
      const rows: { name: string; size: number }[] = []
      const look = (statement: typeof byBeginning, text: string) =>
        rows.push(
          ...(statement.all(
            start + text,
            endOf(start + text),
            spellingLimit,
            start.length + from,
            start.length + to,
          ) as typeof rows),
        )
      look(byBeginning, beginning)
      look(byEnding, reversedText(ending))
      for (const word of words) {
        const found = id(start + word)
        if (found && found.size > 0) rows.push({ name: start + word, size: found.size })
      }
      for (const [name, size] of new Map(rows.map(row => [row.name, row.size]))) {
        const text = name.slice(start.length)
        sizes.set(text, (sizes.get(text) ?? 0) + size)
      }
    }
    return [...sizes].map(([text, size]) => ({ text, size }))
  }
}

/** The lists in which a word may be found; `size` is the sum of their sizes, `largest` the largest of them. */
export type WordLists = DividedLists & { size: number; largest: number; labelled: ScoredWord['labelled'] }

export type WordLookup = (source: WordSource) => WordLists

/** For one search, each step of which needs the same words: finding those with a prefix reads up to 4,096 rows. */
export function lookingOnce(lists: Lists): WordLookup {
  const ranges = memoize(lists.range)
  const known = new Map<string, WordLists>()
  return source => {
    const key = JSON.stringify(source)
    const found = known.get(key) ?? wordListsOf({ ...lists, range: ranges }, source)
    known.set(key, found)
    return found
  }
}

function wordListsOf(lists: Lists, source: WordSource): WordLists {
  const tags = source.tagWords.flatMap(form =>
    source.locales.flatMap(locale =>
      lists.tags(locale, form).map(found => ({ ...found, isWhole: found.word === form.text })),
    ),
  )
  const found = [
    ...source.lists.flatMap(name => lists.id(name) ?? []),
    ...source.vocabulary.flatMap(lists.range),
    ...tags,
  ]
  const different = [...new Map(found.map(list => [list.id, list])).values()]
  return {
    ...divided(different),
    size: different.reduce((sum, { size }) => sum + size, 0),
    largest: different.reduce((largest, { size }) => Math.max(largest, size), 0),
    labelled: {
      whole: new Set(tags.filter(({ isWhole }) => isWhole).map(({ tag }) => tag)),
      prefix: new Set(tags.map(({ tag }) => tag)),
    },
  }
}
