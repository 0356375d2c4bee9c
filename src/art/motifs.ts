// The motifs of covers, four for each kind of creation, on 1200 by 800. They use the gradients of the cover: m for large
// areas, h for highlights, g for glows.
import type { DefaultKind } from '../site/site.ts'
import { motifsWithGlyphs } from './motifs-with-glyphs.ts'
import { below, between, pick, type Random } from './random.ts'
import { card, circle, dots, glyphAt, group, lines, type Motif, path, rect, smoothPath, stroke } from './svg.ts'

const faint = 'opacity=".3"'

const phone: Motif = context => {
  const { random, palette, id } = context
  const rows = [462, 548, 634]
  const colours = [palette.main, palette.second, palette.accent]
  const bubble = (x: number, y: number, fill: string) =>
    card(context, x, y, 260, 116, 58, fill) +
    lines(x + 60, [y + 58], () => between(random, 100, 140), 18, palette.paper)
  const upper = random() < 0.5
  return (
    card(context, 420, 60, 360, 700, 64, palette.ink) +
    rect(434, 74, 332, 672, 52, palette.paper) +
    lines(557, [104], () => 86, 24, palette.ink) +
    rect(456, 146, 288, 240, 40, `url(#${id('m')})`) +
    glyphAt(context, 600, 266, 1.5, palette.paper) +
    rows.map((y, i) => dots(488, [y], 52, colours[i]!)).join('') +
    lines(538, rows, () => between(random, 90, 170), 20, palette.ink, faint) +
    bubble(130, upper ? 220 : 450, palette.accent) +
    bubble(806, upper ? 450 : 220, palette.second)
  )
}

const cards: Motif = context => {
  const { random, palette, id } = context
  const lean = random() < 0.5 ? 1 : -1
  const back = (turn: number, fill: string) =>
    group(`rotate(${turn * lean} 600 760)`, card(context, 410, 130, 380, 520, 52, fill))
  const rows = [492, 542, 592]
  const front =
    card(context, 410, 130, 380, 520, 52) +
    rect(442, 162, 316, 210, 32, `url(#${id('m')})`) +
    glyphAt(context, 600, 267, 1.35, palette.paper) +
    lines(476, [424], () => between(random, 160, 240), 22, palette.ink, 'opacity=".65"') +
    dots(480, rows, 28, palette.accent) +
    lines(524, rows, () => between(random, 90, 190), 16, palette.ink, faint)
  return back(-16, palette.second) + back(-8, palette.main) + group(`rotate(${3 * lean} 600 400)`, front)
}

const columns: Motif = context => {
  const { random, palette, id } = context
  const best = 2 + below(random, 5)
  const days = [0, 1, 2, 3, 4, 5, 6].map(i => {
    const height = i === best ? 330 : between(random, 90, 280)
    return rect(262 + i * 100, 640 - height, 64, height, 32, i === best ? palette.accent : `url(#${id('m')})`)
  })
  return (
    card(context, 190, 110, 820, 600, 64) +
    glyphAt(context, 290, 205, 0.85, palette.main) +
    lines(370, [189], () => 190, 22, palette.ink, 'opacity=".65"') +
    lines(370, [224], () => 120, 16, palette.ink, faint) +
    days.join('')
  )
}

const curve: Motif = context => {
  const { random, palette, id } = context
  const points: [number, number][] = []
  for (let i = 0; i <= 6; i++) points.push([i * 200, 560 - i * 38 + between(random, -110, 110)])
  const line = smoothPath(points)
  const lower = smoothPath(points.map(([x, y]) => [x, Math.min(780, y + between(random, 60, 150))] as const))
  const [x, y] = points[4]!
  return (
    path(`${line}V800H0Z`, `url(#${id('m')})`, 'opacity=".55"') +
    path(`${lower}V800H0Z`, palette.main, 'opacity=".55"') +
    stroke(line, palette.paper, 12) +
    points.map(([px, py]) => circle(px, py, 13, palette.accent)).join('') +
    stroke(`M${x} ${Math.round(y) - 40}V${Math.round(y) - 100}`, palette.paper, 6) +
    circle(x, y - 170, 92, palette.paper) +
    glyphAt(context, x, y - 170, 1.05, palette.main)
  )
}

/** Path data of gems, each drawn from its middle. */
const gems = ['m0-40l40 40-40 40-40-40z', 'm0-37a37 37 0 1 0 .1 0z', 'm-32-32h64v64h-64z', 'm0-38l40 70h-80z']

const board: Motif = ({ random, palette }) => {
  const colours = [palette.main, palette.second, palette.accent, palette.paper]
  const drawn = gems.map(() => '')
  for (let y = 160; y < 700; y += 120) {
    for (let x = 180; x < 1140; x += 120) {
      const kind = below(random, 5)
      if (kind < gems.length) drawn[kind] += `M${x} ${y}${gems[kind]!}`
    }
  }
  const grid =
    [240, 360, 480, 600, 720, 840, 960].map(x => `M${x} 110V690`).join('') +
    'M130 220h940m0 120h-940m0 120h940m0 120h-940'
  const rounded = (colour: string) => `stroke="${colour}" stroke-width="10" stroke-linejoin="round"`
  return (
    rect(112, 92, 976, 616, 36, palette.ink, 'opacity=".2"') +
    stroke(grid, palette.paper, 4, 'opacity=".2"') +
    drawn.map((d, i) => path(d, colours[i]!, rounded(colours[i]!))).join('')
  )
}

const controller: Motif = context => {
  const { random, palette, id } = context
  const body =
    'M330 250H870C1010 250 1090 400 1090 540C1090 640 1000 670 930 600L850 520H350L270 600C200 670 110 640 110 540C110 400 190 250 330 250Z'
  const drawn =
    path(body, palette.ink, 'opacity=".2" transform="translate(8 26)"') +
    path(body, palette.paper) +
    path(body, `url(#${id('m')})`, 'opacity=".2"') +
    path('M312 300h56v52h52v56h-52v52h-56v-52h-52v-56h52z', palette.ink, 'opacity=".85"') +
    dots(860, [320, 440], 62, palette.accent) +
    dots(920, [380], 62, palette.main) +
    dots(800, [380], 62, palette.second) +
    glyphAt(context, 600, 400, 1, palette.main)
  return group(`rotate(${pick(random, [-7, -4, 5, 8])} 600 400)`, drawn)
}

/** Path data of marks around a centre, from `inner` to `outer`. */
function ticks(x: number, y: number, inner: number, outer: number, angles: readonly number[]): string {
  const at = (angle: number, r: number) =>
    `${Math.round(x + Math.sin(angle) * r)} ${Math.round(y - Math.cos(angle) * r)}`
  return angles.map(angle => `M${at(angle, inner)}L${at(angle, outer)}`).join('')
}

const clock: Motif = context => {
  const { random, palette, id } = context
  const hours = Array.from({ length: 12 }, (_, i) => (i * Math.PI) / 6)
  const hand = (turn: number, length: number, colour: string, width: number) =>
    stroke(`M600 430V${400 - length}`, colour, width, `transform="rotate(${turn} 600 400)"`)
  return (
    circle(608, 424, 312, palette.ink, 'opacity=".14"') +
    circle(600, 400, 312, `url(#${id('m')})`) +
    circle(600, 400, 276, palette.paper) +
    stroke(ticks(600, 400, 232, 252, hours), palette.ink, 12, 'opacity=".55"') +
    glyphAt(context, 600, 510, 0.55, palette.second) +
    hand(below(random, 360), 120, palette.ink, 24) +
    hand(below(random, 360), 190, palette.main, 16) +
    circle(600, 400, 17, palette.accent)
  )
}

const dial: Motif = context => {
  const { random, palette, id } = context
  const turn = between(random, -45, 65)
  const marks = Array.from({ length: 7 }, (_, i) => ((i - 3) * Math.PI) / 8)
  return (
    stroke('M250 540A350 350 0 0 1 950 540', `url(#${id('h')})`, 76) +
    stroke(ticks(600, 540, 252, 270, marks), palette.ink, 8, 'opacity=".4"') +
    group(`rotate(${Math.round(turn)} 600 540)`, path('M586 540L600 310L614 540Z', palette.ink)) +
    circle(600, 540, 84, palette.paper) +
    glyphAt(context, 600, 540, 0.9, palette.main) +
    lines(423, [681], () => 354, 26, palette.paper, 'opacity=".85"') +
    lines(423, [681], () => 180 + turn * 2, 26, palette.accent)
  )
}

/** Path data of waves, or of mountains when `swing` is large, down to the bottom. */
function ridge(random: Random, height: number, swing: number, steps: number): string {
  const points: [number, number][] = []
  for (let i = 0; i <= steps; i++)
    points.push([(i * 1200) / steps, height + (i % 2 ? -swing : swing) * between(random, 0.3, 1)])
  return `${smoothPath(points)}V800H0Z`
}

const mountains: Motif = ({ random, palette, id }) => {
  const x = between(random, 300, 900)
  return (
    circle(x, 300, 240, `url(#${id('g')})`) +
    circle(x, 300, 112, palette.sun) +
    path(ridge(random, 460, 150, 5), palette.second, 'opacity=".55"') +
    path(ridge(random, 570, 110, 4), palette.main, 'opacity=".8"') +
    path(ridge(random, 660, 40, 4), `url(#${id('m')})`) +
    path(ridge(random, 730, 26, 5), palette.ink, 'opacity=".8"')
  )
}

const sea: Motif = ({ random, palette, id }) => {
  const x = Math.round(between(random, 350, 850))
  const boat = x > 600 ? x - 300 : x + 220
  return (
    circle(x, 380, 280, `url(#${id('g')})`) +
    circle(x, 400, 150, palette.sun) +
    path(ridge(random, 480, 16, 6), palette.second, 'opacity=".75"') +
    path(`M${boat} 300v150h-96zM${boat + 12} 330l70 120h-70z`, palette.paper) +
    path(`M${boat - 110} 462h220q-20 56-70 56h-90q-44 0-60-56z`, palette.ink) +
    path(ridge(random, 540, 24, 7), palette.second) +
    path(ridge(random, 610, 26, 6), `url(#${id('m')})`) +
    path(ridge(random, 700, 24, 5), palette.main) +
    path(ridge(random, 760, 16, 6), palette.ink, 'opacity=".55"')
  )
}

export const motifs: Record<DefaultKind, readonly Motif[]> = {
  app: [phone, cards, ...motifsWithGlyphs.app],
  tracker: [columns, curve, ...motifsWithGlyphs.tracker],
  game: [board, controller, ...motifsWithGlyphs.game],
  widget: [clock, dial, ...motifsWithGlyphs.widget],
  experience: [mountains, sea, ...motifsWithGlyphs.experience],
}
