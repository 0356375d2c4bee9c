// The layout of all pages: head, header, content and footer.
import { footerOf, headerOf } from './frame.ts'
import { headOf } from './head.ts'
import { html } from './html.ts'
import type { Page, SiteContext } from './page.ts'

export function layout(site: SiteContext, page: Page): string {
  const { locale, direction, words } = page.reader
  return html`<!doctype html>
<html lang="${locale}" dir="${direction}">
${headOf(site, page)}
<body>
<a class="skip" href="#site-content">${words.skip}</a>
${headerOf(site, page)}
<main id="site-content" tabindex="-1" data-word-copy="${words.copy}" data-word-copied="${words.copied}" data-word-previous="${words.previous}" data-word-next="${words.next}">${page.body}</main>
${footerOf(site, page)}
</body>
</html>
`.markup
}
