// The last day of health checks on the status page: per component a strip of its status, and a plot of latencies.
import type { Words } from '../languages/language.ts'
import { markdownTable } from '../util/markdown-table.ts'
import { linePlot, statusStrip } from './layout/charts.ts'
import { type Html, html } from './layout/html.ts'
import type { Reader } from './layout/reader.ts'
import { filled } from './layout/words.ts'
import type { Component, HealthStatus } from './status-document.ts'

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

const states = {
  operational: 'partWell',
  degraded: 'partDegraded',
  outage: 'partOutage',
} satisfies Record<HealthStatus, keyof Words>

/** The first period with records; the current one without any. */
const firstPeriod = ({ components }: DayHistory): number =>
  Math.min(periodsShown - 1, ...components.flatMap(({ points }) => points[0]?.at ?? []))

const maxBars = 48
/** Fewer records, those of less than an hour, have no share of uptime. */
const minRecorded = 60 / periodMinutes

/** The time that is shown: from the first record on. */
type Window = { start: number; bars: number; perBar: number; minutes: number; isShort: boolean }

function windowOf(day: DayHistory): Window {
  const recorded = periodsShown - firstPeriod(day)
  const perBar = Math.ceil(recorded / maxBars)
  const bars = Math.ceil(recorded / perBar)
  const isShort = recorded < minRecorded
  return { start: periodsShown - bars * perBar, bars, perBar, minutes: recorded * periodMinutes, isShort }
}

/** The share of the recorded time in which a component was not down; null without records. */
const uptimeOf = (points: readonly Point[]): number | null =>
  points.length === 0 ? null : points.filter(({ level }) => level < downLevel).length / points.length

const downLevel = 2

/** The worst level of each bar; null without records. */
function barsOf(points: readonly Point[], { start, bars, perBar }: Window): (number | null)[] {
  const byBar = Map.groupBy(points, ({ at }) => Math.floor((at - start) / perBar))
  return Array.from({ length: bars }, (_, i) => {
    const levels = byBar.get(i)?.map(({ level }) => level)
    return levels === undefined ? null : Math.max(...levels)
  })
}

/** A row for each component, its history and a plot of latencies. Less than an hour has no history. */
export function historySections(day: DayHistory, components: readonly Component[], reader: Reader): Html {
  const { words, ago, percent } = reader
  const shown = windowOf(day)
  const rows = components.map(({ name, status, latency_ms }) => {
    const points = day.components.find(recorded => recorded.name === name)?.points ?? []
    const label = componentName(name, words)
    const problems = problemMinutes(points) === 0 ? null : html`<small>${problemText(points, reader)}</small>`
    const bars = barsOf(points, shown)
    const strip = statusStrip(`${label}: ${stripText(points, day, reader)}`, bars)
    const uptime = uptimeOf(points)
    const history = html`<td>${strip}</td><td data-label="${words.uptime}">${uptime === null ? null : percent(uptime)}</td>`
    const row = html`<tr><th scope="row">${label}${problems}</th>${shown.isShort ? null : history}<td><span class="dot dot-${status}"></span>${words[states[status]]}</td><td data-label="${words.latency}">${latencyText(points.at(-1)?.ms ?? latency_ms, reader)}</td></tr>`
    return { row, hasGaps: bars.includes(null) }
  })
  const body = html`<tbody>${rows.map(({ row }) => row)}</tbody>`
  const last = html`<th scope="col">${words.status}</th><th scope="col">${words.latency}</th>`
  const since = day.since === null || isWholeDay(day) ? null : recordedSince(day.since, reader)
  if (shown.isShort)
    return html`<section class="panel"><h2>${words.serviceParts}</h2><table class="parts"><thead><tr><td></td>${last}</tr></thead>${body}</table></section>`
  const head = html`<thead><tr><td></td><td></td><th scope="col">${words.uptime}</th>${last}</tr></thead>`
  const axis = html`<tfoot><tr><td></td><td><p class="axis"><span>${ago(shown.minutes)}</span><span>${ago(0)}</span></p></td><td></td><td></td><td></td></tr></tfoot>`
  const heading = since === null ? words.lastDay : html`${since} <small>${words.historyGrows}</small>`
  const hasGaps = rows.some(({ hasGaps }) => hasGaps)
  const plot = latencyPlot(day, reader)
  return html`<section class="panel"><h2>${heading}</h2><table class="days">${head}${body}${axis}</table>${legend(hasGaps, reader)}${plot === null ? latencyNote(reader) : null}</section>${plot}`
}

/** Without its full stop: it is a heading. */
function recordedSince(since: string, reader: Reader): Html {
  const [before = '', after = ''] = reader.words.recordedSince.split('{time}')
  return html`${before}${timeOf(since, reader)}${after.replace(/[.。।]$/, '')}`
}

const isWholeDay = ({ components }: DayHistory): boolean =>
  components.some(({ points }) => points[0] !== undefined && points[0].at === 0)

const latencyText = (ms: number, { duration }: Reader): string => duration(Math.max(1, Math.round(ms)), 'millisecond')

/** The meaning of the colours. */
function legend(hasGaps: boolean, { words }: Reader): Html {
  const levels = Object.values(states).map((state, level) => html`<li class="level-${level}">${words[state]}</li>`)
  const none = hasGaps ? html`<li class="no-data">${words.noData}</li>` : null
  return html`<ul class="legend">${levels}${none}</ul>`
}

/** A script shows it in the time zone of the reader. */
export const timeOf = (time: string, { minute }: Reader): Html =>
  html`<time data-local datetime="${time}">${minute(time)}</time>`

const inOrder = ({ components }: DayHistory, order: readonly string[]) =>
  order.flatMap(name => components.find(component => component.name === name) ?? [])

const problemMinutes = (points: readonly Point[]): number =>
  points.filter(({ level }) => level > 0).length * periodMinutes

function problemText(points: readonly Point[], { words, duration }: Reader): string {
  const minutes = problemMinutes(points)
  const time = minutes < 120 ? duration(minutes, 'minute') : duration(minutes / 60, 'hour')
  return filled(words.dayProblems, { time })
}

function stripText(points: readonly Point[], day: DayHistory, reader: Reader): string {
  if (points.length === 0) return reader.words.noData
  if (problemMinutes(points) > 0) return problemText(points, reader)
  const isWhole = day.since === null || isWholeDay(day)
  return isWhole ? reader.words.dayWell : filled(reader.words.wellSince, { time: reader.minute(day.since!) })
}

const latencyNote = ({ words }: Reader): Html =>
  html`<p class="note">${words.latency}: ${filled(words.latencyNote, { n: String(periodMinutes) })}</p>`

/** The components that requests wait for. */
const plotted = ['store', 'search', 'event_loop']

/** From the first record on. */
function latencyPlot(day: DayHistory, reader: Reader): Html | null {
  const { words } = reader
  const recorded = inOrder(day, plotted)
  const first = firstPeriod(day)
  const span = periodsShown - 1 - first
  if (span < minRecorded) return null
  const lines = recorded.map(({ name, points }) => ({
    name: componentName(name, words),
    points: points.map(({ at, ms }) => ({ x: at - first, y: ms })),
  }))
  const plot = linePlot(words.latency, lines, span, {
    y: value => reader.duration(value, 'millisecond'),
    from: reader.ago((span + 1) * periodMinutes),
    to: reader.ago(0),
  })
  return html`<section class="panel"><h2>${words.latency}</h2>${plot}${latencyNote(reader)}</section>`
}

export function historyMarkdown(day: DayHistory, order: readonly string[], words: Words): string {
  const rows = inOrder(day, order).map(({ name, points }) => [
    componentName(name, words),
    problemMinutes(points) === 0 ? wellText(day, words) : `${problemMinutes(points)} min`,
    windowOf(day).isShort ? '' : `${Math.round((uptimeOf(points) ?? 0) * 10_000) / 100} %`,
    `${Math.max(...points.map(({ ms }) => ms))} ms`,
  ])
  const since = day.since === null ? '' : filled(words.recordedSince, { time: minuteOf(day.since) })
  const note = isWholeDay(day) ? since : `${since} ${words.historyGrows}`.trim()
  return `## ${words.lastDay}\n\n${note}\n\n${markdownTable(['component', 'problems', 'uptime', 'slowest check'], rows)}`
}

const wellText = (day: DayHistory, words: Words): string =>
  day.since === null || isWholeDay(day) ? words.dayWell : filled(words.wellSince, { time: minuteOf(day.since) })

const minuteOf = (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`
