// The numbers of the lists that a creation stands in; a list that nobody stood in before gets one.
import type { CreationLists, ListGroup } from '../../lists.ts'
import { memoryBound, remembered } from '../remember.ts'
import { listId } from './postings.ts'

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

/** Adds the numbers of the lists, each once, to the end of `into`. */
export function listNumbers({ last, find, add }: ListNames): (lists: CreationLists, into: number[]) => void {
  let serial = Math.floor(last / 4)
  const byName = remembered(name => {
    const known = find(name)
    if (known !== undefined) return known
    const id = listId(++serial, name)
    add(id, name)
    return id
  })
  /** By group, then by member: most words and tags occur in many creations. */
  const byGroup = new Map<string, Map<string, number[]>>()
  let members = 0
  const numbersOf = ({ key, lists }: ListGroup, member: string): number[] => {
    const known = byGroup.get(key)?.get(member)
    if (known !== undefined) return known
    if (++members > memoryBound) {
      byGroup.clear()
      members = 0
    }
    const group = byGroup.get(key) ?? new Map<string, number[]>()
    const numbers = lists(member).map(byName)
    byGroup.set(key, group.set(member, numbers))
    return numbers
  }
  return ({ names, groups }, into) => {
    const numbers = new Set(names.map(byName))
    for (const group of groups) {
      for (const member of group.members) for (const number of numbersOf(group, member)) numbers.add(number)
    }
    for (const number of numbers) into.push(number)
  }
}
