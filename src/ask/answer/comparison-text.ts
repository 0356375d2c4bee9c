// Answers that compare creations, or two creators, kinds, categories or tags.
import { type Card, creationResult, type LiveAnswer, maxScore, pageResult } from './draft.ts'
import { quotable } from './live-text.ts'
import type { Phraser } from './phraser.ts'
import { sanitize } from './sanitize.ts'

/** All have the same values, in the same order. */
export type Compared = {
  name: string
  url: string
  values: readonly { label: string; value: number }[]
  /** Of a creation; empty if only its values are asked for. */
  summary?: string
  result: Card | null
}

/** What creations are and how much they are used, or of two which value is larger, and the calculated difference. */
export function describeComparison(compared: readonly Compared[], phraser: Phraser): LiveAnswer {
  const sources = compared.map(({ name, url, values, summary }) => ({
    url,
    title: sanitize(name),
    text: [sanitize(name), quotable(summary ?? ''), ...values.map(({ label, value }) => `${label} ${value}`)]
      .filter(text => text !== '')
      .join('; '),
  }))
  const [one, other] = compared
  const isOfValues = compared.length === 2 && compared.every(({ summary = '' }) => summary === '')
  return {
    sentences: isOfValues
      ? differencesOf(one!, other!, phraser)
      : compared.flatMap((some, i) => paragraphOf(some, i, phraser)),
    sources,
    results: compared.map(({ result }, i) =>
      result === null
        ? pageResult(sources[i]!, phraser.siteName, maxScore - i)
        : creationResult(result, phraser, maxScore - i),
    ),
  }
}

/** What a creation is, and its values, as its result also says. */
function paragraphOf({ name, summary = '', values }: Compared, i: number, phraser: Phraser): LiveAnswer['sentences'] {
  const about = { name: sanitize(name), summary: quotable(summary) }
  const texts = [
    ...(about.summary === '' ? [] : [phraser.say('compare.is', about)]),
    ...values.map(({ label, value }) => phraser.say('has.detail', { name: about.name, label, value })),
  ]
  return texts.map((text, j) => ({ text, items: text, citation: i + 1, isFirst: i > 0 && j === 0 }))
}

const differencesOf = (one: Compared, other: Compared, phraser: Phraser): LiveAnswer['sentences'] =>
  one.values.map(({ label, value }, i) => {
    const both = [
      { name: sanitize(one.name), value },
      { name: sanitize(other.name), value: other.values[i]!.value },
    ]
    return { text: comparison(label, both, phraser), citation: 1, also: [2] }
  })

function comparison(label: string, both: readonly { name: string; value: number }[], phraser: Phraser): string {
  const [more, less] = both.toSorted((one, other) => other.value - one.value) as [(typeof both)[0], (typeof both)[0]]
  const [high, low] = [more.value, less.value]
  const values = { label, more: more.name, less: less.name, high, low }
  if (high === low) return phraser.say('compare.equal', values)
  const { number } = phraser
  return phraser.say('compare', { ...values, difference: `${number(high)} − ${number(low)} = ${number(high - low)}` })
}
