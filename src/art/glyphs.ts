// One glyph per category, drawn around 0,0 within about fifty units each way.
import { circle, path, rect, stroke } from './svg.ts'

type Glyph = (fill: string) => string

/** Path data of a rotated ellipse, as two halves. */
function oval(x: number, y: number, rx: number, ry: number, turn: number): string {
  const angle = (turn * Math.PI) / 180
  const [dx, dy] = [Math.round(Math.sin(angle) * ry), Math.round(-Math.cos(angle) * ry)]
  const half = (sign: number) => `A${rx} ${ry} ${turn} 1 1 ${x + sign * dx} ${y + sign * dy}`
  return `M${x + dx} ${y + dy}${half(-1)}${half(1)}Z`
}

const line = (d: string, fill: string, width: number) => stroke(d, fill, width, 'stroke-linejoin="round"')

const heart: Glyph = fill => path('M0 40C-58 4-46-36-20-36C-8-36 0-27 0-21C0-27 8-36 20-36C46-36 58 4 0 40Z', fill)

const glyphs: Readonly<Record<string, Glyph>> = {
  health: heart,
  fitness: fill =>
    rect(-24, -6, 48, 12, 0, fill) + path('M-36-26h14v52h-14zM22-26h14v52H22zM-48-15h9v30h-9zM39-15h9v30h-9z', fill),
  food: fill =>
    path('M-42 2H42C42 28 24 40 0 40S-42 28-42 2Z', fill) +
    line('M-18-12C-26-22-10-28-18-40M6-12C-2-22 14-28 6-40', fill, 7),
  mindfulness: fill =>
    path(
      `${oval(0, -4, 13, 34, 0)}${oval(-22, 6, 11, 29, -42)}${oval(22, 6, 11, 29, 42)}M46 14C34 42-34 42-46 14C-24 24 24 24 46 14Z`,
      fill,
    ),
  productivity: fill => line('M-32 2L-10 26L34-24', fill, 16),
  money: fill =>
    path(
      'M0-42A42 42 0 1 0 0 42A42 42 0 1 0 0-42ZM0-30A30 30 0 1 1 0 30A30 30 0 1 1 0-30Z',
      fill,
      'fill-rule="evenodd"',
    ) + rect(-6, -17, 12, 34, 6, fill),
  learning: fill =>
    path('M0-32L50-9L0 14L-50-9ZM-28 9V24C-16 36 16 36 28 24V9L0 22Z', fill) + line('M42-8V20', fill, 6),
  arcade: fill =>
    circle(0, -26, 18, fill) +
    rect(-5, -20, 10, 40, 0, fill) +
    path('M-40 36V26Q-40 12-24 12H24Q40 12 40 26V36Z', fill),
  puzzles: fill => path('M-36-22H-11A13 13 0 1 1 11-22H36V0A13 13 0 1 0 36 22V40H-36V22A13 13 0 1 0-36 0Z', fill),
  music: fill =>
    path(`${oval(-20, 26, 12, 15, 75)}${oval(26, 16, 12, 15, 75)}M-13 26V-30L41-42V16H33V-22L-5-14V26Z`, fill),
  travel: fill => path('M-44-2L44-40L22 38L0 12L30-24L-12 6Z', fill) + path('M-12 12L-2 20L-12 34Z', fill),
  nature: fill => path('M-30 26C-46-22-4-42 42-40C44 8 20 42-18 32L6-4L-26 28L-40 42L-46 36Z', fill),
  home: fill =>
    path('M0-40L46 0H34V38H10V14H-10V38H-34V0H-46Z', fill, `stroke="${fill}" stroke-width="4" stroke-linejoin="round"`),
  family: fill =>
    circle(-16, -22, 16, fill) +
    path('M-44 38V22Q-44 0-16 0Q6 0 8 22V38Z', fill) +
    circle(28, 0, 11, fill) +
    path('M14 38V28Q14 15 28 15Q46 15 46 30V38Z', fill),
  art: fill =>
    path(
      'M0-42A42 42 0 0 0 0 42C16 42 2 24 14 18C26 12 42 22 42 0A42 42 0 0 0 0-42ZM-24-2a7 7 0 1 1 .1 0ZM-10-22a7 7 0 1 1 .1 0ZM14-22a7 7 0 1 1 .1 0Z',
      fill,
      'fill-rule="evenodd"',
    ),
  books: fill =>
    path('M-3-20C-16-32-34-32-46-28V28C-34 24-16 26-3 36ZM3-20C16-32 34-32 46-28V28C34 24 16 26 3 36Z', fill),
  pets: fill =>
    path(
      `M0 0C18 0 36 20 30 33C24 44 10 36 0 36S-24 44-30 33C-36 20-18 0 0 0Z${oval(-35, -6, 9, 13, -25)}${oval(-13, -26, 10, 14, -8)}${oval(13, -26, 10, 14, 8)}${oval(35, -6, 9, 13, 25)}`,
      fill,
    ),
  gatherings: fill =>
    path(
      'M-34-36H34Q46-36 46-24V8Q46 20 34 20H6L-16 40V20H-34Q-46 20-46 8V-24Q-46-36-34-36ZM-23-8a7 7 0 1 1 .1 0ZM0-8a7 7 0 1 1 .1 0ZM23-8a7 7 0 1 1 .1 0Z',
      fill,
      'fill-rule="evenodd"',
    ),
}

const star: Glyph = fill => path('M0-42L12-13L43-11L19 9L27 39L0 22L-27 39L-19 9L-43-11L-12-13Z', fill)

export function glyphFor(category: string): Glyph {
  return Object.hasOwn(glyphs, category) ? glyphs[category]! : star
}
