// What a visitor can do to share a creation: send its address, or show it on another page.
import type Type from 'typebox'
import type { AppShare } from '../../operations/shapes.ts'
import { isolateBidi } from '../../util/text.ts'
import { type Html, html } from '../layout/html.ts'
import { icon } from '../layout/icons.ts'
import type { SiteContext } from '../layout/page.ts'
import type { Reader } from '../layout/reader.ts'
import { embedCode } from './embed-code.ts'

type App = Type.Static<typeof AppShare>

/** A link to the creation. The script makes it share or copy the address. */
export const shareLink = ({ share }: App, { words, to }: Reader, isMain: boolean): Html =>
  html`<a class="button${isMain ? '' : ' quiet'}" href="${to(share.url)}" data-share="${share.title}" data-share-text="${share.text}" data-done="${words.linkCopied}">${icon('share')}<span aria-live="polite">${words.share}</span></a>`

/** Code for other pages, and the address of the data. */
export function embedBox({ addresses }: SiteContext, app: App, reader: Reader): Html {
  const { words, to, direction } = reader
  const { handle, slug, title, url, apiUrl } = app
  const card = embedCode({ url: to(addresses.embed(handle, slug)), title: isolateBidi(title, direction) })
  const badge = `[![${markdownText(title)}](${to(addresses.badge(handle, slug))})](${to(url)})`
  return html`<details class="embed"><summary class="button quiet">${icon('code')}${words.embed}</summary><div class="panel">
${field('embed-card', words.embedCard, card, words)}${field('embed-badge', words.badge, badge, words)}${field('share-data', words.readAsData, apiUrl, words)}</div></details>`
}

const field = (id: string, label: string, value: string, words: Reader['words']): Html =>
  html`<label for="${id}">${label}</label><span class="copying"><input id="${id}" readonly value="${value}" dir="ltr"><button class="button quiet" type="button" data-copy="${id}" data-done="${words.copied}" hidden>${words.copy}</button></span>`

/** Text without markup, in brackets. */
const markdownText = (text: string): string => text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>#|~!&]/g, '\\$&')
