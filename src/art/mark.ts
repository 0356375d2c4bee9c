// The icon of a site: the file of its pack, or a display case in its accent colour, on 64 by 64.
import type { Site, SiteFile } from '../site/site.ts'
import { circle, path, rect, stroke } from './svg.ts'

const defaultColour = '#5a3fd6'

export const markColour = ({ colors }: Site): string => colors.accent?.light ?? defaultColour

/** Few and thick shapes, because browser tabs show it at 16 pixels. */
const shapes =
  stroke('M16 42V23a6 6 0 0 1 6-6h20a6 6 0 0 1 6 6V42M13 48h38M16 42h32', '#fff', 4.6, 'stroke-linejoin="round"') +
  circle(32, 30.5, 6, '#ffd36e')

export const mark = (colour: string): string => rect(0, 0, 64, 64, 18, colour) + shapes

const document = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64" stroke-linecap="round">${content}</svg>`

/** A picture as part of a drawing. */
export const pictureElement = (dataUrl: string, x: number, y: number, size: number): string =>
  `<image x="${x}" y="${y}" width="${size}" height="${size}" href="${dataUrl}"/>`

export const dataUrl = ({ type, bytes }: SiteFile): string => `data:${type};base64,${bytes.toString('base64')}`

export function iconSvg(site: Site): string {
  if (site.icon === null) return document(mark(markColour(site)))
  if (site.icon.type === 'image/svg+xml') return site.icon.bytes.toString()
  return document(pictureElement(dataUrl(site.icon), 0, 0, 64))
}

/** Fills the square, for systems that mask icons. */
export function maskableSvg(site: Site): string {
  const inner =
    site.icon === null
      ? `<g transform="translate(9.6 9.6)scale(.7)">${shapes}</g>`
      : pictureElement(dataUrl(site.icon), 9.6, 9.6, 44.8)
  const back = site.icon === null ? markColour(site) : '#ffffff'
  return document(path('M0 0H64V64H0Z', back) + inner)
}
