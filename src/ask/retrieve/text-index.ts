// Index of short texts under headings, by their terms. The data is in typed arrays, which are loaded from the cache file
// without parsing.
import type { TermsOf } from './page-terms.ts'
import { makeTextTable, type TextTable, type TextTableData } from './text-table.ts'

/** Texts under one heading. `labels`: what a unit is about, besides its own words. `block`: number of its paragraph. */
export type TextGroup = {
  title: string
  heading: string
  units: readonly { text: string; labels: string; block: number }[]
}

/** Texts, groups and units are numbers. Equal texts, such as titles of many groups, have the same number. */
export type TextIndexData = {
  /** Stems, and concepts after a space. The texts with key n are from `starts[n]` up to, not including, `starts[n + 1]`. */
  keys: TextTableData
  starts: Uint32Array
  textsByKey: Uint32Array
  texts: number
  /** By group. Its units are from `firstUnits[n]` up to, not including, `firstUnits[n + 1]`. */
  titles: Uint32Array
  heads: Uint32Array
  areQuestions: Uint8Array
  firstUnits: Uint32Array
  /** By unit. */
  owns: Uint32Array
  labels: Uint32Array
  blocks: Float64Array
}

export type TextIndex = Omit<TextIndexData, 'keys'> & { keys: TextTable; termsOf: TermsOf }

export const openTextIndex = ({ keys, ...data }: TextIndexData, termsOf: TermsOf): TextIndex => ({
  ...data,
  keys: makeTextTable(keys),
  termsOf,
})

export function textIndexData(groups: readonly TextGroup[], termsOf: TermsOf): TextIndexData {
  const numbers = new Map<string, number>()
  const keys = makeTextTable()
  const byKey: number[][] = []
  const numberOf = (text: string): number =>
    numbers.getOrInsertComputed(text, () => {
      const terms = termsOf(text).flatMap(({ stem, concepts }) => [stem, ...concepts.map(concept => ` ${concept}`)])
      for (const number of new Set(terms.map(term => keys.add(term)))) {
        byKey[number] ??= []
        byKey[number].push(numbers.size)
      }
      return numbers.size
    })
  const units = groups.flatMap(group => group.units)
  const data = {
    titles: Uint32Array.from(groups, ({ title }) => numberOf(title)),
    heads: Uint32Array.from(groups, ({ heading }) => numberOf(heading)),
    areQuestions: Uint8Array.from(groups, ({ heading }) => Number(/[?？؟]\s*$/.test(heading))),
    firstUnits: startsOf(groups.map(group => group.units)),
    owns: Uint32Array.from(units, ({ text }) => numberOf(text)),
    labels: Uint32Array.from(units, ({ labels }) => numberOf(labels)),
    blocks: Float64Array.from(units, ({ block }) => block),
  }
  const found = { starts: startsOf(byKey), textsByKey: Uint32Array.from(byKey.flat()), texts: numbers.size }
  return { keys: keys.data(), ...found, ...data }
}

/** Where each list starts if they are joined, and the end of the last. */
function startsOf(lists: readonly (readonly unknown[])[]): Uint32Array {
  const starts = new Uint32Array(lists.length + 1)
  for (const [i, { length }] of lists.entries()) starts[i + 1] = starts[i]! + length
  return starts
}
