// Maps texts to ideas. There are many thousands of texts and few different lists of ideas, so texts share the lists.
import { makeTextTable, type TextTableData } from './text-table.ts'

export type IdeasByText = {
  add(text: string, idea: string): void
  find(text: string): string[] | undefined
  data(): IdeasByTextData
}

/** `listOf` maps the number of a text to the index of its list. */
export type IdeasByTextData = { texts: TextTableData; listOf: number[]; lists: string[][] }

export function makeIdeasByText(saved?: IdeasByTextData): IdeasByText {
  const texts = makeTextTable(saved?.texts)
  const listOf = saved?.listOf ?? []
  const lists = saved?.lists ?? []
  const listIndexes = new Map<string, number>(lists.map((ideas, index) => [ideas.join(' '), index]))
  const listIndexOf = (ideas: string[]): number => {
    const key = ideas.join(' ')
    const before = listIndexes.get(key)
    if (before !== undefined) return before
    listIndexes.set(key, lists.length)
    return lists.push(ideas) - 1
  }
  return {
    add(text, idea) {
      const nextNumber = texts.size()
      const number = texts.add(text)
      const before = number === nextNumber ? [] : lists[listOf[number]!]!
      if (!before.includes(idea)) listOf[number] = listIndexOf([...before, idea])
    },
    find(text) {
      const number = texts.find(text)
      return number < 0 ? undefined : lists[listOf[number]!]
    },
    data: () => ({ texts: texts.data(), listOf, lists }),
  }
}
