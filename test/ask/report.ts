// Tables of the results of the examination.
import { isUnanswerable, type Marked, type SetName } from './examination.ts'

/** The share that is correct. */
export const shareCorrect = (marks: readonly Marked[]): number =>
  marks.filter(({ mark }) => mark === 'correct').length / Math.max(1, marks.length)

/** Groups with a name, of which minimums can be required. Groups may overlap. */
export function groupsOf(marks: readonly Marked[]): Map<string, Marked[]> {
  const groups = new Map([['all', [...marks]]])
  const add = (name: string, some: Marked[]) => some.length > 0 && some.length < marks.length && groups.set(name, some)
  for (const [category, some] of [...Map.groupBy(marks, ({ question }) => question.category)].sort(byName))
    add(category, some)
  for (const [type, some] of [...Map.groupBy(marks, ({ question }) => question.type ?? '')].sort(byName))
    if (type !== '') add(`type ${type}`, some)
  add(
    'other languages',
    marks.filter(({ locale }) => locale !== 'en'),
  )
  for (const [locale, some] of [...Map.groupBy(marks, ({ locale }) => locale)].sort(byName)) add(locale, some)
  return groups
}

const byName = ([one]: [string, unknown], [other]: [string, unknown]): number => (one < other ? -1 : 1)

export function summaryText(set: SetName, marks: readonly Marked[]): string {
  const isReal = set.startsWith('real')
  const heads = isReal ? ['useful', 'wrong', 'declined'] : ['correct', 'wrong', 'abstained']
  const lines = [...groupsOf(marks)].map(([name, some]) => {
    const counts = (['correct', 'wrong', 'abstained'] as const).map(
      one => some.filter(({ mark }) => mark === one).length,
    )
    const cells = counts.map(count => (isReal ? `${count} (${percent(count / some.length)})` : `${count}`))
    return `${name.padEnd(18)}${cells.map(cell => cell.padStart(15)).join('')}${percent(shareCorrect(some)).padStart(10)}`
  })
  const unanswerable = marks.filter(({ question }) => isUnanswerable(question))
  const declined = unanswerable.filter(({ response }) => !response.answered)
  const quoted = marks.filter(({ quotes }) => quotes).length
  return [
    `${set.padEnd(18)}${heads.map(head => head.padStart(15)).join('')}`,
    ...lines,
    `${marks.length} questions; ${declined.length} of ${unanswerable.length} unanswerable ones declined (${percent(declined.length / Math.max(1, unanswerable.length))}); ${marks.filter(({ cited }) => !cited).length} answers not wholly cited, ${marks.filter(({ repeats }) => repeats).length} that repeat themselves.${quoted === 0 ? '' : ` ${quoted} are declined, but a passage that is quoted has the answer.`}`,
  ].join('\n')
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

export const missesText = (marks: readonly Marked[]): string =>
  marks
    .filter(({ mark, cited, repeats }) => mark !== 'correct' || !cited || repeats)
    .map(({ question, mark, cited, repeats, response: { answer, metadata, confidence } }) => {
      const flaws = `${cited ? '' : ', not wholly cited'}${repeats ? ', repeats itself' : ''}`
      return `${question.id} ${question.category} ${mark}${flaws}: ${question.q}\n    wanted ${JSON.stringify(question.expect)}\n    ${metadata.locale}/${metadata.intent}/${confidence}: ${answer}\n`
    })
    .join('')
