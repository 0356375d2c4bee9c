// The ranking that an application gets from SQLite FTS5 without further work: the reference for Vitrine.

import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { memoize } from '../../src/util/memoize.ts'
import type { Document, SearchCommunity } from './community.ts'
import { depth } from './queries.ts'

export type Ranking = (text: string, locale: string) => string[] | Promise<string[]>

/** `strict`: all words are required, the last may be the beginning of a word. Otherwise any word in any form counts. */
export function fts5Ranking({ documents }: SearchCommunity, strict = true): Ranking {
  const tokenizer = strict ? 'unicode61 remove_diacritics 2' : 'porter unicode61 remove_diacritics 2'
  const searchIn = memoize(locale => indexOf(documents(locale), tokenizer))
  return (text, locale) => {
    const words = quotedWords(text)
    if (words.length === 0) return []
    return searchIn(locale)
      .all(strict ? `${words.join(' ')} *` : words.join(' OR '))
      .map(row => row.id as string)
  }
}

/** FTS5 makes a phrase of a word with punctuation. */
function quotedWords(text: string): string[] {
  const words = text.split(/\s+/).filter(word => /[\p{L}\p{N}]/u.test(word))
  return words.map(word => `"${word.replaceAll('"', '""')}"`)
}

function indexOf(documents: readonly Document[], tokenizer: string): StatementSync {
  const database = new DatabaseSync(':memory:')
  database.exec(`CREATE VIRTUAL TABLE t USING fts5(
    title, tags, creator, summary, id UNINDEXED, tokenize = '${tokenizer}')`)
  const insert = database.prepare('INSERT INTO t (title, tags, creator, summary, id) VALUES (?, ?, ?, ?, ?)')
  database.exec('BEGIN')
  for (const { id, title, tags, creator, summary } of documents) insert.run(title, tags.join(' '), creator, summary, id)
  database.exec('COMMIT')
  // Documents are inserted by views, so the more popular one comes first among equals.
  return database.prepare(`SELECT id FROM t WHERE t MATCH ? ORDER BY bm25(t, 8, 4, 3, 2), rowid LIMIT ${depth}`)
}
