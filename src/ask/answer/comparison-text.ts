// Answers that compare two creations, creators, kinds, categories or tags.
import { counterLabel } from '../../site/kinds.ts'
import type { Counter } from '../../site/site.ts'
import { type Card, creationResult, type LiveAnswer, maxScore, pageResult } from './draft.ts'
import type { Phraser } from './phraser.ts'
import { sanitize } from './sanitize.ts'

/** `label` is replaced by the name of the counter. */
type Value = { label: string; value: number; counter?: Counter }
export type Compared = { name: string; url: string; values: readonly Value[]; result: Card | null }

/** A sentence for each value: which is larger, and the calculated difference. */
export function describeComparison(compared: readonly Compared[], phraser: Phraser): LiveAnswer | null {
  const [one, other] = compared
  if (one === undefined || other === undefined) return null
  const isShown = ({ counter }: Value) => counter === undefined || !phraser.site.stats[counter].hidden
  const texts = one.values.filter(isShown).map((value, i) => comparison(value, [one, other], i, phraser))
  const sources = compared.map(({ name, url, values }) => ({
    url,
    title: sanitize(name),
    text: `${sanitize(name)}; ${values.map(({ label, value }) => `${label} ${value}`).join('; ')}`,
  }))
  return {
    sentences: texts.map(text => ({ text, citation: 1, also: [2] })),
    sources,
    results: compared.map(({ result }, i) =>
      result === null
        ? pageResult(sources[i]!, phraser.siteName, maxScore - i)
        : creationResult(result, phraser, maxScore - i),
    ),
  }
}

function comparison(
  { label, counter, value }: Value,
  [one, other]: readonly [Compared, Compared],
  i: number,
  phraser: Phraser,
): string {
  const second = other.values.find(each => each.label === label) ?? other.values[i]!
  const [more, less] = value >= second.value ? [one, other] : [other, one]
  const [high, low] = value >= second.value ? [value, second.value] : [second.value, value]
  const shown = counter === undefined ? label : counterLabel(phraser.site, counter, phraser.locale)
  const values = { label: shown, more: sanitize(more.name), less: sanitize(less.name), high, low }
  if (high === low) return phraser.say('compare.equal', values)
  return phraser.say('compare', {
    ...values,
    difference: `${phraser.number(high)} − ${phraser.number(low)} = ${phraser.number(high - low)}`,
  })
}
