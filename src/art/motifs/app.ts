// Cards, windows and phones: pictures of things to use.
import { below, between } from '../random.ts'
import { type Brush, bars, card, circle, glyphAt, group, type Motif, rect } from '../svg.ts'

function cards(brush: Brush): string {
  const { random, palette, id } = brush
  const lean = random() < 0.5 ? 1 : -1
  const back = (turn: number, fill: string) =>
    group(`rotate(${turn * lean} 600 760)`, card(brush, 410, 130, 380, 520, 52, fill))
  const rows = [492, 542, 592]
  const front =
    card(brush, 410, 130, 380, 520, 52) +
    rect(442, 162, 316, 210, 32, `url(#${id('m')})`) +
    glyphAt(brush, 600, 267, 1.35, palette.paper) +
    bars([[476, 424, between(random, 160, 240)]], 22, palette.ink, 'opacity=".65"') +
    bars(
      rows.map(y => [480, y, 0]),
      28,
      palette.accent,
    ) +
    bars(
      rows.map(y => [524, y, between(random, 90, 190)]),
      16,
      palette.ink,
      'opacity=".3"',
    )
  return back(-16, palette.second) + back(-8, palette.main) + group(`rotate(${3 * lean} 600 400)`, front)
}

function appWindow(brush: Brush): string {
  const { random, palette, id } = brush
  const chosen = 274 + below(random, 4) * 76
  const rows = [274, 350, 426, 502]
  const boxes = [palette.second, palette.accent, palette.main].map((fill, i) =>
    rect(440 + i * 188, 500, 168, 150, 28, fill),
  )
  return (
    card(brush, 160, 110, 880, 590, 52) +
    bars([[212, 156, 0]], 26, palette.main) +
    bars([[250, 156, 0]], 26, palette.accent) +
    bars([[288, 156, 0]], 26, palette.second) +
    bars([[226, chosen, 130]], 58, palette.main, 'opacity=".18"') +
    bars(
      rows.map(y => [230, y, 0]),
      30,
      palette.second,
    ) +
    bars(
      rows.map(y => [266, y, between(random, 44, 92)]),
      16,
      palette.ink,
      'opacity=".35"',
    ) +
    rect(440, 206, 544, 262, 36, `url(#${id('m')})`) +
    glyphAt(brush, 556, 337, 1.35, palette.paper) +
    bars([[676, 300, 200]], 24, palette.paper) +
    bars([[676, 340, 140]], 18, palette.paper, 'opacity=".6"') +
    bars([[684, 390, 80]], 38, palette.accent) +
    boxes.join('') +
    bars(
      [0, 1, 2].map(i => [474 + i * 188, 608, between(random, 40, 100)]),
      16,
      palette.paper,
    )
  )
}

function phone(brush: Brush): string {
  const { random, palette, id } = brush
  const colours = [palette.main, palette.second, palette.accent]
  const rows = [462, 548, 634]
  const onLeft = random() < 0.5
  const bubble = (x: number, y: number, fill: string) =>
    card(brush, x, y, 260, 116, 58, fill) + bars([[x + 60, y + 58, between(random, 100, 140)]], 18, palette.paper)
  return (
    card(brush, 420, 60, 360, 700, 64, palette.ink) +
    rect(434, 74, 332, 672, 52, palette.paper) +
    bars([[557, 104, 86]], 24, palette.ink) +
    rect(456, 146, 288, 240, 40, `url(#${id('m')})`) +
    glyphAt(brush, 600, 266, 1.5, palette.paper) +
    rows.map((y, i) => bars([[488, y, 0]], 52, colours[i]!)).join('') +
    bars(
      rows.map(y => [538, y - 9, between(random, 90, 170)]),
      16,
      palette.ink,
      'opacity=".5"',
    ) +
    bars(
      rows.map(y => [538, y + 17, between(random, 50, 100)]),
      12,
      palette.ink,
      'opacity=".2"',
    ) +
    bubble(onLeft ? 130 : 806, 220, palette.accent) +
    bubble(onLeft ? 806 : 140, 450, palette.second)
  )
}

/** Notes pinned side by side. */
function notes(brush: Brush): string {
  const { random, palette } = brush
  const fills = [palette.paper, palette.accent, palette.second, palette.paper]
  const drawn = fills.map((fill, i) => {
    const [x, y] = [200 + (i % 2) * 420 + below(random, 40), 90 + Math.floor(i / 2) * 330 + below(random, 30)]
    const text = () =>
      bars([[x + 56, y + 76, between(random, 110, 210)]], 22, palette.ink, 'opacity=".65"') +
      bars(
        [130, 172, 214].map(row => [x + 54, y + row, between(random, 110, 250)]),
        16,
        palette.ink,
        'opacity=".22"',
      )
    const inside = i === 0 ? glyphAt(brush, x + 180, y + 140, 1.8, palette.main) : text()
    const pin = circle(x + 180, y + 6, 16, palette.main)
    return group(
      `rotate(${below(random, 9) - 4} ${x + 180} ${y + 140})`,
      card(brush, x, y, 360, 280, 36, fill) + inside + pin,
    )
  })
  return drawn.join('')
}

export const appMotifs: readonly Motif[] = [cards, appWindow, phone, notes]
