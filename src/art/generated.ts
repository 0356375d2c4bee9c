// Images of creations, creators and categories that have none: a drawing seeded by the name. The category decides the hue,
// which stays near the accent colour of the site.
import type { Generated } from '../art-paths.ts'
import { allColors } from '../site/colors.ts'
import type { Site } from '../site/site.ts'
import { drawCategory } from './category.ts'
import { patterns } from './patterns.ts'
import { below, between, hashText, makeRandom, pick, type Random } from './random.ts'
import { scenes } from './scenes.ts'
import { circle, rect } from './svg.ts'
import { isYellow, oklchOf, schemesFor, type Tones, tonesOf } from './tones.ts'

/** What generated images take from the site. */
export type ArtStyle = Pick<Site, 'colors'>

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeXml = (text: string): string => text.replace(/[&<>"']/g, character => entities[character]!)

/** The chroma from which an accent colour counts as fully vivid. */
const vividChroma = 0.13
/** How far hues are from that of the accent colour at most, in degrees, and how far images of a category differ. */
const spread = 70
const variation = 14
/** Images of categories are side by side, so their hues differ more. */
const widened = 1.6
/** From the main hue of an image to its second one, which is nearer to the accent colour. */
const neighbour = 40

const accentOf = ({ colors }: ArtStyle) => oklchOf(allColors(colors).accent.light)

/** Sites with a muted accent colour get muted images. */
const vividness = (style: ArtStyle): number => Math.min(1, 0.25 + (0.75 * accentOf(style).chroma) / vividChroma)

/** The distance from the hue of the accent colour. */
function turnOf(art: Generated, random: Random): number {
  if (art.of === 'creator') return between(random, -spread, spread)
  const turn = art.category === null ? 0 : (((hashText(`hue ${art.category}`) % 24) - 11.5) / 11.5) * spread
  if (art.of === 'category') return turn * widened
  return turn + between(random, -variation, variation)
}

const [width, height] = [600, 400]

const svg = (w: number, h: number, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}">${content}</svg>`

/** Text in the middle of a square; a nested drawing cuts off what does not fit. */
function initialsAt(size: number, initials: string, fill: string): string {
  const font = Math.round(size * (initials.length > 1 ? 0.4 : 0.5))
  const look = `fill="${fill}" font-family="system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif" font-size="${font}" font-weight="650"`
  const text = `<text x="${size / 2}" y="${size / 2 + Math.round(font * 0.36)}" text-anchor="middle" ${look}>${escapeXml(initials)}</text>`
  return `<svg width="${size}" height="${size}">${text}</svg>`
}

const avatarScheme = 3

type Look = { random: Random; tones: Tones }

function lookOf(art: Generated, style: ArtStyle): Look {
  const random = makeRandom(hashText(`${art.of}/${art.of === 'category' ? art.category : art.seed}`))
  const turn = turnOf(art, random)
  const hue = (accentOf(style).hue + turn + 360) % 360
  // Avatars are dark, and dark yellow is brown.
  const main = art.of === 'creator' && isYellow(hue) ? (hue + 110) % 360 : hue
  const scheme = art.of === 'creator' ? avatarScheme : below(random, schemesFor(main))
  const side = Math.abs(turn) > neighbour ? -Math.sign(turn) : pick(random, [-1, 1])
  return { random, tones: tonesOf(main, main + side * neighbour, vividness(style), scheme) }
}

export const tonesOfGenerated = (art: Generated, style: ArtStyle): Tones => lookOf(art, style).tones

const drawings = [...patterns, ...scenes]

/** `hasText`: whether there are fonts for the initials of categories. */
export function drawGenerated(art: Generated, style: ArtStyle, hasText = true): string {
  const { random, tones } = lookOf(art, style)
  if (art.of === 'creator') return drawCreator(art.initials, random, tones)
  if (art.of === 'category') return svg(width, height, drawCategory(art, random, tones, hasText))
  return svg(width, height, rect(0, 0, width, height, 0, tones.back) + pick(random, drawings)(random, tones))
}

function drawCreator(initials: string | null, random: Random, tones: Tones): string {
  const [x, y] = [pick(random, [0, 48, 96]), pick(random, [0, 96])]
  const back = rect(0, 0, 96, 96, 0, tones.back) + circle(x, y, between(random, 50, 76), tones.strong)
  return svg(96, 96, initials === null ? back : back + initialsAt(96, initials, tones.paper))
}
