// The link preview of pages that show no single creation or creator: the icon, name and texts of the site, in its colours.
import { mark, pictureElement } from '../mark.ts'
import { circle, group, rect } from '../svg.ts'
import type { Fonts } from './fonts.ts'
import { frame, left, placeTexts, type ShareDrawing, type ShareFacts, shareSize, textElements } from './share-image.ts'
import { removeUndrawable } from './text.ts'

type Facts = Omit<ShareFacts, 'art'>

/** Colours as `#rrggbb`; `icon` is a data URL, or the colour of the default icon. */
export type SiteImage = {
  /** In the language of the page, then in others, for machines without fonts for its script. */
  facts: readonly Facts[]
  colors: { paper: string; ink: string; accent: string; tint: string }
  icon: string
}

const iconSize = 260

export function drawSiteImage({ facts, colors, icon }: SiteImage, fonts: Fonts): ShareDrawing {
  const { width, height } = shareSize
  const { paper, ink, accent, tint } = colors
  const drawable = facts.find(({ title, text }) => fonts.covering(removeUndrawable(title + text), 'bold') !== null)
  const texts = placeTexts(drawable ?? facts[0]!, fonts)
  const back =
    rect(0, 0, width, height, 0, paper) +
    circle(1140, 40, 460, accent, 'opacity=".1"') +
    circle(60, 660, 240, accent, 'opacity=".07"') +
    rect(frame.x, frame.y, frame.width, frame.height, frame.round, tint)
  const at = { x: frame.x + (frame.width - iconSize) / 2, y: frame.y + (frame.height - iconSize) / 2 }
  const content = back + iconAt(icon, at.x, at.y, iconSize) + iconAt(icon, left, 56, 46)
  const words = texts.map(text => textElements(text, ink)).join('')
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size} stroke-linecap="round">${content}${words}</svg>`
  return { svg, fontFiles: [...new Set(texts.flatMap(({ block }) => block.files))] }
}

/** The default icon is 64 wide. */
const iconAt = (icon: string, x: number, y: number, size: number): string =>
  icon.startsWith('#') ? group(`translate(${x} ${y})scale(${size / 64})`, mark(icon)) : pictureElement(icon, x, y, size)
