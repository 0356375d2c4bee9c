// Screenshots: what the creation might look like on a phone.
import type { DefaultKind } from '../site/site.ts'
import { backdrops } from './icon.ts'
import { below, between } from './random.ts'
import {
  circle,
  type DrawingContext,
  dots,
  drawing,
  glowGradient,
  glyphAt,
  group,
  linearGradient,
  lines,
  progressRing,
  rect,
} from './svg.ts'

type Screen = (context: DrawingContext, kind: DefaultKind) => string

const solid = 'opacity=".6"'
const faint = 'opacity=".25"'

function header({ random, palette }: DrawingContext): string {
  return (
    lines(34, [26], () => 34, 12, palette.ink, solid) +
    lines(332, [26], () => 24, 12, palette.ink, solid) +
    circle(50, 84, 24, palette.main) +
    circle(50, 84, 9, palette.paper) +
    lines(96, [76], () => between(random, 100, 170), 16, palette.ink, solid) +
    lines(96, [100], () => between(random, 60, 110), 11, palette.ink, faint)
  )
}

function tabs({ random, palette }: DrawingContext): string {
  const positions = [66, 152, 238, 324]
  const selected = positions[below(random, 4)]!
  return (
    rect(0, 760, 390, 84, 0, palette.paper) +
    positions.map(x => dots(x, [800], 22, palette.ink, faint)).join('') +
    dots(selected, [800], 32, palette.main)
  )
}

function rows({ random, palette }: DrawingContext, from: number, count: number): string {
  const ys = Array.from({ length: count }, (_, i) => from + 34 + i * 84)
  const colours = [palette.main, palette.second, palette.accent]
  return (
    lines(58, ys, () => 274, 68, '#fff') +
    ys.map((y, i) => dots(62, [y], 36, colours[i % 3]!)).join('') +
    lines(
      102,
      ys.map(y => y - 10),
      () => between(random, 80, 160),
      12,
      palette.ink,
      solid,
    ) +
    lines(
      102,
      ys.map(y => y + 12),
      () => between(random, 50, 110),
      10,
      palette.ink,
      faint,
    )
  )
}

/** The creation's icon as a banner, and a list. */
const overview: Screen = (context, kind) => {
  const { palette, id } = context
  const clip = `<clipPath id="${id('c')}"><rect x="24" y="136" width="342" height="228" rx="34"/></clipPath>`
  const back = rect(24, 136, 342, 228, 0, `url(#${id('m')})`) + circle(90, 150, 190, `url(#${id('g')})`)
  const placed = kind === 'experience' ? 'translate(24 134)scale(1.34 .9)' : 'translate(93 148)scale(.8)'
  const sign = group(placed, backdrops[kind](context)) + glyphAt(context, 195, 250, 1.1, palette.paper)
  return `${clip}<g clip-path="url(#${id('c')})">${back}${sign}</g>${rows(context, 392, 4)}`
}

const progress: Screen = context => {
  const { random, palette, id } = context
  const share = between(random, 0.45, 0.92)
  const week = [0, 1, 2, 3, 4, 5, 6].map(i => {
    const height = between(random, 40, 150)
    return rect(50 + i * 43, 690 - height, 26, height, 13, i === 4 ? palette.accent : `url(#${id('m')})`)
  })
  return (
    rect(24, 136, 342, 340, 36, '#fff') +
    progressRing(195, 306, 112, share, palette.main, 30) +
    progressRing(195, 306, 74, share * 0.8, palette.accent, 22) +
    glyphAt(context, 195, 306, 0.62, palette.main) +
    rect(24, 500, 342, 224, 36, '#fff') +
    week.join('')
  )
}

const list: Screen = context => rows(context, 136, 7)

const screens = [overview, progress, list]

export function drawScreenshot(context: DrawingContext, kind: DefaultKind, number: number): string {
  const { palette, id } = context
  const defs =
    linearGradient(id('m'), palette.second, palette.main, 'x2="1" y2="1"') + glowGradient(id('g'), palette.paper, 0.4)
  const back = rect(0, 0, 390, 844, 0, palette.paper) + rect(0, 0, 390, 844, 0, palette.second, 'opacity=".15"')
  const screen = screens[number % screens.length]!
  return drawing(390, 844, defs, back + header(context) + screen(context, kind) + tabs(context))
}
