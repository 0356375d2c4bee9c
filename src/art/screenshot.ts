// Screenshots: what the creation might look like on a phone.
import type { Kind } from '../records/records.ts'
import { backdrops } from './icon.ts'
import { below, between } from './random.ts'
import { arc, type Brush, bars, circle, drawing, glyphAt, group, linear, path, radial, rect } from './svg.ts'

type Screen = (brush: Brush, kind: Kind) => string

const solid = 'opacity=".7"'
const faint = 'opacity=".25"'

function header(brush: Brush): string {
  const { random, palette } = brush
  return (
    bars(
      [
        [34, 26, 34],
        [332, 26, 24],
      ],
      12,
      palette.ink,
      solid,
    ) +
    circle(50, 84, 24, palette.main) +
    circle(50, 84, 9, palette.paper) +
    bars([[96, 76, between(random, 100, 170)]], 16, palette.ink, solid) +
    bars([[94, 100, between(random, 60, 110)]], 11, palette.ink, faint) +
    circle(348, 84, 16, palette.second, 'opacity=".4"')
  )
}

function tabs({ random, palette }: Brush): string {
  const chosen = 66 + below(random, 4) * 86
  return (
    rect(0, 760, 390, 84, 0, palette.paper) +
    bars(
      [0, 1, 2, 3].map(i => [66 + i * 86, 800, 0]),
      22,
      palette.ink,
      'opacity=".2"',
    ) +
    bars([[chosen, 800, 0]], 32, palette.main)
  )
}

function rows({ random, palette }: Brush, from: number, count: number): string {
  const list = Array.from({ length: count }, (_, i) => from + 34 + i * 84)
  const colours = [palette.main, palette.second, palette.accent]
  const discs = colours.map((colour, c) =>
    bars(
      list.filter((_, i) => i % 3 === c).map(y => [62, y, 0]),
      36,
      colour,
    ),
  )
  return (
    bars(
      list.map(y => [58, y, 274]),
      68,
      '#fff',
    ) +
    discs.join('') +
    bars(
      list.map(y => [102, y - 10, between(random, 80, 160)]),
      12,
      palette.ink,
      'opacity=".55"',
    ) +
    bars(
      list.map(y => [101, y + 12, between(random, 50, 110)]),
      10,
      palette.ink,
      'opacity=".2"',
    )
  )
}

/** The creation's icon, grown to a banner. */
function banner(brush: Brush, kind: Kind): string {
  const { random, palette, id } = brush
  const clip = `<clipPath id="${id('c')}"><rect x="24" y="136" width="342" height="228" rx="34"/></clipPath>`
  const back =
    rect(24, 136, 342, 228, 0, `url(#${id('m')})`) + circle(between(random, 40, 160), 150, 190, `url(#${id('g')})`)
  const placed = kind === 'experience' ? 'translate(24 134)scale(1.34 .9)' : 'translate(93 148)scale(.8)'
  const sign =
    group(placed, backdrops[kind](brush)) + glyphAt(brush, 195, kind === 'experience' ? 234 : 250, 1.1, palette.paper)
  return `${clip}<g clip-path="url(#${id('c')})">${back}${sign}</g>`
}

const overview: Screen = (brush, kind) => banner(brush, kind) + rows(brush, 392, 4)

const list: Screen = brush => rows(brush, 136, 7)

const progress: Screen = brush => {
  const { random, palette, id } = brush
  const share = between(random, 0.45, 0.92)
  const week = [0, 1, 2, 3, 4, 5, 6].map(i => {
    const height = between(random, 40, 150)
    return rect(50 + i * 43, 690 - height, 26, height, 13, i === 4 ? palette.accent : `url(#${id('m')})`)
  })
  return (
    rect(24, 136, 342, 340, 36, '#fff') +
    arc(195, 306, 112, share, palette.main, 30) +
    arc(195, 306, 74, share * 0.8, palette.accent, 22) +
    glyphAt(brush, 195, 306, 0.62, palette.main) +
    rect(24, 500, 342, 224, 36, '#fff') +
    week.join('')
  )
}

const round: Screen = brush => {
  const { random, palette, id } = brush
  const dots: [number, number, number][][] = [[], [], [], []]
  for (let i = 0; i < 25; i++) dots[below(random, 4)]!.push([63 + (i % 5) * 66, 321 + Math.floor(i / 5) * 66, 0])
  const colours = [palette.main, palette.second, palette.accent]
  return (
    rect(24, 136, 163, 104, 28, `url(#${id('m')})`) +
    rect(203, 136, 163, 104, 28, '#fff') +
    bars(
      [
        [56, 172, 48],
        [56, 203, 90],
      ],
      18,
      palette.paper,
    ) +
    bars(
      [
        [235, 172, 48],
        [235, 203, 90],
      ],
      18,
      palette.ink,
      'opacity=".5"',
    ) +
    rect(24, 280, 342, 346, 36, palette.ink) +
    colours.map((colour, i) => bars(dots[i]!, 46, colour)).join('') +
    rect(80, 656, 230, 72, 36, palette.accent) +
    path('M182 674l36 18l-36 18z', palette.ink)
  )
}

const detail: Screen = (brush, kind) => {
  const { random, palette } = brush
  return (
    banner(brush, kind) +
    bars([[34, 412, 200]], 18, palette.ink, solid) +
    bars(
      [448, 478, 508, 538].map(y => [30, y, between(random, 220, 330)]),
      12,
      palette.ink,
      faint,
    ) +
    rect(24, 580, 163, 140, 30, palette.second, 'opacity=".3"') +
    glyphAt(brush, 105, 650, 0.8, palette.main) +
    rect(203, 580, 163, 140, 30, palette.accent, 'opacity=".35"') +
    arc(284, 650, 38, between(random, 0.3, 0.9), palette.main, 14)
  )
}

const second: Record<Kind, Screen> = {
  app: detail,
  tracker: progress,
  game: round,
  widget: progress,
  experience: detail,
}

/** The first shows the whole, the second what it is about, the third a list. */
export function drawScreenshot(brush: Brush, kind: Kind, number: number): string {
  const { palette, id } = brush
  const defs = linear(id('m'), palette.second, palette.main, 'x2="1" y2="1"') + radial(id('g'), palette.paper, 0.4)
  const back = rect(0, 0, 390, 844, 0, palette.paper) + rect(0, 0, 390, 844, 0, palette.second, 'opacity=".15"')
  const screen = [overview, second[kind], list][number % 3]!
  return drawing(390, 844, defs, back + header(brush) + screen(brush, kind) + tabs(brush))
}
