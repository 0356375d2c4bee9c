// Pixels, boards and controllers: pictures of play.
import { below, between, pick } from '../random.ts'
import { type Brush, circle, glyphAt, group, type Motif, path, rect, smooth, stroke } from '../svg.ts'

/** A creature of large pixels, the left half mirrored on the right. */
function creature(brush: Brush): string {
  const { random, palette, id } = brush
  const size = 52
  let body = ''
  for (let row = 0; row < 9; row++) {
    const rim = row === 0 || row === 8
    const half = [0, 1, 2, 3, 4].map(column => random() < (rim || column === 4 ? 0.42 : 0.93))
    for (let column = -4; column <= 4; column++) {
      if (!half[Math.abs(column)]) continue
      const start = column
      while (column < 4 && half[Math.abs(column + 1)]) column++
      body += `M${574 + start * size} ${150 + row * size}h${(column - start + 1) * size}v${size}H${574 + start * size}z`
    }
  }
  let sky = ''
  for (let i = 0; i < 14; i++) sky += `M${below(random, 30) * 40} ${below(random, 15) * 40}h14`
  return (
    stroke(sky, palette.accent, 14, 'opacity=".6"') +
    rect(0, 690, 1200, 110, 0, palette.ink, 'opacity=".28"') +
    rect(0, 690, 1200, 12, 0, palette.accent, 'opacity=".7"') +
    `<ellipse cx="600" cy="700" rx="250" ry="26" fill="${palette.ink}" opacity=".3"/>` +
    path(body, `url(#${id('m')})`) +
    path('M470 306h52v52h-52zM678 306h52v52h-52z', palette.paper) +
    path('M496 306h26v26h-26zM678 306h26v26h-26z', palette.ink)
  )
}

/** Gems, each drawn from its middle. */
const gems = ['m0-40l40 40-40 40-40-40z', 'm0-37a37 37 0 1 0 .1 0z', 'm-32-32h64v64h-64z', 'm0-38l40 70h-80z']

/** Rows of gems on a board. */
function board(brush: Brush): string {
  const { random, palette } = brush
  const colours = [palette.main, palette.second, palette.accent, palette.paper]
  const drawn = gems.map(() => '')
  let rows = ''
  for (let y = 160; y < 700; y += 120) {
    rows += `M180 ${y}h845`
    for (let x = 180; x < 1140; x += 120) {
      const kind = below(random, 5)
      if (kind < gems.length) drawn[kind] += `M${x} ${y}${gems[kind]!}`
    }
  }
  const squares = `stroke-linecap="square" stroke-dasharray=".1 119.9"`
  const cells = `<path d="${rows}" stroke="${palette.ink}" stroke-width="104" ${squares} opacity=".2"/>`
  const rounded = (colour: string) => `stroke="${colour}" stroke-width="10" stroke-linejoin="round"`
  return cells + drawn.map((d, i) => path(d, colours[i]!, rounded(colours[i]!))).join('')
}

/** Hills, blocks and coins, and a round hero in mid-jump. */
function platform(brush: Brush): string {
  const { random, palette, id } = brush
  const hill = smooth([
    [0, between(random, 470, 560)],
    [300, between(random, 380, 500)],
    [650, between(random, 470, 580)],
    [1000, between(random, 360, 470)],
    [1200, 500],
  ])
  let blocks = ''
  let coins = ''
  const step = 170 + below(random, 40)
  for (let i = 0; i < 5; i++) {
    const x = 110 + i * 230
    const y = 560 - ((i * step) % 260)
    blocks += rect(x, y, 150, 44, 14, palette.main) + rect(x, y, 150, 16, 8, palette.second)
    coins += circle(x + 75, y - 56, 22, palette.accent) + circle(x + 75, y - 56, 11, palette.paper, 'opacity=".6"')
  }
  const x = 250 + below(random, 3) * 230
  return (
    circle(below(random, 500) + 350, 190, 100, palette.paper, 'opacity=".7"') +
    path(`${hill}V800H0Z`, palette.second, 'opacity=".5"') +
    rect(0, 670, 1200, 130, 0, `url(#${id('m')})`) +
    rect(0, 670, 1200, 22, 0, palette.accent) +
    blocks +
    coins +
    circle(x, 300, 62, palette.ink) +
    circle(x + 18, 288, 13, palette.paper) +
    circle(x + 44, 288, 13, palette.paper) +
    stroke(`M${x - 110} 330h-60M${x - 95} 290h-90`, palette.paper, 10, 'opacity=".7"')
  )
}

function controller(brush: Brush): string {
  const { random, palette, id } = brush
  const body =
    'M330 250H870C1010 250 1090 400 1090 540C1090 640 1000 670 930 600L850 520H350L270 600C200 670 110 640 110 540C110 400 190 250 330 250Z'
  const colours = [palette.accent, palette.main, palette.second, palette.paper]
  const turn = below(random, 4)
  const buttons = [
    [860, 320],
    [920, 380],
    [860, 440],
    [800, 380],
  ].map(([x, y], i) => circle(x!, y!, 31, colours[(i + turn) % 4]!))
  const drawn =
    path(body, palette.ink, 'opacity=".2" transform="translate(8 26)"') +
    path(body, palette.paper) +
    path(body, `url(#${id('m')})`, 'opacity=".2"') +
    path('M312 300h56v52h52v56h-52v52h-56v-52h-52v-56h52z', palette.ink, 'opacity=".85"') +
    buttons.join('') +
    rect(520, 330, 60, 22, 11, palette.ink, 'opacity=".35"') +
    rect(620, 330, 60, 22, 11, palette.ink, 'opacity=".35"') +
    glyphAt(brush, 600, 430, 0.8, palette.main)
  return group(`rotate(${pick(random, [-7, -4, 5, 8])} 600 400)`, drawn)
}

export const gameMotifs: readonly Motif[] = [creature, board, platform, controller]
