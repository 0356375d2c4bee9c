// The link to the product of the site, if its pack has one.
import { en } from '../../languages/en.ts'
import { textIn } from '../../site/text.ts'
import { type Html, html } from './html.ts'
import { type Md, md, target } from './markdown-text.ts'
import type { SiteContext } from './page.ts'
import type { Reader } from './reader.ts'

/** A path is on the web host. */
const addressOf = ({ addresses }: SiteContext, url: string): string =>
  url.startsWith('/') ? addresses.webUrl + url : url

/** Pages of the site keep the language. */
export function appLink(site: SiteContext, { words, to, locale }: Reader, style = 'button'): Html | null {
  const { app } = site
  if (app === null) return null
  const address = addressOf(site, app.url)
  const label = app.label === null ? words.getApp : textIn(app.label, locale)
  return html`<a class="${style}" href="${app.url.startsWith('/') ? to(address) : address}"><bdi>${label}</bdi></a>`
}

export function appLine(site: SiteContext): Md | null {
  const { app } = site
  if (app === null) return null
  const label = app.label === null ? en.words.getApp : textIn(app.label, 'en')
  return md`- [${label}](${target(addressOf(site, app.url))})\n`
}
