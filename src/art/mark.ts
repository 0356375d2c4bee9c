// The logo of the service, a display case, on 64 by 64.
import { circle, path, rect, stroke } from './svg.ts'

export const markColour = '#5a3fd6'

/** Few and thick shapes, because browser tabs show it at 16 pixels. */
const shapes =
  stroke('M16 42V23a6 6 0 0 1 6-6h20a6 6 0 0 1 6 6V42M13 48h38M16 42h32', '#fff', 4.6, 'stroke-linejoin="round"') +
  circle(32, 30.5, 6, '#ffd36e')

export const mark = rect(0, 0, 64, 64, 18, markColour) + shapes

/** Fills the square, for systems that mask icons. */
const fullMark = path('M0 0H64V64H0Z', markColour) + `<g transform="translate(9.6 9.6)scale(.7)">${shapes}</g>`

const document = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64" stroke-linecap="round">${content}</svg>`

export const markSvg = document(mark)
export const maskableSvg = document(fullMark)
