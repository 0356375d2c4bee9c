// Landscapes, water, camps and circles: pictures of somewhere to be together.
import { below, between, type Random } from '../random.ts'
import { type Brush, circle, glyphAt, type Motif, path, smooth, stroke } from '../svg.ts'

function ridge(random: Random, height: number, swing: number, steps: number): string {
  const points: [number, number][] = []
  for (let i = 0; i <= steps; i++)
    points.push([(i * 1200) / steps, height + (i % 2 ? -swing : swing) * between(random, 0.3, 1)])
  return `${smooth(points)}V800H0Z`
}

function jagged(random: Random, height: number, swing: number, steps: number): string {
  const width = 1200 / steps
  let d = `M0 ${height}`
  for (let i = 0; i < steps; i++) {
    const peak = [(i + between(random, 0.35, 0.65)) * width, height - swing * between(random, 0.5, 1)]
    const valley = [(i + 1) * width, height - swing * between(random, 0, 0.2)]
    d += `L${peak.map(Math.round).join(' ')}L${valley.map(Math.round).join(' ')}`
  }
  return `${d}V800H0Z`
}

function mountains(brush: Brush): string {
  const { random, palette, id } = brush
  const x = between(random, 300, 900)
  return (
    circle(x, 300, 240, `url(#${id('g')})`) +
    circle(x, 300, 112, palette.sun) +
    path(jagged(random, 560, 260, 3), palette.second, 'opacity=".55"') +
    path(jagged(random, 640, 230, 4), palette.main, 'opacity=".8"') +
    path(ridge(random, 660, 40, 4), `url(#${id('m')})`) +
    path(ridge(random, 730, 26, 5), palette.ink, 'opacity=".8"') +
    stroke(
      `M${Math.round(x) - 190} 190q20-22 40 0q20-22 40 0M${Math.round(x) + 120} 130q16-18 32 0q16-18 32 0`,
      palette.ink,
      7,
      'opacity=".5"',
    )
  )
}

function sea(brush: Brush): string {
  const { random, palette, id } = brush
  const x = between(random, 350, 850)
  const boat = x > 600 ? x - 300 : x + 220
  const sail = `M${Math.round(boat)} 300v150h-96zM${Math.round(boat) + 12} 330l70 120h-70z`
  return (
    circle(x, 380, 280, `url(#${id('g')})`) +
    circle(x, 400, 150, palette.sun) +
    path(ridge(random, 480, 16, 6), palette.second, 'opacity=".75"') +
    path(sail, palette.paper) +
    path(`M${Math.round(boat) - 110} 462h220q-20 56-70 56h-90q-44 0-60-56z`, palette.ink) +
    path(ridge(random, 540, 24, 7), palette.second) +
    path(ridge(random, 610, 26, 6), `url(#${id('m')})`) +
    path(ridge(random, 700, 24, 5), palette.main) +
    path(ridge(random, 760, 16, 6), palette.ink, 'opacity=".55"')
  )
}

function camp(brush: Brush): string {
  const { random, palette, id } = brush
  let stars = ''
  for (let i = 0; i < 26; i++) stars += `M${below(random, 1200)} ${below(random, 420)}h.1`
  const tent = 380 + below(random, 440)
  const moon = tent > 600 ? 300 : 900
  return (
    stroke(stars, palette.paper, 8) +
    path(`M${moon + 20} 107A86 86 0 1 0 ${moon + 83} 215A70 70 0 1 1 ${moon + 20} 107Z`, palette.sun) +
    path(ridge(random, 480, 70, 4), palette.second, 'opacity=".5"') +
    path(ridge(random, 560, 50, 5), palette.main, 'opacity=".75"') +
    circle(tent, 610, 260, `url(#${id('g')})`) +
    path(ridge(random, 660, 16, 4), palette.ink, 'opacity=".85"') +
    path(`M${tent} 450L${tent + 190} 690H${tent - 190}Z`, `url(#${id('h')})`) +
    path(`M${tent} 510L${tent + 62} 690H${tent - 62}Z`, palette.ink, 'opacity=".7"') +
    [0, 1, 2, 3]
      .map(i => {
        const x = (tent + 330 + i * 190) % 1200
        return path(`M${x} ${500 + (i % 2) * 40}l64 190h-128z`, palette.ink, 'opacity=".9"')
      })
      .join('')
  )
}

/** Overlapping rounds, like people around a table. */
function circles(brush: Brush): string {
  const { random, palette } = brush
  const colours = [palette.main, palette.second, palette.accent]
  const count = 6 + below(random, 4)
  const start = random() * Math.PI
  let drawn = ''
  for (let i = 0; i < count; i++) {
    const a = start + (i * 2 * Math.PI) / count
    const [x, y] = [600 + Math.cos(a) * 225, 400 + Math.sin(a) * 225]
    drawn +=
      circle(x, y, 132, colours[i % 3]!, 'opacity=".62"') +
      circle(600 + Math.cos(a) * 318, 400 + Math.sin(a) * 318, 22, palette.paper)
  }
  return drawn + circle(600, 400, 138, palette.paper) + glyphAt(brush, 600, 400, 1.5, palette.main)
}

export const experienceMotifs: readonly Motif[] = [mountains, sea, camp, circles]
