// Answers that compare two creations, creators, kinds, categories or tags.
import { type Card, creationResult, type LiveAnswer, maxScore, pageResult } from './draft.ts'
import type { Phraser } from './phraser.ts'
import { sanitize } from './sanitize.ts'

/** Both have the same values, in the same order. */
export type Compared = {
  name: string
  url: string
  values: readonly { label: string; value: number }[]
  result: Card | null
}

/** A sentence for each value: which is larger, and the calculated difference. */
export function describeComparison(compared: readonly [Compared, Compared], phraser: Phraser): LiveAnswer {
  const [one, other] = compared
  const sources = compared.map(({ name, url, values }) => ({
    url,
    title: sanitize(name),
    text: `${sanitize(name)}; ${values.map(({ label, value }) => `${label} ${value}`).join('; ')}`,
  }))
  return {
    sentences: one.values.map(({ label, value }, i) => {
      const both = [
        { name: sanitize(one.name), value },
        { name: sanitize(other.name), value: other.values[i]!.value },
      ]
      return { text: comparison(label, both, phraser), citation: 1, also: [2] }
    }),
    sources,
    results: compared.map(({ result }, i) =>
      result === null
        ? pageResult(sources[i]!, phraser.siteName, maxScore - i)
        : creationResult(result, phraser, maxScore - i),
    ),
  }
}

function comparison(label: string, both: readonly { name: string; value: number }[], phraser: Phraser): string {
  const [more, less] = both.toSorted((one, other) => other.value - one.value) as [(typeof both)[0], (typeof both)[0]]
  const [high, low] = [more.value, less.value]
  const values = { label, more: more.name, less: less.name, high, low }
  if (high === low) return phraser.say('compare.equal', values)
  const { number } = phraser
  return phraser.say('compare', { ...values, difference: `${number(high)} − ${number(low)} = ${number(high - low)}` })
}
