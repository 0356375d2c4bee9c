// The shapes of drawings. A drawing has at most three kilobytes.
import type { Palette } from './palettes.ts'
import type { Random } from './random.ts'

/** The tools for a drawing. */
export type Brush = {
  random: Random
  palette: Palette
  /** The glyph of the category, drawn around 0,0 within fifty units each way. */
  glyph: (fill: string) => string
  /** Ids differ from drawing to drawing, so that a page can contain several. */
  id: (name: string) => string
}

function tidy(value: number): string {
  return String(Math.round(value * 10) / 10)
}

/** Horizontal lines that represent text, one for each y, as one element. */
export function lines(
  x: number,
  ys: readonly number[],
  length: () => number,
  width: number,
  colour: string,
  more = '',
): string {
  const d = ys.map(y => `M${Math.round(x)} ${Math.round(y)}h${Math.round(length()) || '.1'}`).join('')
  // Level lines enclose nothing, so there is no fill to switch off.
  return `<path d="${d}" stroke="${colour}" stroke-width="${tidy(width)}"${more && ` ${more}`}/>`
}

/** Round dots: lines without a length. */
export const dots = (x: number, ys: readonly number[], size: number, colour: string, more = ''): string =>
  lines(x, ys, () => 0, size, colour, more)

export function circle(x: number, y: number, r: number, fill: string, more = ''): string {
  return `<circle cx="${tidy(x)}" cy="${tidy(y)}" r="${tidy(r)}" fill="${fill}"${more && ` ${more}`}/>`
}

export function rect(x: number, y: number, w: number, h: number, r: number, fill: string, more = ''): string {
  const round = r > 0 ? ` rx="${tidy(r)}"` : ''
  return `<rect x="${tidy(x)}" y="${tidy(y)}" width="${tidy(w)}" height="${tidy(h)}"${round} fill="${fill}"${more && ` ${more}`}/>`
}

export function path(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}"${more && ` ${more}`}/>`
}

export function stroke(d: string, colour: string, width: number, more = ''): string {
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${tidy(width)}"${more && ` ${more}`}/>`
}

/** An arc of a circle, clockwise from the top; `share` is its part of the circle. */
export function arc(x: number, y: number, r: number, share: number, colour: string, width: number): string {
  const at = `cx="${tidy(x)}" cy="${tidy(y)}" r="${tidy(r)}" fill="none" stroke="${colour}" stroke-width="${tidy(width)}"`
  const length = 2 * Math.PI * r
  const dash = `stroke-dasharray="${tidy(share * length)} ${tidy(length)}" transform="rotate(-90 ${tidy(x)} ${tidy(y)})"`
  return `<circle ${at} opacity=".2"/><circle ${at} ${dash}/>`
}

export function group(transform: string, content: string, more = ''): string {
  return `<g transform="${transform}"${more && ` ${more}`}>${content}</g>`
}

export function glyphAt(brush: Brush, x: number, y: number, scale: number, fill: string): string {
  return group(`translate(${tidy(x)} ${tidy(y)})scale(${Math.round(scale * 100) / 100})`, brush.glyph(fill))
}

/** A card with a soft shadow under it. */
export function card(
  brush: Brush,
  x: number,
  y: number,
  w: number,
  h: number,
  r: number,
  fill = brush.palette.paper,
): string {
  return rect(x + 6, y + 18, w, h, r, brush.palette.ink, 'opacity=".16"') + rect(x, y, w, h, r, fill)
}

export function linear(id: string, from: string, to: string, slope = 'x2="0" y2="1"'): string {
  return `<linearGradient id="${id}" ${slope}><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`
}

/** A glow: opaque in the middle, transparent at the edge. */
export function radial(id: string, colour: string, opacity: number): string {
  const stops = `<stop stop-color="${colour}" stop-opacity="${opacity}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/>`
  return `<radialGradient id="${id}">${stops}</radialGradient>`
}

/** Path data of a smooth line through points, starting with a move to the first. */
export function smooth(points: readonly (readonly [number, number])[]): string {
  const [first, ...rest] = points
  let [x, y] = first!
  let d = `M${tidy(x)} ${tidy(y)}`
  for (const [toX, toY] of rest) {
    const middle = tidy((x + toX) / 2)
    d += `C${middle} ${tidy(y)} ${middle} ${tidy(toY)} ${tidy(toX)} ${tidy(toY)}`
    x = toX
    y = toY
  }
  return d
}

/** The whole drawing. Line caps are round by default. */
export function drawing(width: number, height: number, defs: string, content: string): string {
  const size = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} stroke-linecap="round"><defs>${defs}</defs>${content}</svg>`
}
