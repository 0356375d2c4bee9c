// Covers: a soft background and one motif for the kind of creation.
import type { DefaultKind } from '../site/site.ts'
import { motifs } from './motifs.ts'
import { between, pick } from './random.ts'
import { circle, type DrawingContext, drawing, glowGradient, linearGradient, rect } from './svg.ts'

export function drawCover(context: DrawingContext, kind: DefaultKind): string {
  const { random, palette, id } = context
  const gradients =
    linearGradient(id('b'), palette.from, palette.to, 'x2="1" y2="1"') +
    linearGradient(id('m'), palette.second, palette.main) +
    linearGradient(id('h'), palette.accent, palette.main, 'x2="1" y2="0"') +
    glowGradient(id('g'), palette.paper, 0.45)
  const back =
    rect(0, 0, 1200, 800, 0, `url(#${id('b')})`) +
    circle(between(random, 0, 450), between(random, 0, 250), between(random, 380, 560), `url(#${id('g')})`) +
    circle(between(random, 800, 1200), between(random, 620, 860), 340, palette.second, 'opacity=".16"')
  return drawing(1200, 800, gradients, back + pick(random, motifs[kind])(context))
}
