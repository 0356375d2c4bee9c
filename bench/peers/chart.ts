// Bars as SVG, on a scale of tenfold steps: the slowest and the fastest are thousands of times apart.

export type Bar = { name: string; value: number; label: string; ours: boolean }

const width = 760
const nameWidth = 190
const barHeight = 24
const gap = 10
const top = 44

export function barChart(title: string, bars: readonly Bar[]): string {
  const height = top + bars.length * (barHeight + gap) + 12
  const least = Math.log10(Math.min(...bars.map(({ value }) => value))) - 0.3
  const most = Math.log10(Math.max(...bars.map(({ value }) => value)))
  const room = width - nameWidth - 130
  const lengthOf = (value: number) => Math.max(3, Math.round(((Math.log10(value) - least) / (most - least)) * room))
  const rows = bars.map(({ name, value, label, ours }, i) => {
    const y = top + i * (barHeight + gap)
    const middle = y + barHeight / 2 + 5
    const length = lengthOf(value)
    return [
      `<text x="${nameWidth - 12}" y="${middle}" text-anchor="end">${escaped(name)}</text>`,
      `<rect x="${nameWidth}" y="${y}" width="${length}" height="${barHeight}" rx="4" class="${ours ? 'ours' : 'other'}"/>`,
      `<text x="${nameWidth + length + 10}" y="${middle}" class="value">${escaped(label)}</text>`,
    ].join('')
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">`,
    `<style>${style}</style><rect width="${width}" height="${height}" rx="10" class="ground"/>`,
    `<text x="20" y="28" class="title">${escaped(title)}</text>${rows.join('')}</svg>\n`,
  ].join('')
}

const style =
  'text{font:14px system-ui,sans-serif;fill:#1f2430}.title{font-weight:600;font-size:15px}.value{fill:#5b6272}.ground{fill:#fbfbfd}.ours{fill:#5b4bdb}.other{fill:#c3c8d4}' +
  '@media(prefers-color-scheme:dark){text{fill:#e8eaf0}.value{fill:#a3aabb}.ground{fill:#171a21}.ours{fill:#8f82ff}.other{fill:#454c5c}}'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
