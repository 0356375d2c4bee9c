// The scores that must not be lost: set → group → smallest share of correct answers, in percent. A group is a category, a
// type (`type need`), a language (`de`), `other languages` or `all`; `npm run ask:score` prints them.
import assert from 'node:assert/strict'
import type { Marked, SetName } from './examination.ts'
import { groupsOf, shareCorrect } from './report.ts'

const minimums: Partial<Record<SetName, Readonly<Record<string, number>>>> = {
  questions: { all: 96, unknown: 98, 'other languages': 97 },
  second: { all: 95, unknown: 96, 'other languages': 95 },
  development: { all: 95, unanswerable: 90, 'other languages': 97 },
  test: { all: 95, unanswerable: 93, 'other languages': 92 },
  real: { all: 84, unanswerable: 90 },
  pages: { all: 79, page: 85, unanswerable: 50 },
  test2: { all: 91, unanswerable: 90, 'other languages': 92 },
  real2: { all: 84, unanswerable: 90 },
  test3: { all: 84, unanswerable: 84, 'other languages': 84 },
  real3: { all: 80, unanswerable: 78 },
  pages3: { all: 54, facts: 54 },
  pages2: { all: 52, page: 55 },
  pages4: { all: 52, unanswerable: 60 },
  pages5: { all: 73, facts: 78 },
}

export function checkMinimums(set: SetName, marks: readonly Marked[]): void {
  const groups = groupsOf(marks)
  const missed = Object.entries(minimums[set] ?? {}).filter(
    ([name, minimum]) => 100 * shareCorrect(groups.get(name) ?? []) < minimum,
  )
  const report = missed.map(([name, minimum]) => {
    const some = groups.get(name) ?? []
    const ids = some.filter(({ mark }) => mark !== 'correct').map(({ question }) => question.id)
    return `${set}, ${name}: ${(100 * shareCorrect(some)).toFixed(1)} instead of ${minimum} (${ids})`
  })
  assert.deepEqual(report, [])
}

/** Every sentence is cited. */
export function checkCitations(marks: readonly Marked[]): void {
  const uncited = marks.filter(({ cited }) => !cited).map(({ question }) => question.id)
  assert.deepEqual(uncited, [])
}
