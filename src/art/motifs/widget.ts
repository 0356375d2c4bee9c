// Clocks, tiles and dials: pictures of things to glance at.
import { below, between } from '../random.ts'
import { arc, type Brush, bars, card, circle, glyphAt, group, type Motif, path, rect, smooth, stroke } from '../svg.ts'

function clock(brush: Brush): string {
  const { random, palette, id } = brush
  const hour = below(random, 360)
  const minute = below(random, 60) * 6
  let ticks = ''
  for (let i = 0; i < 12; i++) {
    const a = (i * Math.PI) / 6
    const [s, c] = [Math.sin(a), Math.cos(a)]
    ticks += `M${Math.round(600 + s * 232)} ${Math.round(400 - c * 232)}L${Math.round(600 + s * 252)} ${Math.round(400 - c * 252)}`
  }
  const hand = (turn: number, length: number, colour: string, width: number) =>
    stroke(`M600 430V${400 - length}`, colour, width, `transform="rotate(${turn} 600 400)"`)
  return (
    circle(608, 424, 312, palette.ink, 'opacity=".14"') +
    circle(600, 400, 312, `url(#${id('m')})`) +
    circle(600, 400, 276, palette.paper) +
    stroke(ticks, palette.ink, 12, 'opacity=".55"') +
    glyphAt(brush, 600, 510, 0.55, palette.second) +
    hand(hour, 120, palette.ink, 24) +
    hand(minute, 190, palette.main, 16) +
    hand((minute + 140) % 360, 205, palette.accent, 7) +
    circle(600, 400, 17, palette.accent)
  )
}

type Tile = (brush: Brush, x: number, y: number) => string

const smallTiles: readonly Tile[] = [
  (brush, x, y) =>
    card(brush, x, y, 230, 230, 48, brush.palette.main) + glyphAt(brush, x + 115, y + 115, 1.3, brush.palette.paper),
  (brush, x, y) =>
    card(brush, x, y, 230, 230, 48) +
    arc(x + 115, y + 115, 66, between(brush.random, 0.3, 0.9), brush.palette.main, 26),
  (brush, x, y) =>
    card(brush, x, y, 230, 230, 48, brush.palette.accent) +
    circle(x + 115, y + 115, 54, brush.palette.paper) +
    circle(x + 138, y + 98, 44, brush.palette.accent),
  (brush, x, y) =>
    card(brush, x, y, 230, 230, 48) +
    bars(
      [0, 1, 2].map(i => [x + 54, y + 68 + i * 46, between(brush.random, 60, 122)]),
      20,
      brush.palette.second,
    ),
]

/** Tiles of several sizes, each with something small in it. */
function tiles(brush: Brush): string {
  const { random, palette, id } = brush
  const points = [0, 1, 2, 3, 4].map(i => [25 + i * 110, between(random, 70, 160)] as const)
  const wide: Tile = (_, x, y) =>
    card(brush, x, y, 490, 230, 48, `url(#${id('m')})`) +
    group(
      `translate(${x} ${y})`,
      stroke(smooth(points), palette.paper, 12) + circle(465, points[4]![1], 16, palette.accent),
    )
  const turn = below(random, 4)
  const small = (i: number, x: number, y: number) => smallTiles[(i + turn) % 4]!(brush, x, y)
  return random() < 0.5
    ? small(0, 235, 150) + wide(brush, 495, 150) + small(1, 235, 410) + small(2, 495, 410) + small(3, 755, 410)
    : small(0, 235, 150) + small(1, 495, 150) + small(2, 755, 150) + wide(brush, 235, 410) + small(3, 755, 410)
}

function dial(brush: Brush): string {
  const { random, palette, id } = brush
  const share = between(random, 0.25, 0.85)
  const half = 'M250 540A350 350 0 0 1 950 540'
  let marks = ''
  for (let i = 1; i < 8; i++) {
    const a = (i / 8) * Math.PI
    marks += `M${Math.round(600 - Math.cos(a) * 270)} ${Math.round(540 - Math.sin(a) * 270)}l${Math.round(Math.cos(a) * 18)} ${Math.round(Math.sin(a) * 18)}`
  }
  return (
    stroke(half, palette.ink, 76, 'opacity=".14"') +
    stroke(half, `url(#${id('h')})`, 76, `pathLength="100" stroke-dasharray="${Math.round(share * 100)} 100"`) +
    stroke(marks, palette.ink, 8, 'opacity=".4"') +
    group(`rotate(${Math.round(share * 180 - 90)} 600 540)`, path('M586 540L600 310L614 540Z', palette.ink)) +
    circle(600, 540, 84, palette.paper) +
    glyphAt(brush, 600, 540, 0.9, palette.main) +
    rect(410, 668, 380, 26, 13, palette.paper, 'opacity=".85"') +
    rect(410, 668, 380 * share, 26, 13, palette.accent)
  )
}

export const widgetMotifs: readonly Motif[] = [clock, tiles, dial]
