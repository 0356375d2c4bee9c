// Ideas by text. There are many thousands of texts and few lists of ideas, which are shared.
import { makeTextTable, type TextTableData } from './text-table.ts'

export type IdeasByText = {
  add(text: string, idea: string): void
  find(text: string): string[] | undefined
  data(): IdeasByTextData
}

export type IdeasByTextData = { texts: TextTableData; listOf: number[]; lists: string[][] }

export function makeIdeasByText(saved?: IdeasByTextData): IdeasByText {
  const texts = makeTextTable(saved?.texts)
  const listOf = saved?.listOf ?? []
  const lists = saved?.lists ?? []
  const numbers = new Map<string, number>(lists.map((ideas, number) => [ideas.join(' '), number]))
  const numberOf = (ideas: string[]): number => {
    const key = ideas.join(' ')
    const before = numbers.get(key)
    if (before !== undefined) return before
    numbers.set(key, lists.length)
    return lists.push(ideas) - 1
  }
  return {
    add(text, idea) {
      const isNew = texts.size()
      const number = texts.add(text)
      const before = number === isNew ? [] : lists[listOf[number]!]!
      if (!before.includes(idea)) listOf[number] = numberOf([...before, idea])
    },
    find(text) {
      const number = texts.find(text)
      return number < 0 ? undefined : lists[listOf[number]!]
    },
    data: () => ({ texts: texts.data(), listOf, lists }),
  }
}
