// Small charts. Attributes only, since the content security policy forbids inline styles. Each has a text
// alternative.
import { type Html, html } from './html.ts'

type Line = { name: string; points: readonly { x: number; y: number }[] }

/** Labels of a plot: a value of y, and the start and end of x. */
type Scale = { y: (value: number) => string; from: string; to: string }

/** The drawing is stretched to its container; the style sheet keeps line widths and dots unscaled. */
const plot = { width: 800, height: 200 }

/** Lines over `span` units of x, the newest last. The scale ends at the next round number above all values. */
export function linePlot(title: string, lines: readonly Line[], span: number, scale: Scale): Html {
  const { width, height } = plot
  const top = roundUp(Math.max(1, ...lines.flatMap(({ points }) => points.map(({ y }) => y))))
  const xOf = (x: number) => round((x / span) * width)
  const yOf = (y: number) => round((1 - y / top) * height)
  const steps = [top, top / 2, 0]
  const rules = steps.map(y => html`<line class="rule" x1="0" x2="${width}" y1="${yOf(y)}" y2="${yOf(y)}"/>`)
  const drawn = lines.map(({ points }, i) => {
    const drawnLines = connected(points).map(part => {
      const path = part.map(({ x, y }) => `${xOf(x)},${yOf(y)}`).join(' ')
      return html`<polyline points="${path}"/>`
    })
    // The last point, and those without a neighbour, which have no line.
    const single = connected(points)
      .filter(part => part.length === 1)
      .flat()
    const dots = new Set([...single, ...points.slice(-1)])
    const drawnDots = [...dots].map(({ x, y }) => html`<path class="end" d="M${xOf(x)} ${yOf(y)}h0"/>`)
    return html`<g class="line line-${i}">${drawnLines}${drawnDots}</g>`
  })
  return html`<div class="plotted"><div class="scale">${steps.map(y => html`<span>${scale.y(y)}</span>`)}</div>
<svg class="plot" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${title}">${rules}${drawn}</svg>
<p class="axis"><span>${scale.from}</span><span>${scale.to}</span></p></div>
<ul class="legend">${lines.map(({ name }, i) => html`<li class="line-${i}">${name}</li>`)}</ul>`
}

/** Groups of points with consecutive x. A line across a gap would show values that were not measured. */
function connected(points: Line['points']): Line['points'][] {
  const parts: { x: number; y: number }[][] = []
  for (const [i, point] of points.entries()) {
    const follows = i > 0 && point.x - points[i - 1]!.x === 1
    if (follows) parts.at(-1)!.push(point)
    else parts.push([point])
  }
  return parts
}

/** A bar for each period, the newest last: 0 for good, more for worse, null without data. */
export function statusStrip(title: string, levels: readonly (number | null)[]): Html {
  const bars = levels.map(level => html`<i class="${level === null ? 'no-data' : `level-${level}`}"></i>`)
  return html`<span class="strip" role="img" aria-label="${title}">${bars}</span>`
}

const round = (value: number): number => Math.round(value * 10) / 10

function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 5, 10].map(step => step * power).find(step => step >= value) ?? value
}
