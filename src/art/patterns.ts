// Geometric patterns on 600 by 400, for creations of any kind. Each uses few tones and large shapes, because cards show
// many next to each other.
import { below, between, pick, type Random } from './random.ts'
import { circle, path, rect, stroke } from './svg.ts'
import type { Tones } from './tones.ts'

type Pattern = (random: Random, tones: Tones) => string

const [width, height] = [600, 400]

/** One of three tones, and rarely the spark. */
const toneFor = (random: Random, { soft, middle, strong, spark }: Tones): string =>
  random() < 0.08 ? spark : pick(random, [soft, middle, strong])

/** Path data by colour, so that each colour is one element. */
function byColour(): { add: (colour: string, d: string) => void; draw: () => string } {
  const data = new Map<string, string>()
  return {
    add: (colour, d) => void data.set(colour, (data.get(colour) ?? '') + d),
    draw: () => [...data].map(([colour, d]) => path(d, colour)).join(''),
  }
}

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

const rings: Pattern = (random, tones) => {
  const [x, y] = pick(random, [
    [0, 0],
    [600, 0],
    [600, 400],
    [0, 400],
    [300, 440],
    [300, -40],
  ] as const)
  const colours = [tones.middle, tones.soft, tones.strong, tones.back]
  const step = between(random, 74, 104)
  return Array.from({ length: 7 }, (_, i) => circle(x, y, (7 - i) * step, colours[i % 4]!)).join('')
}

const hills: Pattern = (random, tones) => {
  const colours = [tones.soft, tones.middle, tones.strong]
  const sun = circle(between(random, 90, 510), between(random, 70, 130), between(random, 44, 66), tones.spark)
  const waves = colours.map((colour, i) => {
    const y = 150 + i * 85 + between(random, -20, 20)
    const swing = between(random, 40, 90) * (random() < 0.5 ? 1 : -1)
    const d = `M0 ${Math.round(y)}C150 ${Math.round(y - swing)} 250 ${Math.round(y + swing)} 400 ${Math.round(y)}S560 ${Math.round(y - swing / 2)} 600 ${Math.round(y)}V400H0Z`
    return path(d, colour)
  })
  return sun + waves.join('')
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

export const patterns: readonly Pattern[] = [
  quarters,
  petals,
  triangles,
  rings,
  hills,
  stripes,
  chevrons,
  beads,
  blocks,
  knots,
]
