// Images of categories on 600 by 400: an icon or initials on a plate in the middle, which all crops keep, before one of
// many backgrounds.
import { type KindIcon, kindIcons } from '../site/icons.ts'
import { initialsOf } from '../util/initials.ts'
import { ownMonogram } from '../util/monogram.ts'
import { iconOfCategory } from './category-icons.ts'
import type { Pattern } from './patterns.ts'
import { between, pick, type Random } from './random.ts'
import { circle, group, path, rect, stroke } from './svg.ts'
import type { Tones } from './tones.ts'

const [width, height] = [600, 400]
const [x, y] = [width / 2, height / 2]

const corner: Pattern = (random, tones) =>
  circle(pick(random, [0, width]), pick(random, [0, height]), between(random, 260, 380), tones.middle)

const rings: Pattern = (random, tones) => {
  const step = between(random, 46, 64)
  const colours = [tones.middle, tones.soft]
  return [4, 3, 2, 1].map(i => circle(x, y, 112 + i * step, colours[i % 2]!)).join('')
}

/** From the middle to the edges. */
const beams: Pattern = (random, tones) => {
  const count = pick(random, [8, 10, 14])
  const at = (i: number) => {
    const angle = (i / count) * Math.PI
    return `${Math.round(x + 420 * Math.cos(angle))} ${Math.round(y + 420 * Math.sin(angle))}`
  }
  const d = Array.from({ length: count }, (_, i) => `M${x} ${y}L${at(2 * i)}L${at(2 * i + 1)}z`)
  return path(d.join(''), tones.soft)
}

const waves: Pattern = (random, tones) => {
  const swing = between(random, 30, 60) * pick(random, [-1, 1])
  const wave = (top: number, colour: string) =>
    path(
      `M0 ${top}C150 ${Math.round(top - swing)} 200 ${Math.round(top + swing)} 320 ${top}S500 ${Math.round(top - swing)} 600 ${top}V400H0z`,
      colour,
    )
  return wave(190, tones.soft) + wave(260, tones.middle) + wave(330, tones.strong)
}

const halves: Pattern = (random, tones) =>
  pick(random, [
    rect(0, 0, 300, height, 0, tones.middle),
    rect(0, 200, width, 200, 0, tones.middle),
    path('M0 400L600 0V400z', tones.middle),
    path('M0 0L600 400H0z', tones.middle),
  ])

const bands: Pattern = (random, tones) => {
  const lean = pick(random, [-160, 160])
  const band = (from: number, wide: number, colour: string) => path(`M${from} 0h${wide}l${lean} 400h${-wide}z`, colour)
  const first = between(random, 60, 120)
  return band(first, 90, tones.soft) + band(first + 170, 130, tones.middle) + band(first + 380, 60, tones.strong)
}

const dotted: Pattern = (random, tones) => {
  const step = pick(random, [50, 60])
  const r = between(random, 7, 13)
  let d = ''
  for (let row = step / 2; row < height; row += step)
    for (let column = step / 2; column < width; column += step) d += `M${column} ${row}h.1`
  return stroke(d, tones.strong, 2 * r, 'stroke-linecap="round"')
}

const pair: Pattern = (random, tones) => {
  const [across, down] = pick(random, [
    [190, 0],
    [170, 110],
    [170, -110],
  ] as const)
  const r = between(random, 150, 190)
  return circle(x - across, y - down, r, tones.middle) + circle(x + across, y + down, r, tones.strong)
}

const arch: Pattern = (random, tones) => {
  const colours = [tones.soft, tones.middle, tones.strong]
  const step = between(random, 50, 62)
  return [3, 2, 1]
    .map((i, ring) => {
      const r = Math.round(100 + i * step)
      return path(`M${x - r} 400V220a${r} ${r} 0 0 1 ${2 * r} 0V400z`, colours[ring]!)
    })
    .join('')
}

const blocks: Pattern = (random, tones) => {
  const colours = [tones.soft, tones.middle, tones.strong, tones.back]
  const cells = [0, 150, 300, 450].flatMap(left => [0, 133, 266].map(top => [left, top] as const))
  return cells.map(([left, top]) => rect(left, top, 150, 134, 0, pick(random, colours))).join('')
}

const compositions: readonly Pattern[] = [corner, rings, beams, waves, halves, bands, dotted, pair, arch, blocks]

const diamond = (fill: string) => rect(x - 88, y - 88, 176, 176, 36, fill, `transform="rotate(45 ${x} ${y})"`)
const plates: readonly ((fill: string) => string)[] = [
  fill => circle(x, y, 112, fill),
  fill => rect(x - 100, y - 100, 200, 200, 56, fill),
  diamond,
  fill => path('M300 80L404 140V260L300 320L196 260V140z', fill),
]

type Category = { category: string; monogram?: string }

/** `hasText`: false where no fonts are available; then initials are left out with their plate. */
export function drawCategory({ category, monogram }: Category, random: Random, tones: Tones, hasText: boolean): string {
  const back = rect(0, 0, width, height, 0, tones.back) + pick(random, compositions)(random, tones)
  const plate = pick(random, plates)
  const icon = monogram === undefined ? iconOfCategory(category) : null
  if (icon === null && !hasText) return back
  const text = () => drawnText(monogram ?? letters(category), tones.deep, plate === diamond ? 0.77 : 1)
  return back + plate(tones.paper) + (icon === null ? text() : drawnIcon(icon, tones.deep))
}

const drawnIcon = (icon: KindIcon, colour: string): string =>
  group(
    'translate(228 128)scale(6)',
    kindIcons[icon],
    `fill="none" stroke="${colour}" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"`,
  )

/** Of a slug. */
function letters(slug: string): string {
  const [first = '', second = ''] = initialsOf(slug.replaceAll('-', ' ')) ?? ''
  return ownMonogram(slug) ?? first + second.toLowerCase()
}

function drawnText(text: string, colour: string, scale: number): string {
  const size = Math.round((text.length > 2 ? 68 : 96) * scale)
  const look = `fill="${colour}" font-family="system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif" font-size="${size}" font-weight="700"`
  return `<text x="${x}" y="${Math.round(y + size * 0.355)}" text-anchor="middle" ${look}>${text}</text>`
}
