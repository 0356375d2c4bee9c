// The history on the status page: bars of up to a day.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { languages, serviceLocales } from '../../src/languages/languages.ts'
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
/** The bars of the strip of a component: a digit for each level, a dot without data. */
const barsIn = (text: string, component: string): string => {
  const strip = new RegExp(`aria-label="${component}: [^"]*">(.*?)</span>`).exec(text)![1]!
  const bars = [...strip.matchAll(/<i class="(?:level-(\d)|no-data)"><\/i>/g)]
  return bars.map(([, level = '.']) => level).join('')
}

suite('the history of the status', () => {
  test('of less than an hour is only the current state', () => {
    for (const count of [1, 5]) {
      const text = sections(dayOf(count))
      assert.match(text, /<h2>Parts of the service<\/h2>/)
      for (const component of ['Community data', 'Search'])
        assert.match(text, new RegExp(`<th scope="row">${component}</th><td><span class="dot dot-operational">`))
      assert.doesNotMatch(text, /class="(?:no-data|plot|strip|axis|legend)"|Uptime|100%|No problems|Recorded since/)
    }
    const hour = sections(dayOf(6))
    assert.match(hour, /<h2>Recorded since <time[^>]*>[^<]*<\/time> <small>The history fills up during the day\.</)
    assert.deepEqual(axisOf(hour), ['60 minutes ago', 'now'])
    assert.equal(barsIn(hour, 'Search'), '0'.repeat(6))
    assert.match(hour, /<td data-label="Uptime">100%<\/td>/)
    assert.match(sections(dayOf(periodsShown)), /<h2>The last 24 hours<\/h2>/)
  })

  test('says since when it is recorded, in every language', () => {
    for (const locale of serviceLocales) {
      const { words } = languages[locale]
      const text = sections(dayOf(6), locale)
      const [before, after] = words.wellSince.split('{time}')
      assert.match(text, new RegExp(`aria-label="${words.partSearch}: ${before}[^"]+${after}"`), locale)
      const [recorded] = words.recordedSince.split('{time}')
      assert.match(
        text,
        new RegExp(`<h2>${recorded}<time data-local datetime="[^"]+">[^<]+</time>[^<.。।]*<small>`),
        locale,
      )
      for (const state of [words.partWell, words.partDegraded, words.partOutage])
        assert.match(text, new RegExp(`<li class="level-\\d">${state}</li>`), locale)
    }
  })

  test('of some hours shows only them', () => {
    assert.equal(barsIn(sections(dayOf(48)), 'Search'), '0'.repeat(48))
    const text = sections(dayOf(60, { 0: 1 }))
    assert.deepEqual(axisOf(text), ['10 hours ago', 'now'])
    assert.equal(barsIn(text, 'Search'), `${'0'.repeat(29)}1`)
    assert.match(text, /<h2>Recorded since <time/)
    assert.ok(text.includes('class="plot"'))
  })

  test('of a day shows problems and gaps, and names them in the legend', () => {
    const gap = { 9: null, 10: null, 11: null }
    const text = sections(dayOf(periodsShown, { 3: 1, 4: 2, ...gap }))
    assert.deepEqual(axisOf(text), ['24 hours ago', 'now'])
    assert.match(text, /<h2>The last 24 hours<\/h2>/)
    assert.match(text, /<th scope="row">Search<small>Problems for about 20 min<\/small><\/th>/)
    // Of 141 recorded periods, one is an outage.
    assert.match(text, /<td data-label="Uptime">99.29%<\/td>/)
    // A bar has the worst level of its half hour.
    assert.equal(barsIn(text, 'Search'), `${'0'.repeat(44)}.020`)
    for (const name of ['level-0">Works', 'level-1">Degraded', 'level-2">Down', 'no-data">No data'])
      assert.ok(text.includes(`<li class="${name}</li>`), name)
    assert.match(sections(dayOf(periodsShown)), /<h2>The last 24 hours<\/h2>/)
  })

  test('without any record says nothing wrong', () => {
    const text = sections({ since: null, components: [] })
    assert.ok(!text.includes('NaN') && !text.includes('Infinity'))
    assert.match(text, /<td data-label="Latency">2\sms<\/td>/)
  })

  test('labels the columns', () => {
    assert.match(
      sections(dayOf(9)),
      /<th scope="col">Uptime<\/th><th scope="col">Status<\/th><th scope="col">Latency<\/th>/,
    )
    assert.match(sections(dayOf(9), 'de'), /<th scope="col">Status<\/th><th scope="col">Latenz<\/th>/)
  })
})
