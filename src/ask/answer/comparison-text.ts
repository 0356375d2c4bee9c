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
  /** What else is asked for. */
  details?: readonly string[]
  result: Card | null
}

/**
 * For creations with a summary, or more than two: a paragraph for each. For two without summaries, creators, kinds,
 * categories or tags: which value is larger, and by how much.
 */
export function describeComparison(compared: readonly Compared[], phraser: Phraser): LiveAnswer {
  const sources = compared.map(({ name, url, values, summary, details = [] }) => ({
    url,
    title: sanitize(name),
    text: [
      sanitize(name),
      ...details,
      quotable(summary ?? ''),
      ...values.map(({ label, value }) => `${label} ${value}`),
    ]
      .filter(text => text !== '')
      .join('; '),
  }))
  const [one, other] = compared
  const isOfValues =
    compared.length === 2 && compared.every(({ summary = '', details = [] }) => summary === '' && details.length === 0)
  return {
    sentences: isOfValues
      ? differencesOf(one!, other!, phraser)
      : [titleOf(compared, phraser), ...compared.flatMap((some, i) => paragraphOf(some, i, phraser))],
    sources,
    results: compared.map(({ result }, i) =>
      result === null
        ? pageResult(sources[i]!, phraser.siteName, maxScore - i)
        : creationResult(result, phraser, maxScore - i),
    ),
  }
}

function titleOf(compared: readonly Compared[], phraser: Phraser): LiveAnswer['sentences'][number] {
  const list = new Intl.ListFormat(phraser.locale === 'en' ? 'en-GB' : phraser.locale)
  const names = list.format(compared.map(({ name }) => sanitize(name)))
  return { text: phraser.say('compare.what', { names }), citation: 1, also: compared.slice(1).map((_, i) => i + 2) }
}

/** The summary and the values of a creation. They are `items`: pages leave them out, because the result shows the same. */
function paragraphOf(
  { name, summary = '', details = [], values }: Compared,
  i: number,
  phraser: Phraser,
): LiveAnswer['sentences'] {
  const about = { name: sanitize(name), summary: quotable(summary) }
  const texts = [
    ...details,
    ...(about.summary === '' ? [] : [phraser.say('compare.is', about)]),
    ...values.map(({ label, value }) => phraser.say('has.detail', { name: about.name, label, value })),
  ]
  return texts.map((text, j) => ({ text, items: text, citation: i + 1, isFirst: j === 0 }))
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
