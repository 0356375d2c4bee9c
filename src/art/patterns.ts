// Geometric patterns on 600 by 400. Each uses few tones and large shapes, because cards show many next to each other.
import { below, pick, type Random } from './random.ts'
import { circle, path, rect, stroke } from './svg.ts'
import type { Tones } from './tones.ts'

export type Pattern = (random: Random, tones: Tones) => string

const [width, height] = [600, 400]

/** One of three tones, and rarely the spark. */
const toneFor = (random: Random, { soft, middle, strong, spark }: Tones): string =>
  random() < 0.08 ? spark : pick(random, [soft, middle, strong])

/** Path data by colour, so that each colour is one element. With `lines`, the data are lines of that width. */
function byColour(): { add: (colour: string, d: string) => void; draw: (lines?: number) => string } {
  const data = new Map<string, string>()
  return {
    add: (colour, d) => void data.set(colour, (data.get(colour) ?? '') + d),
    draw: lines =>
      [...data].map(([colour, d]) => (lines === undefined ? path(d, colour) : round(d, colour, lines))).join(''),
  }
}

const round = (d: string, colour: string, size: number): string => stroke(d, colour, size, 'stroke-linecap="round"')

function overGrid(size: number, draw: (x: number, y: number) => void): void {
  for (let y = 0; y < height; y += size) for (let x = 0; x < width; x += size) draw(x, y)
}

/** A quarter of a disc of radius `r` with its centre in one corner of the square at x, y. */
function quarter(x: number, y: number, r: number, corner: number): string {
  return [
    `M${x} ${y}h${r}a${r} ${r} 0 0 1-${r} ${r}z`,
    `M${x + r} ${y}v${r}a${r} ${r} 0 0 1-${r}-${r}z`,
    `M${x + r} ${y + r}h-${r}a${r} ${r} 0 0 1 ${r}-${r}z`,
    `M${x} ${y + r}v-${r}a${r} ${r} 0 0 1 ${r} ${r}z`,
  ][corner]!
}

const quarters: Pattern = (random, tones) => {
  const shapes = byColour()
  const size = pick(random, [100, 200])
  overGrid(size, (x, y) => shapes.add(toneFor(random, tones), quarter(x, y, size, below(random, 4))))
  return shapes.draw()
}

const petals: Pattern = (random, tones) => {
  const shapes = byColour()
  const size = pick(random, [100, 200])
  overGrid(size, (x, y) => {
    const leans = (x / size + y / size) % 2 === 0
    const leaf = leans
      ? `M${x} ${y}h${size / 2}a${size / 2} ${size / 2} 0 0 1 ${size / 2} ${size / 2}v${size / 2}h-${size / 2}a${size / 2} ${size / 2} 0 0 1-${size / 2}-${size / 2}z`
      : `M${x + size} ${y}v${size / 2}a${size / 2} ${size / 2} 0 0 1-${size / 2} ${size / 2}h-${size / 2}v-${size / 2}a${size / 2} ${size / 2} 0 0 1 ${size / 2}-${size / 2}z`
    shapes.add(toneFor(random, tones), leaf)
  })
  return shapes.draw()
}

const triangles: Pattern = (random, tones) => {
  const shapes = byColour()
  const size = pick(random, [100, 200])
  overGrid(size, (x, y) => {
    const corners = pick(random, [`h${size}l-${size} ${size}z`, `h${size}v${size}z`])
    shapes.add(toneFor(random, tones), `M${x} ${y}${corners}`)
  })
  return shapes.draw()
}

const stripes: Pattern = (random, tones) => {
  const lean = pick(random, [-1, 1])
  const colours = [tones.soft, tones.middle, tones.strong, tones.back]
  let bands = ''
  let from = -420
  for (let i = below(random, 4); from < 1020; i++) {
    const wide = pick(random, [50, 80, 120])
    const colour = random() < 0.06 ? tones.spark : colours[i % 4]!
    const [x, far] = lean > 0 ? [from, from + 400] : [from + 400, from]
    bands += path(`M${x} 0h${wide}L${far + wide} 400h-${wide}z`, colour)
    from += wide
  }
  return bands
}

const chevrons: Pattern = (random, tones) => {
  const rise = pick(random, [50, 75, 100])
  const colours = [tones.soft, tones.middle, tones.back, tones.strong]
  const first = below(random, 4)
  const zigzag = `l100-${rise}l100 ${rise}`.repeat(3)
  return Array.from({ length: 6 }, (_, i) => path(`M0 ${i * 90 - 20}${zigzag}V400H0z`, colours[(first + i) % 4]!)).join(
    '',
  )
}

const beads: Pattern = (random, tones) => {
  const colour = pick(random, [tones.middle, tones.strong])
  const [first, last] = pick(random, [
    [10, 42],
    [42, 10],
    [24, 24],
  ] as const)
  // Dashes without length are round because of their caps.
  const rows = Array.from({ length: 9 }, (_, i) => {
    const size = Math.round(first + ((last - first) * i) / 8)
    return `<path d="M${i % 2 === 0 ? 0 : 25} ${i * 50}h650" stroke-width="${size}"/>`
  })
  return `<g stroke="${colour}" stroke-linecap="round" stroke-dasharray="0 50">${rows.join('')}</g>`
}

const blocks: Pattern = (random, tones) => {
  const shapes = byColour()
  overGrid(200, (x, y) => {
    shapes.add(pick(random, [tones.soft, tones.middle]), `M${x} ${y}h200v200h-200z`)
  })
  let over = ''
  overGrid(200, (x, y) => {
    const colour = random() < 0.16 ? tones.spark : pick(random, [tones.strong, tones.back])
    const kind = below(random, 5)
    if (kind === 0) over += circle(x + 100, y + 100, 100, colour)
    else if (kind === 1) over += path(quarter(x, y, 200, below(random, 4)), colour)
    else if (kind === 2) over += path(`M${x} ${y + 100}a100 100 0 0 1 200 0z`, colour)
    else if (kind === 3) over += path(`M${x} ${y + 200}l200-200v200z`, colour)
    else over += rect(x + 50, y + 50, 100, 100, 0, colour)
  })
  return shapes.draw() + over
}

const knots: Pattern = (random, tones) => {
  let lines = ''
  overGrid(200, (x, y) => {
    lines +=
      random() < 0.5
        ? `M${x + 100} ${y}a100 100 0 0 1-100 100M${x + 200} ${y + 100}a100 100 0 0 0-100 100`
        : `M${x + 100} ${y}a100 100 0 0 0 100 100M${x} ${y + 100}a100 100 0 0 1 100 100`
  })
  return stroke(lines, tones.soft, 110) + stroke(lines, tones.middle, 66) + stroke(lines, tones.strong, 24)
}

/** Overlapping scales in rows, each of three discs. */
const scales: Pattern = (random, { soft, middle, strong, back }) => {
  const r = pick(random, [75, 100])
  const colours = pick(random, [
    [middle, soft, strong],
    [strong, back, middle],
  ])
  let drawn = ''
  for (let row = 0; row * r < height + 2 * r; row++) {
    const from = row % 2 === 0 ? 0 : -r
    const discs = colours.map((colour, i) => {
      const dashed = `stroke-width="${Math.round(2 * r * (1 - i * 0.3))}" stroke="${colour}" stroke-dasharray="0 ${2 * r}"`
      return `<path d="M${from} ${row * r}h${width + 2 * r}" ${dashed}/>`
    })
    drawn += discs.join('')
  }
  return `<g stroke-linecap="round">${drawn}</g>`
}

/** Pairs of bars, across and upright in turn. */
const weave: Pattern = (random, tones) => {
  const size = pick(random, [100, 200])
  const bar = size * 0.3
  const shapes = byColour()
  overGrid(size, (x, y) => {
    const across = (x / size + y / size) % 2 === 0
    for (const at of [0.3, 0.7]) {
      const d = across ? `M${x + 12} ${y + at * size}h${size - 24}` : `M${x + at * size} ${y + 12}v${size - 24}`
      shapes.add(random() < 0.06 ? tones.spark : across ? tones.strong : tones.middle, d)
    }
  })
  return shapes.draw(bar)
}

/** Cubes seen from a corner. */
const cubes: Pattern = (random, { soft, middle, strong }) => {
  const [w, h] = pick(random, [
    [60, 35],
    [100, 58],
  ] as const)
  const [left, right] = random() < 0.5 ? [middle, strong] : [strong, middle]
  let [one, other] = ['', '']
  for (let row = -1; row * 3 * h < height; row++)
    for (let x = row % 2 === 0 ? 0 : w; x <= width + w; x += 2 * w) {
      const y = row * 3 * h
      one += `M${x} ${y + 2 * h}v${2 * h}l-${w}-${h}v-${2 * h}z`
      other += `M${x} ${y + 2 * h}v${2 * h}l${w}-${h}v-${2 * h}z`
    }
  return rect(0, 0, width, height, 0, soft) + path(one, left) + path(other, right)
}

/** Phases of a moon. */
const moons: Pattern = (random, tones) => {
  const first = below(random, 6)
  let [discs, shades] = ['', '']
  overGrid(200, (x, y) => {
    const phase = ((x / 200 + (y / 200) * 3 + first) % 6) - 3
    discs += circle(x + 100, y + 100, 74, phase === 0 ? tones.spark : tones.strong)
    if (phase !== 0)
      shades += path(
        `M${x + 100} ${y + 26}a74 74 0 0 ${phase < 0 ? 0 : 1} 0 148a${90 - 20 * Math.abs(phase)} 74 0 0 ${phase % 2 === 0 ? 0 : 1} 0-148`,
        tones.middle,
      )
  })
  return discs + shades
}

const crosses: Pattern = (random, tones) => {
  const shapes = byColour()
  const size = pick(random, [80, 120])
  for (let y = 0; y <= height; y += size)
    for (let x = (y / size) % 2 === 0 ? 0 : size / 2; x <= width; x += size) {
      const arm = size * 0.24
      shapes.add(toneFor(random, tones), `M${x - arm} ${y}h${2 * arm}M${x} ${y - arm}v${2 * arm}`)
    }
  return shapes.draw(size * 0.2)
}

/** Wavy lines that grow thicker. */
const currents: Pattern = (random, tones) => {
  const [colour, other] = pick(random, [
    [tones.strong, tones.middle],
    [tones.middle, tones.soft],
  ])
  const swing = pick(random, [30, 60])
  const count = pick(random, [6, 9])
  const grows = random() < 0.5
  return Array.from({ length: count }, (_, i) => {
    const y = Math.round(((i + 0.5) * height) / count)
    const thick = 6 + ((grows ? i : count - 1 - i) * 34) / count
    return stroke(`M-20 ${y}q80-${swing} 160 0t160 0t160 0t160 0`, i % 2 === 0 ? colour : other, thick)
  }).join('')
}

export const patterns: readonly Pattern[] = [
  quarters,
  petals,
  triangles,
  stripes,
  chevrons,
  beads,
  blocks,
  knots,
  scales,
  weave,
  cubes,
  moons,
  crosses,
  currents,
]
