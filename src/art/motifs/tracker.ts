// Rings, bars, lines and calendars: pictures of things that are counted.
import { below, between } from '../random.ts'
import { arc, type Brush, bars, card, circle, glyphAt, type Motif, path, rect, smooth, stroke } from '../svg.ts'

function rings(brush: Brush): string {
  const { random, palette, id } = brush
  const colours = [palette.main, palette.second, palette.accent] as const
  const onLeft = random() < 0.5
  const x = onLeft ? 440 : 760
  const drawn = colours.map((colour, i) =>
    arc(x, 400, 270 - i * 66, between(random, 0.7 - i * 0.15, 0.93 - i * 0.1), colour, 46),
  )
  const left = onLeft ? 800 : 90
  const rows = [280, 390, 500]
  return (
    circle(x, 400, 330, `url(#${id('g')})`) +
    drawn.join('') +
    circle(x, 400, 96, palette.paper) +
    glyphAt(brush, x, 400, 1.15, palette.main) +
    card(brush, left, 210, 330, 380, 44) +
    rows.map((y, i) => bars([[left + 60, y + 10, 0]], 52, colours[i]!)).join('') +
    bars(
      rows.map(y => [left + 116, y, 100 + below(random, 70)]),
      16,
      palette.ink,
      'opacity=".5"',
    ) +
    bars(
      rows.map(y => [left + 116, y + 28, 60]),
      12,
      palette.ink,
      'opacity=".2"',
    )
  )
}

function columns(brush: Brush): string {
  const { random, palette, id } = brush
  const best = 2 + below(random, 5)
  const days = [0, 1, 2, 3, 4, 5, 6]
  const drawn = days.map(i => {
    const height = i === best ? 330 : between(random, 90, 280)
    return rect(262 + i * 100, 620 - height, 64, height, 32, i === best ? palette.accent : `url(#${id('m')})`)
  })
  const feet = bars(
    days.map(i => [294 + i * 100, 662, 0]),
    18,
    palette.ink,
    'opacity=".25"',
  )
  return card(brush, 190, 110, 820, 600, 64) + heading(brush, 290, 205) + drawn.join('') + feet
}

/** The sign and two lines, as at the top of a card. */
function heading(brush: Brush, x: number, y: number): string {
  const { ink, main } = brush.palette
  return (
    glyphAt(brush, x, y, 0.85, main) +
    bars([[x + 80, y - 16, 190]], 22, ink, 'opacity=".65"') +
    bars([[x + 80, y + 19, 120]], 16, ink, 'opacity=".22"')
  )
}

function curve(brush: Brush): string {
  const { random, palette, id } = brush
  const points: [number, number][] = []
  for (let i = 0; i <= 6; i++) points.push([i * 200, 560 - i * 38 + between(random, -110, 110)])
  const line = smooth(points)
  const lower = smooth(points.map(([x, y]) => [x, Math.min(780, y + between(random, 60, 150))] as const))
  const [x, y] = points[4]!
  const grid = [220, 360, 500, 640].map(row => `M0 ${row}H1200`).join('')
  return (
    stroke(grid, palette.paper, 3, 'opacity=".35" stroke-dasharray="2 16"') +
    path(`${line}V800H0Z`, `url(#${id('m')})`, 'opacity=".55"') +
    path(`${lower}V800H0Z`, palette.main, 'opacity=".55"') +
    stroke(line, palette.paper, 12) +
    points
      .slice(1, 6)
      .map(([px, py]) => circle(px, py, 13, palette.accent))
      .join('') +
    stroke(`M${x} ${Math.round(y) - 40}V${Math.round(y) - 100}`, palette.paper, 6) +
    circle(x, y - 170, 92, palette.paper) +
    glyphAt(brush, x, y - 170, 1.05, palette.main)
  )
}

function calendar(brush: Brush): string {
  const { random, palette } = brush
  const colours = [palette.main, palette.second, palette.accent, palette.ink]
  const days: [number, number, number][][] = [[], [], [], []]
  for (let row = 0; row < 5; row++) {
    for (let column = 0; column < 9; column++) {
      const draw = random()
      const tone = draw < 0.1 ? 2 : draw < 0.42 ? 0 : draw < 0.78 ? 1 : 3
      days[tone]!.push([248 + column * 86, 308 + row * 82, 16])
    }
  }
  const drawn = days.map((list, tone) => bars(list, 52, colours[tone]!, tone === 3 ? 'opacity=".1"' : ''))
  return card(brush, 170, 100, 860, 620, 60) + heading(brush, 262, 186) + drawn.join('')
}

export const trackerMotifs: readonly Motif[] = [rings, columns, curve, calendar]
