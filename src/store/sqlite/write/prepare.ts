// What follows from the records of creations alone: their sort keys and lists. No database here, so that a large
// import can have it done in a thread of its own (preparation.ts).

import type { CreationRecord, TagRecord } from '../../../records/records.ts'
import { sortKeys } from '../../hot-score.ts'
import { listsOf, ownTagWords } from '../../lists.ts'
import { wordsOf } from '../../search-text.ts'
import { sorts } from '../../store.ts'
import { listNames, listNumbers, type NewLists } from '../lists/list-numbers.ts'
import { remembered } from '../remember.ts'

/** A record as text ('' when it was deleted), and what its creator is called (null when there is none). */
export type CreationWork = { text: string; creatorName: string | null }

/** Of each creation in turn. Flat, because thousands of small objects take long to send to another thread. */
export type Prepared = {
  isShown: Uint8Array<ArrayBuffer>
  /** The keys of each sort order, then the views. */
  figures: Float64Array<ArrayBuffer>
  /** Those of the creation at `i` are from `ends[i - 1]` to `ends[i]`. */
  lists: Uint32Array<ArrayBuffer>
  ends: Uint32Array<ArrayBuffer>
  newLists: NewLists
}

export const figuresEach = sorts.length + 1

/** `lists` are those that were there before, `tag` gives the record of one, if it has any. */
export type Known = {
  lists: { last: number; find(name: string): number | undefined }
  tag(key: string): string | undefined
}

export function preparer({ lists: { last, find }, tag }: Known): (works: readonly CreationWork[]) => Prepared {
  const { names, take } = listNames(last, find)
  const listIds = listNumbers(names)
  const tagWords = tagWordReader(tag)
  const nameWords = remembered(wordsOf)

  return works => {
    const prepared = emptyPrepared(works.length)
    const lists: number[] = []
    for (const [i, work] of works.entries()) {
      const record = shownRecord(work)
      if (record) {
        prepared.isShown[i] = 1
        prepared.figures.set(sortKeys(record), i * figuresEach)
        prepared.figures[i * figuresEach + sorts.length] = record.stats.views
        const creatorWords = nameWords(`${work.creatorName} ${record.handle}`)
        listIds(listsOf(record, { creatorWords, tagWords }), lists)
      }
      prepared.ends[i] = lists.length
    }
    return { ...prepared, lists: new Uint32Array(lists), newLists: take() }
  }
}

function emptyPrepared(count: number): Prepared {
  return {
    isShown: new Uint8Array(count),
    figures: new Float64Array(count * figuresEach),
    lists: new Uint32Array(0),
    ends: new Uint32Array(count),
    newLists: { ids: [], names: [] },
  }
}

function shownRecord({ text, creatorName }: CreationWork): CreationRecord | undefined {
  if (text === '' || creatorName === null) return undefined
  const record = JSON.parse(text) as CreationRecord
  return record.visibility === 'public' ? record : undefined
}

function tagWordReader(tag: Known['tag']): (key: string, locale: string) => readonly string[] {
  const tags = remembered(key => {
    const record = tag(key)
    const labels = record === undefined ? {} : (JSON.parse(record) as TagRecord).labels
    return { labels, words: new Map<string, string[]>() }
  })
  return (key, locale) => {
    const { labels, words } = tags(key)
    const known = words.get(locale)
    if (known) return known
    const found = ownTagWords(key, labels[locale])
    words.set(locale, found)
    return found
  }
}
