// The HTML with which another site shows a card in a frame.
import { html } from '../layout/html.ts'

/** Of a card in its usual place, an article. It also works in other sizes. */
export const embedSize = { width: 480, height: 200 }

type Frame = { url: string; title: string; width?: number; height?: number }

/**
 * The frame has round corners like the card: browsers fill what is behind a dark card on a light page. In a sandbox: cards need no rights except to open their links in a new tab.
 */
export const embedCode = ({ url, title, width = embedSize.width, height = embedSize.height }: Frame): string =>
  html`<iframe src="${url}" title="${title}" width="${width}" height="${height}" style="border:0;border-radius:14px;max-width:100%" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
    .markup
