// Images of creations, creators and categories that have none: a pattern seeded by the name, in the colours of the
// category, with initials or the icon of the kind.
import type { Generated } from '../art-paths.ts'
import { isKindIcon, kindIcons } from '../site/icons.ts'
import type { Site } from '../site/site.ts'
import { patterns } from './patterns.ts'
import { below, between, hashText, makeRandom, pick, type Random } from './random.ts'
import { circle, group, rect } from './svg.ts'
import { oklchOf, schemesFor, type Tones, tonesOf } from './tones.ts'

/** What generated images take from the site. */
export type ArtStyle = Pick<Site, 'kinds' | 'colors'>

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeXml = (text: string): string => text.replace(/[&<>"']/g, character => entities[character]!)

/** The chroma from which an accent colour counts as fully vivid. */
const vividChroma = 0.13

/** Sites with a muted accent colour get muted images. */
function vividness({ colors }: ArtStyle): number {
  if (colors.accent === undefined) return 1
  return Math.min(1, 0.25 + (0.75 * oklchOf(colors.accent.light).chroma) / vividChroma)
}

/** Categories are spread over all hues. Without a category, the hue is that of the accent colour. */
function hueOf(category: string | null, style: ArtStyle, seed: string): number {
  if (category !== null) return (hashText(`hue ${category}`) % 24) * 15
  const { accent } = style.colors
  return accent === undefined ? hashText(seed) % 360 : oklchOf(accent.light).hue
}

const [width, height] = [600, 400]
const plate = 132

const svg = (w: number, h: number, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}">${content}</svg>`

/** Text in the middle of a square; a nested drawing cuts off what does not fit. */
function initialsAt(x: number, y: number, size: number, initials: string, fill: string): string {
  const font = Math.round(size * (initials.length > 1 ? 0.4 : 0.5))
  const look = `fill="${fill}" font-family="system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif" font-size="${font}" font-weight="650"`
  const text = `<text x="${size / 2}" y="${size / 2 + Math.round(font * 0.36)}" text-anchor="middle" ${look}>${escapeXml(initials)}</text>`
  return `<svg x="${x}" y="${y}" width="${size}" height="${size}">${text}</svg>`
}

function iconAt(x: number, y: number, size: number, kind: string, colour: string, { kinds }: ArtStyle): string {
  const name = kinds.find(({ key }) => key === kind)?.icon
  const lines = `fill="none" stroke="${colour}" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"`
  const inner = kindIcons[name !== undefined && isKindIcon(name) ? name : 'star']
  return group(`translate(${x} ${y})scale(${size / 24})`, inner, lines)
}

function emblem(art: Generated & { of: 'creation' }, { paper, deep }: Tones, style: ArtStyle): string {
  const [x, y] = [(width - plate) / 2, (height - plate) / 2]
  const back = rect(x, y + 5, plate, plate, 36, deep, 'opacity=".18"') + rect(x, y, plate, plate, 36, paper)
  if (art.initials !== null) return back + initialsAt(x, y, plate, art.initials, deep)
  return back + iconAt(x + 28, y + 28, plate - 56, art.kind, deep, style)
}

/** Without yellow, which is too light for white text. */
const avatarHues = [5, 25, 45, 145, 165, 185, 205, 225, 245, 265, 285, 305, 325, 345]
const avatarScheme = 3

type Look = { random: Random; tones: Tones }

function lookOf(art: Generated, style: ArtStyle): Look {
  const seed = art.of === 'category' ? art.category : art.seed
  const random = makeRandom(hashText(`${art.of}/${seed}`))
  const hue =
    art.of === 'creator'
      ? pick(random, avatarHues)
      : (hueOf(art.category, style, seed) + between(random, -14, 14) + 360) % 360
  const scheme = art.of === 'creator' ? avatarScheme : below(random, schemesFor(hue))
  return { random, tones: tonesOf(hue, pick(random, [-50, 50]), vividness(style), scheme) }
}

export const tonesOfGenerated = (art: Generated, style: ArtStyle): Tones => lookOf(art, style).tones

export function drawGenerated(art: Generated, style: ArtStyle): string {
  const { random, tones } = lookOf(art, style)
  if (art.of === 'creator') return drawCreator(art.initials, random, tones)
  const back = rect(0, 0, width, height, 0, tones.back) + pick(random, patterns)(random, tones)
  return svg(width, height, art.of === 'creation' ? back + emblem(art, tones, style) : back)
}

function drawCreator(initials: string | null, random: Random, tones: Tones): string {
  const [x, y] = [pick(random, [0, 48, 96]), pick(random, [0, 96])]
  const back = rect(0, 0, 96, 96, 0, tones.back) + circle(x, y, between(random, 50, 76), tones.strong)
  return svg(96, 96, initials === null ? back : back + initialsAt(0, 0, 96, initials, tones.paper))
}
