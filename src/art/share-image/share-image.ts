// The link preview of a creation or creator: art, title and names, 1200 by 630, as SVG. Depends only on its facts
// and the available fonts.
import { drawArt, paletteOf } from '../art.ts'
import { mark } from '../mark.ts'
import { circle, group, rect } from '../svg.ts'
import type { Fonts, Weight } from './fonts.ts'
import { type Block, type Room, setText } from './text.ts'

export const shareSize = { width: 1200, height: 630 }

export type ShareFacts = {
  productName: string
  /** Above the title. */
  label: string
  title: string
  text: string
  /** The first of these that can be drawn. */
  bylines: readonly string[]
  art: { kind: 'cover' | 'avatar'; name: string }
}

type ShareDrawing = { svg: string; fontFiles: string[] }

const { width, height } = shareSize
const left = 64
const column = 560
const frame = { x: 680, y: 56, width: 456, height: 518, round: 40 }

export function drawShareImage(facts: ShareFacts, fonts: Fonts): ShareDrawing {
  const palette = paletteOf(facts.art.kind, facts.art.name)
  const texts = placed(facts, fonts)
  const back =
    rect(0, 0, width, height, 0, palette.paper) +
    circle(1140, 40, 460, palette.second, 'opacity=".14"') +
    circle(60, 660, 240, palette.second, 'opacity=".1"')
  const sign = group(`translate(${left} 56)scale(.72)`, mark)
  const content = back + framed(facts.art) + sign + texts.map(text => written(text, palette.ink)).join('')
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size} stroke-linecap="round">${content}</svg>`
  return { svg, fontFiles: [...new Set(texts.flatMap(({ block }) => block.files))] }
}

/** The art fills its frame and is cropped. */
function framed({ kind, name }: ShareFacts['art']): string {
  const { x, y, width, height, round } = frame
  const box = `x="${x}" y="${y}" width="${width}" height="${height}"`
  const inner = drawArt(kind, name).replace(/ width="\d+" height="\d+"/, ` ${box} preserveAspectRatio="xMidYMid slice"`)
  const shadow = rect(x + 4, y + 14, width, height, round, '#000', 'opacity=".1"')
  const clip = `<defs><clipPath id="frame"><rect ${box} rx="${round}"/></clipPath></defs>`
  return `${shadow}${clip}<g clip-path="url(#frame)">${inner}</g>`
}

type Placed = { block: Block; x: number; y: number; weight: Weight; opacity: number }

const titleSizes: Room['sizes'] = [
  [80, 2],
  [66, 3],
  [54, 4],
]

/** Title and text are in the middle of the column, the names at its ends. */
function placed({ productName, label, title, text, bylines }: ShareFacts, fonts: Fonts): Placed[] {
  const set = (raw: string, weight: Weight, sizes: Room['sizes'], width = column) =>
    setText(raw, { width, sizes }, fonts, weight)
  // Without a drawable title, the names take its place.
  const named = set(title, 'bold', titleSizes)
  const heading = named ?? firstSet(bylines, line => set(line, 'bold', titleSizes))
  const under = set(text, 'regular', [[28, (heading?.lines.length ?? 0) > 2 ? 2 : 3]])
  const between = heading === null || under === null ? 0 : 24
  const top = Math.round(342 - (heightOf(heading) + between + heightOf(under)) / 2)
  const all = [
    { block: set(productName, 'bold', [[30, 1]], column - 64), x: left + 64, y: 90, weight: 'bold', opacity: 1 },
    { block: set(label, 'bold', [[24, 1]]), x: left, y: top - 18, weight: 'bold', opacity: 0.6 },
    { block: heading, x: left, y: top + ascent(heading), weight: 'bold', opacity: 1 },
    { block: under, x: left, y: top + heightOf(heading) + between + ascent(under), weight: 'regular', opacity: 0.75 },
    {
      block: named && firstSet(bylines, line => set(line, 'regular', [[30, 1]])),
      x: left,
      y: 570,
      weight: 'regular',
      opacity: 1,
    },
  ] as const
  return all.flatMap(one => (one.block === null ? [] : [{ ...one, block: one.block }]))
}

function firstSet(texts: readonly string[], set: (text: string) => Block | null): Block | null {
  for (const text of texts) {
    const block = set(text)
    if (block !== null) return block
  }
  return null
}

const lineHeight = (block: Block): number => Math.round(block.size * (block.size > 40 ? 1.12 : 1.36))
const heightOf = (block: Block | null): number => (block === null ? 0 : block.lines.length * lineHeight(block))
const ascent = (block: Block | null): number => (block === null ? 0 : Math.round(block.size * 0.92))

function written({ block, x, y, weight, opacity }: Placed, fill: string): string {
  const { lines, size, family, rightToLeft } = block
  const at = rightToLeft ? `x="${left + column}" text-anchor="end"` : `x="${x}"`
  const look = `font-family="${escaped(family)}" font-size="${size}" font-weight="${weight === 'bold' ? 700 : 500}"`
  return lines
    .map((line, i) => {
      const place = `${at} y="${y + i * lineHeight(block)}" fill="${fill}" fill-opacity="${opacity}"`
      return `<text ${place} ${look}>${escaped(line)}</text>`
    })
    .join('')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, character => entities[character]!)
