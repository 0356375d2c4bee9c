// Icons: the glyph of the category on a rounded square, on a backdrop for the kind of creation.
import type { DefaultKind } from '../site/site.ts'
import { between } from './random.ts'
import {
  circle,
  type DrawingContext,
  drawing,
  glowGradient,
  glyphAt,
  group,
  linearGradient,
  path,
  progressRing,
  rect,
  stroke,
} from './svg.ts'

type Backdrop = (context: DrawingContext) => string

export const backdrops: Record<DefaultKind, Backdrop> = {
  tracker: ({ random, palette }) => progressRing(128, 128, 92, between(random, 0.55, 0.85), palette.accent, 15),
  app: ({ palette }) =>
    group('rotate(-9 128 128)', rect(52, 52, 152, 152, 40, palette.paper, 'opacity=".22"')) +
    rect(52, 52, 152, 152, 40, palette.paper, 'opacity=".16"'),
  game: ({ palette }) =>
    path(
      'M30 30h30v30H30zM196 30h30v30h-30zM30 196h30v30H30zM196 196h30v30h-30zM113 14h30v18h-30zM113 224h30v18h-30z',
      palette.accent,
      'opacity=".75"',
    ),
  widget: ({ palette }) =>
    circle(128, 128, 90, palette.paper, 'opacity=".2"') +
    stroke('M128 26v12M128 218v12M26 128h12M218 128h12', palette.accent, 11),
  experience: ({ random, palette }) =>
    path(
      `M0 ${Math.round(between(random, 176, 196))}C60 150 90 230 140 196S220 160 256 190V256H0Z`,
      palette.paper,
      'opacity=".2"',
    ) + path('M0 218C50 194 100 240 150 222S230 204 256 220V256H0Z', palette.accent, 'opacity=".6"'),
}

export function drawIcon(context: DrawingContext, kind: DefaultKind): string {
  const { palette, id } = context
  const defs =
    linearGradient(id('m'), palette.second, palette.main, 'x2="1" y2="1"') +
    glowGradient(id('g'), palette.paper, 0.4) +
    `<clipPath id="${id('c')}"><rect width="256" height="256" rx="60"/></clipPath>`
  const scale = kind === 'tracker' ? 1.1 : 1.35
  const y = kind === 'experience' ? 112 : 128
  const back =
    rect(0, 0, 256, 256, 0, `url(#${id('m')})`) + circle(70, 30, 150, `url(#${id('g')})`) + backdrops[kind](context)
  const shadow = group('translate(0 6)', glyphAt(context, 128, y, scale, palette.ink), 'opacity=".18"')
  const content = `<g clip-path="url(#${id('c')})">${back}${shadow}${glyphAt(context, 128, y, scale, palette.paper)}</g>`
  return drawing(256, 256, defs, content)
}
