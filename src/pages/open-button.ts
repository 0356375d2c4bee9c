// What opens a creation: a button, and on large screens a QR code for the phone.
import { createRequire } from 'node:module'
import type * as qrModule from 'lean-qr'
import type * as svgModule from 'lean-qr/extras/svg'
import { textIn } from '../site/text.ts'
import { lazily } from '../util/lazily.ts'
import { encodeBidi } from '../util/text.ts'
import { siteIcon } from './layout/frame.ts'
import { type Html, html } from './layout/html.ts'
import { icon } from './layout/icons.ts'
import type { SiteContext } from './layout/page.ts'
import type { Reader } from './layout/reader.ts'
import { memberRel } from './member-markdown.ts'

// Loaded on demand, like other libraries of pages.
const libraries = lazily(() => {
  const load = createRequire(import.meta.url)
  return { ...(load('lean-qr') as typeof qrModule), ...(load('lean-qr/extras/svg') as typeof svgModule) }
})

/** Addresses of records are http(s); those of the site pack may have the scheme of an app. */
const isSafe = (url: string): boolean => !/^(?:javascript|data|vbscript):/i.test(url)

export function openButton(site: SiteContext, openUrl: string | null, { words, locale }: Reader): Html | null {
  if (openUrl === null || !isSafe(openUrl)) return null
  const label = site.open.label === null ? words.openCreation : textIn(site.open.label, locale)
  return html`<a class="button" href="${encodeBidi(openUrl)}" rel="${memberRel}">${label}${icon('arrow')}</a>`
}

/** Where creations that cannot be opened from here run, if the site pack says so. */
export function openNote(site: SiteContext, openUrl: string | null, { locale }: Reader): Html | null {
  const { note } = site.open
  if (openUrl !== null || note === null) return null
  return html`<div class="where">${siteIcon(site)}<p class="runs" dir="auto">${textIn(note, locale)}</p></div>`
}

/** Longer addresses make codes that cameras cannot read from a screen. */
const maxQrLength = 300

export function openQr({ open }: SiteContext, openUrl: string | null, { words }: Reader): Html | null {
  if (!open.qr || openUrl === null || !isSafe(openUrl) || openUrl.length > maxQrLength) return null
  const { generate, toSvgSource } = libraries()
  const code: Html = { markup: toSvgSource(generate(openUrl)) }
  return html`<section class="panel qr"><div role="img" aria-label="${words.qrCode}">${code}</div><p>${words.scanToOpen}</p></section>`
}
