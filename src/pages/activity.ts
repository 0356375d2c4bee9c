// Publishing activity of a creator: creations per month, up to the newest.
import { type Bar, barChart } from './layout/charts.ts'
import { type Html, html } from './layout/html.ts'
import type { Reader } from './layout/reader.ts'

const maxMonths = 12

/** Months counted from year 0. */
const monthOf = (time: string): number => Number(time.slice(0, 4)) * 12 + Number(time.slice(5, 7)) - 1

const firstDay = (month: number): string => new Date(Date.UTC(Math.floor(month / 12), month % 12, 1)).toISOString()

/** With `hasMore` the oldest month is incomplete, so it is left out. */
function monthsOf(times: readonly string[], hasMore: boolean): { month: string; count: number }[] {
  const months = times.map(monthOf)
  const last = Math.max(...months)
  const oldest = Math.min(...months) + (hasMore ? 1 : 0)
  const first = hasMore ? Math.max(oldest, last - maxMonths + 1) : last - maxMonths + 1
  const count = Math.max(0, last - first + 1)
  return Array.from({ length: count }, (_, i) => ({
    month: firstDay(first + i),
    count: months.filter(month => month === first + i).length,
  }))
}

export function activity(times: readonly string[], hasMore: boolean, { words, month, direction }: Reader): Html | null {
  if (times.length === 0) return null
  const months = monthsOf(times, hasMore)
  if (months.length < 2) return null
  const bars: Bar[] = months.map(({ month: start, count }) => ({ label: month(start), value: count }))
  // Time runs in the direction of the text.
  const drawn = direction === 'rtl' ? bars.toReversed() : bars
  return html`<section class="panel"><h2>${words.activity}</h2>${barChart(words.activity, drawn)}
<p class="axis"><span>${bars[0]!.label}</span><span>${bars.at(-1)!.label}</span></p><p class="note">${words.activityNote}</p></section>`
}
