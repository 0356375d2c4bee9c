// The numbers of the lists that a creation stands in; a list that nobody stood in before gets one.
import type { CreationLists, ListGroup } from '../lists.ts'
import { listId } from './postings.ts'
import { memoryBound, remembered } from './remember.ts'
import { type WordTable, wordTable } from './word-table.ts'

/** The lists that have a number, `last` being the largest, and where new ones are noted. */
export type ListNames = {
  last: number
  find(name: string): number | undefined
  add(id: number, name: string): void
}

export type NewLists = { ids: number[]; names: string[] }

/**
 * For as long as an import lasts: `known` finds the lists that were there before. Those that the import makes are kept
 * here, and noted to be written; `take` gives what was noted since the last time.
 */
export function listNames(last: number, known: (name: string) => number | undefined) {
  const made = new Map<string, number>()
  let noted: NewLists = { ids: [], names: [] }
  const names: ListNames = {
    last,
    find: name => made.get(name) ?? known(name),
    add: (id, name) => {
      made.set(name, id)
      noted.ids.push(id)
      noted.names.push(name)
    },
  }
  const take = (): NewLists => {
    const taken = noted
    noted = { ids: [], names: [] }
    return taken
  }
  return { names, take }
}

/** One for each kind and category, and for the words of each language. An empty one takes about a kilobyte. */
const mostTables = 10_000

/** Puts the numbers of the lists, each once, at the end of `into`. */
export function listNumbers({ last, find, add }: ListNames): (lists: CreationLists, into: number[]) => void {
  let serial = Math.floor(last / 4)
  const byName = remembered(name => {
    const known = find(name)
    if (known !== undefined) return known
    const id = listId(++serial, name)
    add(id, name)
    return id
  })
  // The ids of a member's lists stand one after the other, their number first: an array for each would lie anywhere in
  // memory, and getting there is most of the work.
  const ids: number[] = []
  const addMember = (table: WordTable, { lists }: ListGroup, member: string): number => {
    const found = lists(member).map(byName)
    const place = ids.push(found.length, ...found) - found.length - 1
    table.add(member, place)
    return place
  }
  const tables = new Map<string, WordTable>()
  const tableFor = ({ key }: ListGroup): WordTable => {
    if (ids.length > 4 * memoryBound || tables.size > mostTables) {
      ids.length = 0
      tables.clear()
    }
    const known = tables.get(key)
    if (known !== undefined) return known
    const table = wordTable()
    tables.set(key, table)
    return table
  }
  const addOnce = distinctNumbers()
  return ({ names, groups }, into) => {
    const add = addOnce(into)
    for (const name of names) add(byName(name))
    for (const group of groups) {
      const table = tableFor(group)
      for (const member of group.members) {
        const known = table.find(member)
        const place = known === -1 ? addMember(table, group, member) : known
        for (let i = place + ids[place]!; i > place; i--) add(ids[i]!)
      }
    }
  }
}

/** Collects small numbers, each once. A Set would have to hash each of them and be emptied every time. */
function distinctNumbers(): (into: number[]) => (number: number) => void {
  let lastRound = new Uint32Array(1 << 16)
  let round = 0
  let target: number[] = []
  const add = (number: number): void => {
    if (number >= lastRound.length) {
      const larger = new Uint32Array(2 * number)
      larger.set(lastRound)
      lastRound = larger
    }
    if (lastRound[number] === round) return
    lastRound[number] = round
    target.push(number)
  }
  return into => {
    target = into
    round++
    return add
  }
}
