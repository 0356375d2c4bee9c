// Builds all posting lists from creations in ascending order of number. Long lists are written part by part, to
// bound memory.
import { copyRow } from '../write/copy.ts'
import { inParts } from './edit-postings.ts'
import { bytesText, partOf, splitFrom, whole } from './postings.ts'

type List = { size: number; numbers: Uint32Array; length: number; isSplit: boolean }

type GatheredPostings = {
  /** Returns the rows that are complete. */
  add(creationNo: number, names: Iterable<string>): string[]
  /** Returns the remaining rows. */
  finish(): Generator<string[]>
  sizes(): Iterable<[name: string, size: number]>
}

export function gatherPostings(): GatheredPostings {
  const lists = new Map<string, List>()
  const split = new Map<string, List>()
  let current = 0

  const rowOf = (name: string, part: number, numbers: Uint32Array) => copyRow([name, part, bytesText(numbers)])
  const flush = (): string[] => {
    const rows: string[] = []
    for (const [name, list] of split) {
      if (list.length > 0) rows.push(rowOf(name, current, list.numbers.subarray(0, list.length)))
      list.length = 0
    }
    return rows
  }
  /** Earlier parts are written; the current one continues. */
  const splitUp = (name: string, list: List): string[] => {
    const parts = inParts(name, list.numbers.subarray(0, list.length))
    const last = parts.at(-1)!.part === current ? parts.pop()!.numbers.slice() : new Uint32Array()
    const rows = parts.map(({ part, numbers }) => rowOf(name, part, numbers))
    list.isSplit = true
    list.length = 0
    for (const creationNo of last) push(list, creationNo)
    split.set(name, list)
    return rows
  }

  return {
    add(creationNo, names) {
      const rows = partOf(creationNo) === current ? [] : flush()
      current = partOf(creationNo)
      for (const name of names) {
        let list = lists.get(name)
        if (list === undefined) {
          list = { size: 0, numbers: new Uint32Array(4), length: 0, isSplit: false }
          lists.set(name, list)
        }
        list.size++
        push(list, creationNo)
        if (!list.isSplit && list.length >= splitFrom) rows.push(...splitUp(name, list))
      }
      return rows
    },
    *finish() {
      yield flush()
      let rows: string[] = []
      for (const [name, { isSplit, numbers, length }] of lists) {
        if (isSplit) continue
        rows.push(rowOf(name, whole, numbers.subarray(0, length)))
        if (rows.length < rowsAtOnce) continue
        yield rows
        rows = []
      }
      yield rows
    },
    *sizes() {
      for (const [name, { size }] of lists) yield [name, size]
    },
  }
}

const rowsAtOnce = 20_000

function push(list: List, creationNo: number): void {
  if (list.length === list.numbers.length) {
    const longer = new Uint32Array(list.length * 2)
    longer.set(list.numbers)
    list.numbers = longer
  }
  list.numbers[list.length++] = creationNo
}
