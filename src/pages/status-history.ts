// The last day of health checks on the status page: per component a strip of its status, and a plot of latencies.
import type { Words } from '../languages/language.ts'
import { markdownTable } from '../util/markdown-table.ts'
import { linePlot, statusStrip } from './layout/charts.ts'
import { type Html, html } from './layout/html.ts'
import type { Reader } from './layout/reader.ts'
import { filled } from './layout/words.ts'

export const periodMinutes = 10
/** A day. */
export const periodsShown = (24 * 60) / periodMinutes
const periodMs = periodMinutes * 60_000

/** `at` counts periods from the start of the day; `level` is 0 when the component worked. */
type Point = { at: number; level: number; ms: number }

/** `since` is the start of the first recorded period; null without any. */
export type DayHistory = { since: string | null; components: readonly { name: string; points: readonly Point[] }[] }

type Recorded = { period: number; component: string; level: number; ms: number }

export function daySince(first: number, records: readonly Recorded[]): DayHistory {
  const shown = records
    .filter(({ period }) => period >= first && period < first + periodsShown)
    .sort((one, other) => one.period - other.period)
  const since = shown[0] === undefined ? null : new Date(shown[0].period * periodMs).toISOString()
  const byName = Map.groupBy(shown, ({ component }) => component)
  return {
    since,
    components: [...byName].map(([name, list]) => ({
      name,
      points: list.map(({ period, level, ms }) => ({ at: period - first, level, ms })),
    })),
  }
}

const componentWords: Readonly<Record<string, keyof Words>> = {
  store: 'partStore',
  search: 'partSearch',
  cache: 'partCache',
  state: 'partState',
  jobs: 'partJobs',
  event_loop: 'partLoop',
  sync: 'partSync',
}

export const componentName = (name: string, words: Words): string => {
  const key = componentWords[name]
  return key === undefined ? name.replaceAll('_', ' ') : words[key]
}

/** `order` are the names of the current components. */
export function historySections(day: DayHistory, order: readonly string[], reader: Reader): Html {
  const { words } = reader
  const since = day.since === null ? null : html`<p class="note">${sinceText(day.since, words)}</p>`
  const strips = inOrder(day, order).map(({ name, points }) => {
    const label = componentName(name, words)
    const text = problemText(points, reader)
    return html`<li><span>${label}</span><small>${text}</small>${statusStrip(`${label}: ${text}`, points, periodsShown)}</li>`
  })
  return html`<section class="panel"><h2>${words.lastDay}</h2><ul class="days">${strips}</ul>${since}</section>${latencyPlot(day, reader)}`
}

const inOrder = ({ components }: DayHistory, order: readonly string[]) =>
  order.flatMap(name => components.find(component => component.name === name) ?? [])

function sinceText(since: string, words: Words): Html {
  const [before = '', after = ''] = words.recordedSince.split('{time}')
  return html`${before}<time dir="ltr" datetime="${since}">${minuteOf(since)}</time>${after}`
}

const minuteOf = (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`

const problemMinutes = (points: readonly Point[]): number =>
  points.filter(({ level }) => level > 0).length * periodMinutes

function problemText(points: readonly Point[], { words, duration }: Reader): string {
  const minutes = problemMinutes(points)
  if (minutes === 0) return words.dayWell
  const time = minutes < 120 ? duration(minutes, 'minute') : duration(minutes / 60, 'hour')
  return filled(words.dayProblems, { time })
}

/** The components that requests wait for. */
const plotted = ['store', 'search', 'event_loop']

function latencyPlot(day: DayHistory, { words, duration }: Reader): Html {
  const lines = inOrder(day, plotted).map(({ name, points }) => ({
    name: componentName(name, words),
    points: points.map(({ at, ms }) => ({ x: at, y: ms })),
  }))
  const plot = linePlot(words.latencyDay, lines, periodsShown - 1, {
    y: value => duration(value, 'millisecond'),
    from: duration(-24, 'hour'),
    to: duration(0, 'hour'),
  })
  return html`<section class="panel"><h2>${words.latencyDay}</h2>${plot}<p class="note">${filled(words.latencyNote, { n: String(periodMinutes) })}</p></section>`
}

export function historyMarkdown(day: DayHistory, order: readonly string[], words: Words): string {
  const rows = inOrder(day, order).map(({ name, points }) => [
    componentName(name, words),
    problemMinutes(points) === 0 ? words.dayWell : `${problemMinutes(points)} min`,
    `${Math.max(...points.map(({ ms }) => ms))} ms`,
  ])
  const since = day.since === null ? '' : `\n\n${filled(words.recordedSince, { time: minuteOf(day.since) })}`
  return `## ${words.lastDay}\n\n${markdownTable(['component', 'problems', 'slowest check'], rows)}${since}`
}
