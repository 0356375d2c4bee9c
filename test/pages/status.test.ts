// The history on the status page: from the first record on, up to a day.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readerFor } from '../../src/pages/layout/reader.ts'
import type { Component } from '../../src/pages/status-document.ts'
import { type DayHistory, historySections, periodsShown } from '../../src/pages/status-history.ts'

const components: Component[] = [
  { name: 'store', status: 'operational', latency_ms: 2 },
  { name: 'search', status: 'operational', latency_ms: 3 },
]

/** Records of the last `count` periods; `levels` are those of the search, by their distance from now. */
function dayOf(count: number, levels: Record<number, number | null> = {}): DayHistory {
  const ages = Array.from({ length: count }, (_, i) => count - 1 - i)
  const pointsOf = (levelAt: (age: number) => number | null) =>
    ages.flatMap(age => {
      const level = levelAt(age)
      return level === null ? [] : [{ at: periodsShown - 1 - age, level, ms: 5 }]
    })
  return {
    since: count === 0 ? null : '2026-11-17T12:00:00.000Z',
    components: [
      { name: 'store', points: pointsOf(() => 0) },
      { name: 'search', points: pointsOf(age => levels[age] ?? (age in levels ? null : 0)) },
    ],
  }
}

const sections = (day: DayHistory, locale = 'en'): string => historySections(day, components, readerFor(locale)).markup
const axisOf = (text: string) => /<p class="axis"><span>([^<]*)<\/span><span>([^<]*)<\/span>/.exec(text)!.slice(1)
const rectsIn = (text: string) => [...text.matchAll(/<rect class="level-(\d)" x="([\d.]+)" width="([\d.]+)"/g)]

suite('the history of the status', () => {
  test('of ten minutes fills the whole width', () => {
    const text = sections(dayOf(1))
    assert.deepEqual(axisOf(text), ['10 minutes ago', 'now'])
    assert.match(text, /<h2>No problems since <time/)
    assert.deepEqual(
      rectsIn(text).map(([, , x, width]) => [x, width]),
      [
        ['0', '719'],
        ['0', '719'],
      ],
    )
    assert.ok(!text.includes('no-data') && !text.includes('class="plot"'))
  })

  test('of some hours begins with the first record', () => {
    const text = sections(dayOf(30))
    assert.deepEqual(axisOf(text), ['5 hours ago', 'now'])
    assert.equal(rectsIn(text)[0]![2], '0')
    assert.ok(text.includes('class="plot"'))
  })

  test('of a day shows problems and gaps, and names them in the legend', () => {
    const text = sections(dayOf(periodsShown, { 3: 1, 4: 2, 9: null }))
    assert.deepEqual(axisOf(text), ['24 hours ago', 'now'])
    assert.match(text, /<h2>The last 24 hours<\/h2>/)
    assert.match(text, /<th scope="row">Search<small>Problems for about 20 min<\/small><\/th>/)
    assert.equal(rectsIn(text).filter(([, level]) => level !== '0').length, 2)
    for (const name of ['level-0">Works', 'level-1">Degraded', 'level-2">Down', 'no-data">No data'])
      assert.ok(text.includes(`<li class="${name}</li>`), name)
    assert.match(sections(dayOf(periodsShown)), /<h2>The last 24 hours <small>No problems<\/small><\/h2>/)
  })

  test('without any record says nothing wrong', () => {
    const text = sections({ since: null, components: [] })
    assert.ok(!text.includes('NaN') && !text.includes('Infinity'))
    assert.match(text, /<td>2\sms<\/td>/)
  })

  test('labels the columns', () => {
    assert.match(sections(dayOf(3)), /<th scope="col">Status<\/th><th scope="col">Latency<\/th>/)
    assert.match(sections(dayOf(3), 'de'), /<th scope="col">Status<\/th><th scope="col">Latenz<\/th>/)
  })
})
