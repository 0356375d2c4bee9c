// The numbers of the lists that a creation stands in; a list that nobody stood in before gets one.
import type { DatabaseSync } from 'node:sqlite'
import { type CreationLists, type WordGroup, wordLists } from '../lists.ts'
import { listId } from './postings.ts'
import { memoryBound, remembered } from './remember.ts'

export function listNumbers(db: DatabaseSync): (lists: CreationLists) => Uint32Array {
  const find = db.prepare('SELECT id FROM list WHERE name = ?')
  const add = db.prepare('INSERT INTO list (id, name) VALUES (?, ?)')
  let serial = Math.floor((db.prepare('SELECT coalesce(max(id), 0) AS id FROM list').get() as { id: number }).id / 4)
  const byName = remembered(name => {
    const row = find.get(name) as { id: number } | undefined
    if (row) return row.id
    const id = listId(++serial, name)
    add.run(id, name)
    return id
  })
  // The ids of a word's lists stand one after the other, their number first: an array for each word would lie anywhere
  // in memory, and getting there is most of the work.
  const ids: number[] = []
  const placeOf =
    ({ field, locale }: WordGroup) =>
    (word: string) => {
      const found = wordLists(field, locale, word).map(byName)
      return ids.push(found.length, ...found) - found.length - 1
    }
  const lookUps = new Map<string, (word: string) => number>()
  const lookUpFor = (group: WordGroup) => {
    const name = group.field + group.locale
    if (ids.length > 4 * memoryBound) {
      ids.length = 0
      lookUps.clear()
    }
    const known = lookUps.get(name)
    if (known !== undefined) return known
    const lookUp = remembered(placeOf(group))
    lookUps.set(name, lookUp)
    return lookUp
  }
  const distinct = distinctNumbers()
  return ({ names, words }) => {
    for (const name of names) distinct.add(byName(name))
    for (const group of words) {
      const lookUp = lookUpFor(group)
      for (const word of group.words) {
        const place = lookUp(word)
        for (let i = place + ids[place]!; i > place; i--) distinct.add(ids[i]!)
      }
    }
    return distinct.take()
  }
}

/** Collects small numbers, each once. A Set would have to hash each of them and be emptied every time. */
function distinctNumbers() {
  let lastRound = new Uint32Array(1 << 16)
  let round = 1
  let numbers: number[] = []
  return {
    add(number: number): void {
      if (number >= lastRound.length) {
        const larger = new Uint32Array(2 * number)
        larger.set(lastRound)
        lastRound = larger
      }
      if (lastRound[number] === round) return
      lastRound[number] = round
      numbers.push(number)
    },
    take(): Uint32Array {
      const taken = new Uint32Array(numbers)
      numbers = []
      round++
      return taken
    },
  }
}
