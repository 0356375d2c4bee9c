// The link preview of a creation or creator as SVG: art, title and names, 1200 by 630.

import { mark, pictureElement } from '../mark.ts'
import type { ShareArt } from '../share-art.ts'
import { circle, group, rect } from '../svg.ts'
import type { Fonts, Weight } from './fonts.ts'
import { type Block, layOutText, type TextArea } from './text.ts'

export const shareSize = { width: 1200, height: 630 }

export type ShareFacts = {
  productName: string
  /** Above the title. */
  label: string
  title: string
  text: string
  /** The first of these that can be drawn is used. */
  bylines: readonly string[]
  art: ShareArt
}

/** Colours of the background, the texts and the decoration; absent: those of the art. */
export type ShareColors = { paper: string; ink: string; second: string }

export type ShareDrawing = { svg: string; fontFiles: string[] }

const { width, height } = shareSize
export const left = 64
const column = 560
export const frame = { x: 680, y: 56, width: 456, height: 518, round: 40 }

/** `icon` is a data URL, or the colour of the default icon. */
export function drawShareImage(facts: ShareFacts, icon: string, fonts: Fonts, colors?: ShareColors): ShareDrawing {
  const palette = colors ?? facts.art.palette
  const texts = placeTexts(facts, fonts)
  const initials = placeInitials(facts.art, fonts)
  const back =
    rect(0, 0, width, height, 0, palette.paper) +
    circle(1140, 40, 460, palette.second, 'opacity=".14"') +
    circle(60, 660, 240, palette.second, 'opacity=".1"')
  const sign = icon.startsWith('#')
    ? group(`translate(${left} 56)scale(.72)`, mark(icon))
    : pictureElement(icon, left, 56, 46)
  const drawn = texts.map(text => textElements(text, palette.ink)).join('') + (initials?.svg ?? '')
  const content = back + framedArt(facts.art) + sign + drawn
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size} stroke-linecap="round">${content}</svg>`
  return { svg, fontFiles: [...new Set([...texts.flatMap(({ block }) => block.files), ...(initials?.files ?? [])])] }
}

/** The art fills its frame and is cropped. */
function framedArt({ svg }: ShareArt): string {
  const { x, y, width, height, round } = frame
  const box = `x="${x}" y="${y}" width="${width}" height="${height}"`
  const inner = svg.replace(/ width="\d+" height="\d+"/, ` ${box} preserveAspectRatio="xMidYMid slice"`)
  const shadow = rect(x + 4, y + 14, width, height, round, '#000', 'opacity=".1"')
  const clip = `<defs><clipPath id="frame"><rect ${box} rx="${round}"/></clipPath></defs>`
  return `${shadow}${clip}<g clip-path="url(#frame)">${inner}</g>`
}

/** Null without initials, or if no font has them. */
function placeInitials({ initials, palette }: ShareArt, fonts: Fonts): { svg: string; files: string[] } | null {
  const size = 190
  const block =
    initials === null ? null : layOutText(initials, { width: frame.width, sizes: [[size, 1]] }, fonts, 'bold')
  if (block === null) return null
  const at = `x="${frame.x + frame.width / 2}" y="${frame.y + frame.height / 2 + size * 0.36}" text-anchor="middle"`
  const look = `fill="${palette.paper}" font-family="${escapeXml(block.family)}" font-size="${size}" font-weight="700"`
  return { svg: `<text ${at} ${look}>${escapeXml(block.lines[0]!)}</text>`, files: block.files }
}

export type PlacedText = { block: Block; x: number; y: number; weight: Weight; opacity: number }

const titleSizes: TextArea['sizes'] = [
  [80, 2],
  [66, 3],
  [54, 4],
]

/** Title and text are in the middle of the column, the product name at the top and the byline at the bottom. */
export function placeTexts(
  { productName, label, title, text, bylines }: Omit<ShareFacts, 'art'>,
  fonts: Fonts,
): PlacedText[] {
  const layOut = (raw: string, weight: Weight, sizes: TextArea['sizes'], width = column) =>
    layOutText(raw, { width, sizes }, fonts, weight)
  // If the title cannot be drawn, the byline takes its place.
  const titleBlock = layOut(title, 'bold', titleSizes)
  const heading = titleBlock ?? firstDrawable(bylines, line => layOut(line, 'bold', titleSizes))
  const body = layOut(text, 'regular', [[28, (heading?.lines.length ?? 0) > 2 ? 2 : 3]])
  const gap = heading === null || body === null ? 0 : 24
  const top = Math.round(342 - (heightOf(heading) + gap + heightOf(body)) / 2)
  const all = [
    { block: layOut(productName, 'bold', [[30, 1]], column - 64), x: left + 64, y: 90, weight: 'bold', opacity: 1 },
    { block: layOut(label, 'bold', [[24, 1]]), x: left, y: top - 18, weight: 'bold', opacity: 0.6 },
    { block: heading, x: left, y: top + ascent(heading), weight: 'bold', opacity: 1 },
    { block: body, x: left, y: top + heightOf(heading) + gap + ascent(body), weight: 'regular', opacity: 0.75 },
    {
      block: titleBlock && firstDrawable(bylines, line => layOut(line, 'regular', [[30, 1]])),
      x: left,
      y: 570,
      weight: 'regular',
      opacity: 1,
    },
  ] as const
  return all.flatMap(one => (one.block === null ? [] : [{ ...one, block: one.block }]))
}

function firstDrawable(texts: readonly string[], layOut: (text: string) => Block | null): Block | null {
  for (const text of texts) {
    const block = layOut(text)
    if (block !== null) return block
  }
  return null
}

const lineHeight = (block: Block): number => Math.round(block.size * (block.size > 40 ? 1.12 : 1.36))
const heightOf = (block: Block | null): number => (block === null ? 0 : block.lines.length * lineHeight(block))
const ascent = (block: Block | null): number => (block === null ? 0 : Math.round(block.size * 0.92))

export function textElements({ block, x, y, weight, opacity }: PlacedText, fill: string): string {
  const { lines, size, family, rightToLeft } = block
  const at = rightToLeft ? `x="${left + column}" text-anchor="end"` : `x="${x}"`
  const look = `font-family="${escapeXml(family)}" font-size="${size}" font-weight="${weight === 'bold' ? 700 : 500}"`
  return lines
    .map((line, i) => {
      const place = `${at} y="${y + i * lineHeight(block)}" fill="${fill}" fill-opacity="${opacity}"`
      return `<text ${place} ${look}>${escapeXml(line)}</text>`
    })
    .join('')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeXml = (text: string): string => text.replace(/[&<>"']/g, character => entities[character]!)
