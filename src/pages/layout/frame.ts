// The header and footer of every page.

import { languages, serviceLocales } from '../../languages/languages.ts'
import { operations } from '../../operations/index.ts'
import type { Feature, SiteLink } from '../../site/site.ts'
import { nameIn, textIn } from '../../site/text.ts'
import { type Html, html } from './html.ts'
import { icon } from './icons.ts'
import type { MenuEntry, Page, SiteContext } from './page.ts'
import { inLanguage, type Reader } from './reader.ts'
import { filled } from './words.ts'

const menuPaths: Record<MenuEntry, string> = {
  explore: '/community',
  people: '/creators',
  tags: '/tags',
  ask: '/ask',
  docs: '/docs',
  connect: '/connect',
  status: '/status',
}
/** Entries that depend on a feature are only shown with it. */
const headerEntries: readonly { name: MenuEntry; feature?: Feature }[] = [
  { name: 'explore' },
  { name: 'people' },
  { name: 'tags' },
  { name: 'ask', feature: 'ask' },
  { name: 'docs', feature: 'docs' },
  { name: 'connect', feature: 'mcp' },
]

export function headerOf(site: SiteContext, { reader, menuEntry }: Page): Html {
  const { webUrl } = site.addresses
  const { words, to } = reader
  const shown = headerEntries.filter(({ feature }) => feature === undefined || site.features[feature])
  const links = shown.map(({ name }) => {
    const current = name === menuEntry ? html` aria-current="page"` : null
    return html`<li><a href="${to(webUrl + menuPaths[name])}"${current}>${words[name]}</a></li>`
  })
  return html`<header class="bar"><div class="wrap">
<a class="brand" href="${to(`${webUrl}/`)}">${logoOf(site)}<span>${nameIn(site, reader.locale)}</span></a>
<nav aria-label="${words.menu}"><ul>${links}${ownLinks(site, 'nav').map(link => ownLink(site, link, reader))}</ul></nav>
<div class="tools"><a class="tool" href="${to(`${webUrl}/community`)}" title="${words.search}">${icon('search')}<span class="away">${words.search}</span></a>
<button class="tool" type="button" popovertarget="site-languages" title="${words.language}">${icon('globe')}<span class="away">${words.language}</span></button>
<button class="tool" type="button" data-theme-switch hidden title="${words.theme}">${icon('theme')}<span class="away">${words.theme}</span></button></div>
<p class="away">${words.forAgents}: <a href="${webUrl}/llms.txt" tabindex="-1">/llms.txt</a></p>
</div></header>`
}

function logoOf({ logo, icon, addresses }: SiteContext): Html {
  const file = logo ?? icon
  return file === null ? defaultLogo : html`<img src="${addresses.webUrl}${file.path}" alt="" height="28">`
}

/** The links of the site pack, then its pages in this menu that are not among them. */
function ownLinks({ nav, footer, pages }: SiteContext, menu: 'nav' | 'footer'): SiteLink[] {
  const links = menu === 'nav' ? nav : footer
  const inMenu = pages.filter(page => page.menu === menu).sort((one, other) => one.order - other.order)
  const ofPages = [...Map.groupBy(inMenu, ({ slug }) => slug)].map(([slug, versions]) => ({
    label: Object.fromEntries(versions.map(({ locale, title }) => [locale, title])),
    url: `/pages/${slug}`,
  }))
  return [...links, ...ofPages.filter(({ url }) => !links.some(link => link.url === url))]
}

/** A link of the site pack. Paths are on the web host and keep the language. */
function ownLink({ addresses }: SiteContext, { label, url }: SiteLink, { locale, to }: Reader): Html {
  const target = url.startsWith('/') ? to(`${addresses.webUrl}${url}`) : url
  return html`<li><a href="${target}" dir="auto">${textIn(label, locale)}</a></li>`
}

/** A display case. */
const defaultLogo: Html = html`<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect class="mark-back" width="32" height="32" rx="9"/><path class="mark-line" d="M8 21V11.5a3 3 0 0 1 3-3h10a3 3 0 0 1 3 3V21M6.5 24h19M8 21h16"/><circle class="mark-dot" cx="16" cy="15.5" r="3"/></svg>`

export function footerOf(site: SiteContext, page: Page): Html {
  const { baseUrl, webUrl } = site.addresses
  const { words, to } = page.reader
  const reads = operations.filter(({ pathFields }) => pathFields.length === 0)
  const links = ownLinks(site, 'footer').map(link => ownLink(site, link, page.reader))
  const own = links.length === 0 ? null : html`<ul>${links}</ul>`
  return html`<footer><div class="wrap">
<p>${filled(words.footer, { product: nameIn(site, page.reader.locale) })}</p>
<nav aria-label="${words.data}">${own}<ul><li><a href="${to(`${webUrl}/status`)}">${words.status}</a></li>${site.features.docs ? html`<li><a href="${webUrl}/changelog">Changelog</a></li>` : null}<li><a href="${webUrl}/openapi.json">OpenAPI</a></li><li><a href="${webUrl}/llms.txt">llms.txt</a></li></ul>
<ul lang="en"><li>JSON</li>${reads.map(({ path }) => html`<li><a href="${baseUrl}${path}">${path.split('/').at(-1)!}</a></li>`)}</ul></nav>
</div></footer>
${languageMenu(page, webUrl)}`
}

/** Opened by a button in the bar; without support for popovers it is at the end of the page. */
function languageMenu({ reader, canonical, here }: Page, webUrl: string): Html {
  const items = serviceLocales.map(locale => {
    const current = locale === reader.locale ? html` aria-current="true"` : null
    const url = inLanguage(here ?? canonical ?? `${webUrl}/`, locale)
    return html`<li><a href="${url}" lang="${locale}" hreflang="${locale}"${current}>${languages[locale].name}</a></li>`
  })
  return html`<nav id="site-languages" popover aria-label="${reader.words.language}"><ul>${items}</ul></nav>`
}
