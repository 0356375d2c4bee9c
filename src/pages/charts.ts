// Small drawings of numbers. Attributes only, no styles: the policy of pages allows none. Each comes with words that say
// the same.
import { type Html, html } from './html.ts'

export type Bar = { label: string; value: number }

/** `gap` is the part of its place that a bar leaves free. */
const bars = { width: 320, height: 96, gap: 0.35, foot: 2 }

export function barChart(title: string, list: readonly Bar[]): Html {
  const { width, height, gap, foot } = bars
  const most = Math.max(1, ...list.map(({ value }) => value))
  const step = width / list.length
  const drawn = list.map(({ label, value }, i) => {
    const tall = value === 0 ? foot : Math.max(6, Math.round((value / most) * height))
    const kind = value === 0 ? 'none' : 'some'
    return html`<rect class="${kind}" x="${round((i + gap / 2) * step)}" y="${height - tall}" width="${round((1 - gap) * step)}" height="${tall}" rx="3"><title>${label}: ${value}</title></rect>`
  })
  return html`<svg class="chart" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}">${drawn}</svg>`
}

export type Line = { name: string; points: readonly { x: number; y: number }[] }

const plot = { width: 860, height: 220, side: 44, foot: 24, head: 10 }

/** Lines over `span` units of x, the newest at the end. The scale is the next round number above all of them. */
export function linePlot(title: string, lines: readonly Line[], span: number, unit: string): Html {
  const { width, height, side, foot, head } = plot
  const top = roundUp(Math.max(1, ...lines.flatMap(({ points }) => points.map(({ y }) => y))))
  const across = (x: number) => round(side + (x / span) * (width - side - 8))
  const up = (y: number) => round(head + (1 - y / top) * (height - head - foot))
  const rules = [0, top / 2, top].map(
    y =>
      html`<line class="rule" x1="${side}" x2="${width - 8}" y1="${up(y)}" y2="${up(y)}"/><text x="${side - 8}" y="${up(y) + 4}" text-anchor="end">${round(y)}</text>`,
  )
  const drawn = lines.map(({ points }, i) => {
    const path = points.map(({ x, y }) => `${across(x)},${up(y)}`).join(' ')
    const last = points.at(-1)
    const end = last === undefined ? null : html`<circle cx="${across(last.x)}" cy="${up(last.y)}" r="3.5"/>`
    return html`<g class="line line-${i}"><polyline points="${path}"/>${end}</g>`
  })
  return html`<div class="plotted" tabindex="0" role="group" aria-label="${title}"><svg class="plot" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}">${rules}
<text x="${side}" y="${height - 4}">−${span} ${unit}</text><text x="${width - 8}" y="${height - 4}" text-anchor="end">0</text>${drawn}</svg></div>
<ul class="legend">${lines.map(({ name }, i) => html`<li class="line-${i}">${name}</li>`)}</ul>`
}

const round = (value: number): number => Math.round(value * 10) / 10

function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 5, 10].map(step => step * power).find(step => step >= value) ?? value
}
