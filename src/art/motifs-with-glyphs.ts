// Further motifs of covers, two for each kind of creation, on 1200 by 800. All of them show the glyph of the category.
import type { DefaultKind } from '../site/site.ts'
import { below, between, pick } from './random.ts'
import { card, circle, dots, glyphAt, lines, type Motif, path, progressRing, rect, stroke } from './svg.ts'

const faint = 'opacity=".3"'

/** A conversation: what somebody described, and what was made of it. */
const chat: Motif = context => {
  const { random, palette, id } = context
  const text = (x: number, ys: number[], colour: string) =>
    lines(x, ys, () => between(random, 180, 330), 22, colour, faint)
  return (
    card(context, 150, 110, 560, 190, 60) +
    path('M230 280v80l80-70z', palette.paper) +
    text(220, [180, 236], palette.ink) +
    card(context, 500, 370, 560, 320, 60, `url(#${id('m')})`) +
    path('M980 670v80l-90-70z', palette.main) +
    glyphAt(context, 650, 530, 1.7, palette.paper) +
    lines(790, [490, 550], () => between(random, 110, 200), 22, palette.paper, 'opacity=".7"')
  )
}

/** The icons of a home screen. */
const tiles: Motif = context => {
  const { random, palette, id } = context
  const own = below(random, 8)
  const colours = [palette.second, palette.accent, palette.main, palette.paper]
  return Array.from({ length: 8 }, (_, i) => {
    const [x, y] = [170 + (i % 4) * 225, 175 + Math.floor(i / 4) * 235]
    if (i !== own) return rect(x, y, 185, 185, 48, colours[(i + own) % 4]!, 'opacity=".7"')
    return (
      card(context, x - 22, y - 22, 229, 229, 58, `url(#${id('m')})`) +
      glyphAt(context, x + 93, y + 93, 1.6, palette.paper)
    )
  })
    .toSorted((one, other) => one.length - other.length)
    .join('')
}

const ring: Motif = context => {
  const { random, palette } = context
  const x = pick(random, [420, 600, 780])
  return (
    circle(x + 8, 424, 300, palette.ink, 'opacity=".12"') +
    circle(x, 400, 300, palette.paper) +
    progressRing(x, 400, 236, between(random, 0.45, 0.85), palette.main, 48) +
    progressRing(x, 400, 166, between(random, 0.3, 0.7), palette.accent, 40) +
    glyphAt(context, x, 400, 1.5, palette.main)
  )
}

/** The days of some weeks. */
const month: Motif = context => {
  const { random, palette } = context
  const kinds = ['', '', '']
  for (let y = 330; y < 680; y += 92) for (let x = 290; x < 960; x += 104) kinds[below(random, 3)] += `M${x} ${y}h.1`
  const [empty, some, full] = kinds.map((d, i) =>
    stroke(d, [palette.ink, palette.second, palette.main][i]!, 60, i === 0 ? 'opacity=".1"' : ''),
  )
  return (
    card(context, 200, 90, 800, 640, 60) +
    path('M200 240V150a60 60 0 0 1 60-60H940a60 60 0 0 1 60 60V240z', palette.main) +
    glyphAt(context, 300, 165, 0.95, palette.paper) +
    lines(390, [165], () => between(random, 180, 320), 24, palette.paper, 'opacity=".8"') +
    empty +
    some +
    full
  )
}

/** Playing cards in a hand. */
const hand: Motif = context => {
  const { random, palette } = context
  const one = (turn: number, fill: string) =>
    `<g transform="rotate(${turn} 600 900)">${card(context, 450, 170, 300, 430, 36, fill)}</g>`
  const lean = pick(random, [-6, 0, 6])
  const front = `${card(context, 450, 170, 300, 430, 36)}${dots(496, [218], 26, palette.accent)}${dots(704, [552], 26, palette.accent)}${glyphAt(context, 600, 385, 1.9, palette.main)}`
  return (
    one(-28 + lean, palette.second) +
    one(28 + lean, palette.accent) +
    one(-14 + lean, palette.main) +
    `<g transform="rotate(${14 + lean / 2} 600 900)">${front}</g>`
  )
}

/** Blocks that were stacked. */
const stack: Motif = context => {
  const { random, palette } = context
  const colours = [palette.main, palette.second, palette.accent, palette.paper]
  const drawn = colours.map(() => '')
  for (let column = 0; column < 8; column++) {
    const count = column === 3 ? 3 : 1 + below(random, 4)
    for (let row = 0; row < count; row++)
      drawn[below(random, 4)] += `M${216 + column * 100} ${632 - row * 100}h68v68h-68z`
  }
  const rounded = (colour: string) => `stroke="${colour}" stroke-width="22" stroke-linejoin="round"`
  return (
    rect(180, 80, 840, 650, 44, palette.ink, 'opacity=".16"') +
    drawn.map((d, i) => path(d, colours[i]!, rounded(colours[i]!))).join('') +
    card(context, 486, 128, 128, 128, 28) +
    glyphAt(context, 550, 192, 0.95, palette.main)
  )
}

/** Panels of a home screen. */
const panels: Motif = context => {
  const { random, palette, id } = context
  const isLeft = random() < 0.5
  const [large, small] = isLeft ? [200, 660] : [540, 200]
  return (
    card(context, large, 150, 430, 500, 80, `url(#${id('m')})`) +
    glyphAt(context, large + 215, 350, 2.2, palette.paper) +
    lines(large + 115, [540], () => 200, 26, palette.paper, 'opacity=".8"') +
    card(context, small, 150, 300, 235, 64) +
    progressRing(small + 150, 267, 70, between(random, 0.3, 0.9), palette.accent, 30) +
    card(context, small, 415, 300, 235, 64) +
    lines(small + 55, [480, 532, 584], () => between(random, 90, 190), 22, palette.ink, faint)
  )
}

/** The days of a week. */
const week: Motif = context => {
  const { random, palette } = context
  const today = 2 + below(random, 4)
  const days = Array.from({ length: 7 }, (_, i) => {
    const x = 228 + i * 124
    return i === today
      ? circle(x, 560, 56, palette.accent)
      : circle(x, 560, 44, i < today ? palette.main : palette.ink, i < today ? '' : 'opacity=".12"')
  })
  return (
    card(context, 120, 110, 960, 580, 80) +
    circle(250, 270, 92, palette.main) +
    glyphAt(context, 250, 270, 1.2, palette.paper) +
    lines(400, [240], () => between(random, 260, 440), 34, palette.ink, 'opacity=".65"') +
    lines(400, [310], () => between(random, 160, 260), 24, palette.ink, faint) +
    days.join('')
  )
}

const balloon = (x: number, y: number, r: number, fill: string, basket: string): string =>
  path(
    `M${x - r} ${y}a${r} ${r} 0 0 1 ${2 * r} 0q0 ${Math.round(r * 0.7)}-${Math.round(r * 0.75)} ${Math.round(r * 1.25)}h${-Math.round(r * 0.5)}q${-Math.round(r * 0.75)}-${Math.round(r * 0.55)}-${Math.round(r * 0.75)}-${Math.round(r * 1.25)}z`,
    fill,
  ) + rect(x - r * 0.2, y + r * 1.4, r * 0.4, r * 0.32, r * 0.08, basket)

const balloons: Motif = context => {
  const { random, palette, id } = context
  const x = Math.round(between(random, 480, 720))
  const side = pick(random, [-1, 1])
  return (
    circle(x + side * 330, 210, 90, palette.sun) +
    balloon(x - side * 330, 420, 90, palette.accent, palette.ink) +
    balloon(x + side * 310, 520, 62, palette.second, palette.ink) +
    balloon(x, 290, 200, `url(#${id('m')})`, palette.ink) +
    glyphAt(context, x, 280, 1.7, palette.paper) +
    path('M0 740q150-60 300 0t300 0 300 0 300 0V800H0z', palette.main, 'opacity=".7"')
  )
}

/** A tent at night. */
const camp: Motif = context => {
  const { random, palette, id } = context
  const x = Math.round(between(random, 470, 730))
  let stars = ''
  for (let i = 0; i < 14; i++) stars += `M${below(random, 1160) + 20} ${below(random, 330) + 30}h.1`
  return (
    stroke(stars, palette.paper, 12, 'opacity=".8"') +
    circle(x > 600 ? 260 : 940, 190, 84, palette.sun) +
    path('M0 640q300-70 600-30t600-20V800H0z', palette.ink, 'opacity=".45"') +
    path(`M${x} 220L${x + 340} 670H${x - 340}z`, `url(#${id('m')})`) +
    path(`M${x} 470L${x + 110} 670H${x - 110}z`, palette.ink, 'opacity=".6"') +
    circle(x, 370, 74, palette.paper) +
    glyphAt(context, x, 370, 0.85, palette.main)
  )
}

export const motifsWithGlyphs: Record<DefaultKind, readonly Motif[]> = {
  app: [chat, tiles],
  tracker: [ring, month],
  game: [hand, stack],
  widget: [panels, week],
  experience: [balloons, camp],
}
