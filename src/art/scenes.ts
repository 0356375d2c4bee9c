// Compositions on 600 by 400: a few large shapes around the middle, which crops to squares keep.
import type { Pattern } from './patterns.ts'
import { below, between, pick } from './random.ts'
import { circle, path, rect, stroke } from './svg.ts'

const [width, height] = [600, 400]

const rings: Pattern = (random, tones) => {
  const [x, y] = pick(random, [
    [0, 0],
    [600, 0],
    [600, 400],
    [0, 400],
    [300, 440],
    [300, -40],
  ] as const)
  const colours = [tones.middle, tones.soft, tones.strong, tones.back]
  const step = between(random, 74, 104)
  return Array.from({ length: 7 }, (_, i) => circle(x, y, (7 - i) * step, colours[i % 4]!)).join('')
}

const hills: Pattern = (random, tones) => {
  const colours = [tones.soft, tones.middle, tones.strong]
  const sun = circle(between(random, 90, 510), between(random, 70, 130), between(random, 44, 66), tones.spark)
  const waves = colours.map((colour, i) => {
    const y = 150 + i * 85 + between(random, -20, 20)
    const swing = between(random, 40, 90) * (random() < 0.5 ? 1 : -1)
    const d = `M0 ${Math.round(y)}C150 ${Math.round(y - swing)} 250 ${Math.round(y + swing)} 400 ${Math.round(y)}S560 ${Math.round(y - swing / 2)} 600 ${Math.round(y)}V400H0Z`
    return path(d, colour)
  })
  return sun + waves.join('')
}

/** Beams from a point at an edge. */
const rays: Pattern = (random, tones) => {
  const [x, y] = pick(random, [
    [300, 430],
    [300, -30],
    [-30, 200],
    [630, 200],
    [0, 400],
    [600, 400],
  ] as const)
  const count = pick(random, [16, 20, 28])
  const turn = random()
  const corner = (i: number) => {
    const angle = ((i + turn) / count) * 2 * Math.PI
    return `${Math.round(x + 900 * Math.cos(angle))} ${Math.round(y + 900 * Math.sin(angle))}`
  }
  const beams = Array.from({ length: count / 2 }, (_, i) => `M${x} ${y}L${corner(2 * i)}L${corner(2 * i + 1)}z`)
  const r = between(random, 90, 150)
  return (
    path(beams.join(''), tones.soft) +
    circle(x, y, r * 1.45, tones.middle) +
    circle(x, y, r, pick(random, [tones.spark, tones.strong]))
  )
}

/** Nested arches that stand side by side. */
const arches: Pattern = (random, tones) => {
  const count = pick(random, [1, 2, 3])
  const wide = width / count
  const colours = [tones.strong, tones.soft, tones.middle, tones.back, tones.spark]
  const first = below(random, 3)
  return Array.from({ length: count }, (_, i) => {
    const middle = (i + 0.5) * wide
    const top = count === 1 ? 0 : between(random, 10, 130)
    return [0.48, 0.37, 0.26, 0.14]
      .map((part, ring) => {
        const r = Math.round(part * Math.min(wide, 420))
        const y = Math.round(top + 0.48 * Math.min(wide, 420))
        const colour = ring === 3 ? colours[pick(random, [3, 4])]! : colours[(first + i + ring) % 3]!
        return path(`M${middle - r} 400V${y}a${r} ${r} 0 0 1 ${2 * r} 0V400z`, colour)
      })
      .join('')
  }).join('')
}

/** Planets on their orbits. Their sun is beside the middle, where covers have an icon. */
const orbits: Pattern = (random, tones) => {
  const [x, y] = [pick(random, [130, 470]) + between(random, -40, 40), between(random, 150, 250)]
  const rings = [90, 150, 215, 285, 360].map(r => {
    const angle = random() * 2 * Math.PI
    const planet = circle(
      x + r * Math.cos(angle),
      y + r * Math.sin(angle),
      between(random, 12, 30),
      pick(random, [tones.strong, tones.middle]),
    )
    return `${circle(x, y, r, 'none', `stroke="${tones.soft}" stroke-width="6"`)}${planet}`
  })
  return rings.join('') + circle(x, y, between(random, 40, 58), tones.spark)
}

const skyline: Pattern = (random, tones) => {
  const colours = [tones.soft, tones.middle, tones.strong]
  const wide = pick(random, [50, 60, 75])
  const isRound = random() < 0.5
  const layers = colours.map((colour, layer) => {
    let d = ''
    for (let x = layer % 2 === 0 ? 0 : -wide / 2; x < width; x += wide) {
      const top = Math.round(between(random, 40, 190) + layer * 75)
      d += isRound ? `M${x} 400V${top}a${wide / 2} ${wide / 2} 0 0 1 ${wide} 0V400z` : `M${x} 400V${top}h${wide}V400z`
    }
    return path(d, colour)
  })
  const sun = circle(between(random, 120, 480), between(random, 70, 110), between(random, 36, 54), tones.spark)
  return sun + layers.join('')
}

/** Heights on a map: shapes in shapes. */
const contours: Pattern = (random, tones) => {
  const [x, y] = [between(random, 220, 380), between(random, 160, 240)]
  const bumps = Array.from({ length: 7 }, () => between(random, 0.7, 1.3))
  const colours = [tones.soft, tones.middle, tones.strong]
  const first = below(random, 3)
  return [400, 320, 245, 175, 110, 52]
    .map((r, i) => {
      const points = bumps.map((bump, k): [number, number] => {
        const angle = (k / bumps.length) * 2 * Math.PI
        return [x + r * bump * Math.cos(angle), y + r * bump * 0.72 * Math.sin(angle)]
      })
      return path(closed(points), i === 5 ? tones.spark : colours[(first + i) % 3]!)
    })
    .join('')
}

/** Through the middles of the sides, so that it has no corners. */
function closed(points: readonly (readonly [number, number])[]): string {
  const halfway = (i: number) => {
    const [[x, y], [toX, toY]] = [points[i % points.length]!, points[(i + 1) % points.length]!]
    return `${Math.round((x + toX) / 2)} ${Math.round((y + toY) / 2)}`
  }
  const curves = points.map(([x, y], i) => `Q${Math.round(x)} ${Math.round(y)} ${halfway(i)}`)
  return `M${halfway(points.length - 1)}${curves.join('')}z`
}

/** Discs over each other, in any order. */
const spheres: Pattern = (random, tones) => {
  const r = between(random, 90, 150)
  const [across, down] = pick(random, [
    [0.95, 0],
    [0.8, 0.45],
    [0.8, -0.45],
    [1.15, 0.2],
  ] as const)
  const first = below(random, 3)
  const colours = [tones.middle, tones.strong, tones.spark]
  return [-1, 0, 1]
    .map(i => circle(300 + i * r * across, 200 + i * r * down, r, colours[(first + i + 3) % 3]!, 'opacity=".78"'))
    .join('')
}

/** One disc, one half of it, one bar. */
const poster: Pattern = (random, tones) => {
  const r = between(random, 100, 135)
  const x = pick(random, [210, 300, 390])
  const split = pick(random, [0, 90, 180, 270])
  const bar =
    random() < 0.5
      ? rect(0, 262, width, 138, 0, tones.middle)
      : rect(x < 300 ? 380 : 0, 0, 220, height, 0, tones.middle)
  const half = `<path d="M${x - r} 200a${r} ${r} 0 0 1 ${2 * r} 0z" fill="${tones.spark}" transform="rotate(${split} ${x} 200)"/>`
  return (
    bar +
    circle(x, 200, r, tones.strong) +
    half +
    stroke(`M${x - 240} 340h480`, tones.soft, 14, 'stroke-linecap="round"')
  )
}

export const scenes: readonly Pattern[] = [rings, hills, rays, arches, orbits, skyline, contours, spheres, poster]
