// Failures, memory and open files over time as SVG, with the faults as vertical lines.
import { isFailure, type Record } from './run.ts'

const width = 900
const left = 64
const right = 20
const panelHeight = 120
const gap = 46
const top = 60
const bucketMs = 10_000

type Panel = {
  title: string
  most: number
  text: (value: number) => string
  draw: (y: (value: number) => number) => string
}

export function timeChart(record: Record): string {
  const endMs = record.minutes * 60_000
  const x = (at: number) => left + (Math.min(at, endMs) / endMs) * (width - left - right)
  const panels = [failures(record, x), usage(record, x, 'memory'), usage(record, x, 'files')]
  const height = top + panels.length * (panelHeight + gap)
  const drawn = panels.map((panel, i) => drawPanel(panel, top + i * (panelHeight + gap)))
  const lines = record.faults.map(
    ({ name, from }) =>
      `<line x1="${x(from).toFixed(1)}" x2="${x(from).toFixed(1)}" y1="${top - 8}" y2="${height - gap}" class="fault"><title>${name}</title></line>`,
  )
  const minutes = Array.from({ length: 7 }, (_, i) => Math.round((record.minutes * i) / 6))
  const axis = minutes.map(
    minute => `<text x="${x(minute * 60_000).toFixed(1)}" y="${height - 14}" text-anchor="middle">${minute} min</text>`,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Failures, memory and open files over time">`,
    `<style>${style}</style><rect width="${width}" height="${height}" rx="10" class="ground"/>`,
    `<text x="20" y="28" class="title">A random fault every minute (vertical lines)</text>`,
    lines.join(''),
    drawn.join(''),
    axis.join(''),
    '</svg>\n',
  ].join('')
}

function drawPanel({ title, most, text, draw }: Panel, offset: number): string {
  const y = (value: number) => offset + panelHeight - (value / most) * (panelHeight - 12)
  const line = `<line x1="${left}" x2="${width - right}" y1="${offset + panelHeight}" y2="${offset + panelHeight}" class="axis"/>`
  const labels = `<text x="${left - 8}" y="${offset + 14}" text-anchor="end">${text(most)}</text><text x="${left - 8}" y="${offset + panelHeight}" text-anchor="end">0</text>`
  return `<text x="${left}" y="${offset - 2}" class="name">${title}</text>${line}${labels}${draw(y)}`
}

/** Failed requests in ten seconds, out of those that were sent. */
function failures({ outcomes, minutes }: Record, x: (at: number) => number): Panel {
  const counts = new Array<number>(Math.ceil((minutes * 60_000) / bucketMs)).fill(0)
  for (const { at } of outcomes.filter(isFailure)) counts[Math.min(counts.length - 1, Math.floor(at / bucketMs))]!++
  const most = Math.max(1, ...counts)
  const barWidth = Math.max(1.5, x(bucketMs) - x(0) - 1)
  const draw = (y: (value: number) => number) =>
    counts
      .map((count, i) => {
        const height = (y(0) - y(count)).toFixed(1)
        return count === 0
          ? ''
          : `<rect x="${x(i * bucketMs).toFixed(1)}" y="${y(count).toFixed(1)}" width="${barWidth.toFixed(1)}" height="${height}" class="failed"/>`
      })
      .join('')
  return {
    title: `Failed requests in 10 s, of about ${Math.round(outcomes.length / counts.length)}`,
    most,
    text: String,
    draw,
  }
}

/** A line per process. A worker that was killed ends its line. */
function usage({ samples }: Record, x: (at: number) => number, of: 'memory' | 'files'): Panel {
  const points = samples.flatMap(({ at, processes }) =>
    processes.map(process => ({ at, pid: process.pid, value: process[of] })),
  )
  const most = Math.max(1, ...points.map(({ value }) => value))
  const draw = (y: (value: number) => number) =>
    [...Map.groupBy(points, ({ pid }) => pid).values()]
      .map(line => line.map(({ at, value }) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' '))
      .map(line => `<polyline points="${line}" class="line"/>`)
      .join('')
  const inMb = (value: number) => `${Math.round(value / 2 ** 20)} MB`
  return of === 'memory'
    ? { title: 'Memory of each process', most, text: inMb, draw }
    : { title: 'Open files of each process', most, text: String, draw }
}

const style =
  'text{font:12px system-ui,sans-serif;fill:#5b6272}.title{font-weight:600;font-size:15px;fill:#1f2430}.name{font-size:13px;fill:#1f2430}.ground{fill:#fbfbfd}.axis{stroke:#c3c8d4}.fault{stroke:#c3c8d4;stroke-dasharray:2 3}.failed{fill:#c2410c}.line{fill:none;stroke:#5b4bdb;stroke-width:1.5}' +
  '@media(prefers-color-scheme:dark){text{fill:#a3aabb}.title,.name{fill:#e8eaf0}.ground{fill:#171a21}.axis,.fault{stroke:#454c5c}.failed{fill:#fb923c}.line{stroke:#8f82ff}}'
