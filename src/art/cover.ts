// Covers: a soft background and one motif that shows what kind of thing it is.
import type { Kind } from '../records/records.ts'
import { appMotifs } from './motifs/app.ts'
import { experienceMotifs } from './motifs/experience.ts'
import { gameMotifs } from './motifs/game.ts'
import { trackerMotifs } from './motifs/tracker.ts'
import { widgetMotifs } from './motifs/widget.ts'
import { between, pick } from './random.ts'
import { type Brush, circle, drawing, linear, type Motif, radial, rect } from './svg.ts'

const motifs: Record<Kind, readonly Motif[]> = {
  app: appMotifs,
  tracker: trackerMotifs,
  game: gameMotifs,
  widget: widgetMotifs,
  experience: experienceMotifs,
}

/** The gradients motifs refer to: m for masses, h for highlights, g for glows. */
function gradients({ palette, id }: Brush): string {
  return (
    linear(id('b'), palette.from, palette.to, 'x2="1" y2="1"') +
    linear(id('m'), palette.second, palette.main) +
    linear(id('h'), palette.accent, palette.main, 'x2="1" y2="0"') +
    radial(id('g'), palette.paper, 0.45)
  )
}

export function drawCover(brush: Brush, kind: Kind): string {
  const { random, palette, id } = brush
  const glow = circle(between(random, 0, 450), between(random, 0, 250), between(random, 380, 560), `url(#${id('g')})`)
  const [x, y, r] = [between(random, 800, 1200), between(random, 620, 860), between(random, 260, 420)]
  const shade = circle(x, y, r, palette.second, 'opacity=".16"')
  const back = rect(0, 0, 1200, 800, 0, `url(#${id('b')})`) + glow + shade
  return drawing(1200, 800, gradients(brush), back + pick(random, motifs[kind])(brush))
}
