// Creations of a creator per month, up to the newest.
import { type Bar, barChart } from './layout/charts.ts'
import { type Html, html } from './layout/html.ts'
import type { Reader } from './layout/reader.ts'
import { filled } from './layout/words.ts'

const months = { min: 6, max: 12 }
/** Fewer creations make no chart. */
const minCreations = 3

/** The newest creations. */
type Newest = { items: readonly { publishedAt: string }[]; total: number; hasMore: boolean }

/** Months counted from year 0. */
const monthOf = (time: string): number => Number(time.slice(0, 4)) * 12 + Number(time.slice(5, 7)) - 1

const firstDay = (month: number): string => new Date(Date.UTC(Math.floor(month / 12), month % 12, 1)).toISOString()

/** With `hasMore` the oldest month is incomplete, so it is left out. */
function countsOf({ items, hasMore }: Newest): { month: string; count: number }[] {
  const published = items.map(({ publishedAt }) => monthOf(publishedAt))
  const last = Math.max(...published)
  const oldest = Math.min(...published)
  const start = hasMore ? oldest + 1 : Math.min(oldest, last - months.min + 1)
  const first = Math.max(start, last - months.max + 1)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => ({
    month: firstDay(first + i),
    count: published.filter(month => month === first + i).length,
  }))
}

export function activity(newest: Newest, reader: Reader): Html | null {
  const { words, month, monthLetter, number, direction } = reader
  if (newest.items.length < minCreations) return null
  const counts = countsOf(newest)
  const counted = counts.reduce((sum, { count }) => sum + count, 0)
  if (counts.length < 2 || counted < minCreations) return null
  const bars: Bar[] = counts.map(({ month: start, count }) => ({
    label: month(start),
    mark: monthLetter(start),
    value: count,
  }))
  // Time runs in the direction of the text.
  const drawn = direction === 'rtl' ? bars.toReversed() : bars
  const note = filled(words.activityNote, { n: number(counted), total: number(newest.total) })
  return html`<section class="panel activity"><h2>${words.activity}</h2>${barChart(words.activity, drawn)}
<p class="axis"><span>${bars[0]!.label}</span><span>${bars.at(-1)!.label}</span></p><p class="note">${note}</p></section>`
}
