// SVG elements. A drawing has at most 3,000 bytes.
import type { Palette } from './palettes.ts'
import type { Random } from './random.ts'

/** What all parts of a drawing use. */
export type DrawingContext = {
  random: Random
  palette: Palette
  /** The glyph of the category, drawn around 0,0 within fifty units each way. */
  glyph: (fill: string) => string
  /** Ids differ from drawing to drawing, so that a page can contain several. */
  id: (name: string) => string
}

/** A picture on a cover. */
export type Motif = (context: DrawingContext) => string

/** Rounded to one decimal place, to keep drawings small. */
function decimal(value: number): string {
  return String(Math.round(value * 10) / 10)
}

/** Horizontal lines that represent text, one for each y, as one element. */
export function lines(
  x: number,
  ys: readonly number[],
  length: () => number,
  width: number,
  colour: string,
  attributes = '',
): string {
  // With a length of 0, some renderers draw no caps.
  const d = ys.map(y => `M${Math.round(x)} ${Math.round(y)}h${Math.round(length()) || '.1'}`).join('')
  // Horizontal lines have no area, so `fill="none"` is not needed.
  return `<path d="${d}" stroke="${colour}" stroke-width="${decimal(width)}"${attributes && ` ${attributes}`}/>`
}

/** Dots: very short lines, which are round because `drawing` sets round line caps. */
export const dots = (x: number, ys: readonly number[], size: number, colour: string, attributes = ''): string =>
  lines(x, ys, () => 0, size, colour, attributes)

export function circle(x: number, y: number, r: number, fill: string, attributes = ''): string {
  return `<circle cx="${decimal(x)}" cy="${decimal(y)}" r="${decimal(r)}" fill="${fill}"${attributes && ` ${attributes}`}/>`
}

export function rect(x: number, y: number, w: number, h: number, r: number, fill: string, attributes = ''): string {
  const round = r > 0 ? ` rx="${decimal(r)}"` : ''
  return `<rect x="${decimal(x)}" y="${decimal(y)}" width="${decimal(w)}" height="${decimal(h)}"${round} fill="${fill}"${attributes && ` ${attributes}`}/>`
}

export function path(d: string, fill: string, attributes = ''): string {
  return `<path d="${d}" fill="${fill}"${attributes && ` ${attributes}`}/>`
}

export function stroke(d: string, colour: string, width: number, attributes = ''): string {
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${decimal(width)}"${attributes && ` ${attributes}`}/>`
}

/** A progress ring: a pale circle, and on it an arc, clockwise from the top, over `share` (0 to 1) of it. */
export function progressRing(x: number, y: number, r: number, share: number, colour: string, width: number): string {
  const at = `cx="${decimal(x)}" cy="${decimal(y)}" r="${decimal(r)}" fill="none" stroke="${colour}" stroke-width="${decimal(width)}"`
  const length = 2 * Math.PI * r
  const dash = `stroke-dasharray="${decimal(share * length)} ${decimal(length)}" transform="rotate(-90 ${decimal(x)} ${decimal(y)})"`
  return `<circle ${at} opacity=".2"/><circle ${at} ${dash}/>`
}

export function group(transform: string, content: string, attributes = ''): string {
  return `<g transform="${transform}"${attributes && ` ${attributes}`}>${content}</g>`
}

export function glyphAt(context: DrawingContext, x: number, y: number, scale: number, fill: string): string {
  return group(`translate(${decimal(x)} ${decimal(y)})scale(${Math.round(scale * 100) / 100})`, context.glyph(fill))
}

/** A card with a soft shadow under it. */
export function card(
  context: DrawingContext,
  x: number,
  y: number,
  w: number,
  h: number,
  r: number,
  fill = context.palette.paper,
): string {
  return rect(x + 6, y + 18, w, h, r, context.palette.ink, 'opacity=".16"') + rect(x, y, w, h, r, fill)
}

/** From top to bottom unless `direction` says otherwise. */
export function linearGradient(id: string, from: string, to: string, direction = 'x2="0" y2="1"'): string {
  return `<linearGradient id="${id}" ${direction}><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`
}

/** A glow: `opacity` in the middle, transparent at the edge. */
export function glowGradient(id: string, colour: string, opacity: number): string {
  const stops = `<stop stop-color="${colour}" stop-opacity="${opacity}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/>`
  return `<radialGradient id="${id}">${stops}</radialGradient>`
}

/** Path data of a smooth line through points, starting with a move to the first. */
export function smoothPath(points: readonly (readonly [number, number])[]): string {
  const [first, ...rest] = points
  let [x, y] = first!
  let d = `M${decimal(x)} ${decimal(y)}`
  for (const [toX, toY] of rest) {
    const middle = decimal((x + toX) / 2)
    d += `C${middle} ${decimal(y)} ${middle} ${decimal(toY)} ${decimal(toX)} ${decimal(toY)}`
    x = toX
    y = toY
  }
  return d
}

/** The SVG document. Its lines have round caps. */
export function drawing(width: number, height: number, defs: string, content: string): string {
  const size = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} stroke-linecap="round"><defs>${defs}</defs>${content}</svg>`
}
