// Covers: a soft background and one motif for the kind of creation; the icon of the kind if it has no motif.
import { type KindIcon, kindIcons } from '../site/icons.ts'
import { type DefaultKind, isDefaultKind } from '../site/site.ts'
import { motifs } from './motifs.ts'
import { between, pick } from './random.ts'
import { card, circle, type DrawingContext, drawing, glowGradient, group, linearGradient, rect } from './svg.ts'

export function drawCover(context: DrawingContext, kind: DefaultKind | KindIcon): string {
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
  const motif = isDefaultKind(kind) ? pick(random, motifs[kind]) : iconMotif(kind)
  return drawing(1200, 800, gradients, back + motif(context))
}

/** The icon on a tile, between loose shapes. */
const iconMotif =
  (name: KindIcon) =>
  (context: DrawingContext): string => {
    const { random, palette, id } = context
    const shapes = Array.from({ length: 7 }, () => {
      const [x, y] = [between(random, 60, 1140), between(random, 60, 740)]
      const size = between(random, 30, 110)
      const colour = pick(random, [palette.second, palette.accent, palette.paper])
      const turned = `rotate(${Math.round(between(random, 0, 90))} ${Math.round(x)} ${Math.round(y)})`
      return pick(random, [
        circle(x, y, size, colour, 'opacity=".35"'),
        group(turned, rect(x, y, size * 1.6, size * 1.6, size / 3, colour, 'opacity=".3"')),
      ])
    })
    const lines = `fill="none" stroke="${palette.paper}" stroke-width="1.7" stroke-linejoin="round"`
    const icon = `<g transform="translate(450 250)scale(12.5)" ${lines}>${kindIcons[name]}</g>`
    return shapes.join('') + card(context, 400, 200, 400, 400, 96, `url(#${id('m')})`) + icon
  }
