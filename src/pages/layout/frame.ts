// The header and footer of every page.

import { feeds } from '../../discovery.ts'
import { languages, serviceLocales } from '../../languages/languages.ts'
import { taglineIn } from '../../site/introduction.ts'
import { linkedPages } from '../../site/linked-pages.ts'
import type { Feature, SiteLink } from '../../site/site.ts'
import { nameIn, textIn } from '../../site/text.ts'
import { appLink } from './app-link.ts'
import { type Html, html } from './html.ts'
import { icon } from './icons.ts'
import type { MenuEntry, Page, SiteContext } from './page.ts'
import { inLanguage, type Reader } from './reader.ts'
import { filled } from './words.ts'

/** For visitors; what developers need is in the footer. Entries that depend on a feature are only shown with it. */
const menuEntries: readonly { name: MenuEntry; path: string; feature?: Feature }[] = [
  { name: 'explore', path: '/community' },
  { name: 'people', path: '/creators' },
  { name: 'tags', path: '/tags' },
  { name: 'ask', path: '/ask', feature: 'ask' },
]

export function headerOf(site: SiteContext, { reader, menuEntry, canonical }: Page): Html {
  const { webUrl } = site.addresses
  const { words, to } = reader
  const links = menuEntries
    .filter(({ feature }) => feature === undefined || site.features[feature])
    .map(({ name, path }) => {
      const current = name === menuEntry ? html` aria-current="page"` : null
      return html`<li><a href="${to(webUrl + path)}"${current}>${words[name]}</a></li>`
    })
  const own = ownLinks(site, 'nav').map(link => ownLink(site, link, reader, canonical))
  return html`<header class="bar"><div class="wrap">
<a class="brand" href="${to(`${webUrl}/`)}">${logoOf(site)}<span>${nameIn(site, reader.locale)}</span></a>
<nav aria-label="${words.menu}"><ul>${links}${own}</ul></nav>
<div class="tools"><a class="tool" href="${to(`${webUrl}/community`)}" title="${words.search}">${icon('search')}<span class="away">${words.search}</span></a>
<button class="tool" type="button" popovertarget="site-languages" title="${words.language}">${icon('globe')}<span class="away">${words.language}</span></button>
<button class="tool" type="button" data-theme-switch hidden title="${words.theme}">${icon('theme')}<span class="away">${words.theme}</span></button></div>
${appLink(site, reader, 'button get')}
<p class="away">${words.forAgents}: <a href="${webUrl}/llms.txt" tabindex="-1">/llms.txt</a></p>
</div></header>`
}

function logoOf(site: SiteContext): Html {
  const { logo, addresses } = site
  return logo === null ? siteIcon(site) : html`<img src="${addresses.webUrl}${logo.path}" alt="" height="28">`
}

/** A square. */
export const siteIcon = ({ icon, addresses }: SiteContext): Html =>
  icon === null ? defaultLogo : html`<img src="${addresses.webUrl}${icon.path}" alt="" height="28">`

/** The links of the site pack, then its pages in this menu that are not among them. Those without a menu are in the footer. */
function ownLinks(site: SiteContext, menu: 'nav' | 'footer'): SiteLink[] {
  const links = site[menu]
  const inMenu = site.pages.filter(page => page.menu === menu).sort((one, other) => one.order - other.order)
  const pages = [...Map.groupBy(inMenu, ({ slug }) => slug).values(), ...(menu === 'footer' ? linkedPages(site) : [])]
  const ofPages = pages.map(versions => ({
    label: Object.fromEntries(versions.map(({ locale, title }) => [locale, title])),
    url: `/${versions[0]!.menu === 'docs' ? 'docs' : 'pages'}/${versions[0]!.slug}`,
  }))
  return [...links, ...ofPages.filter(({ url }) => !links.some(link => link.url === url))]
}

/** A link of the site pack. Paths are on the web host and keep the language. `canonical` is the address of the page. */
function ownLink({ addresses }: SiteContext, { label, url }: SiteLink, reader: Reader, canonical: string | null): Html {
  const address = url.startsWith('/') ? addresses.webUrl + url : url
  const target = url.startsWith('/') ? reader.to(address) : url
  const current = address === canonical ? html` aria-current="page"` : null
  return html`<li><a href="${target}" dir="auto"${current}>${textIn(label, reader.locale)}</a></li>`
}

/** A display case. */
const defaultLogo: Html = html`<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect class="mark-back" width="32" height="32" rx="9"/><path class="mark-line" d="M8 21V11.5a3 3 0 0 1 3-3h10a3 3 0 0 1 3 3V21M6.5 24h19M8 21h16"/><circle class="mark-dot" cx="16" cy="15.5" r="3"/></svg>`

/** For visitors: the community, the site and its own links; then what programs read; then the languages. */
export function footerOf(site: SiteContext, page: Page): Html {
  const { webUrl } = site.addresses
  const { reader } = page
  const { words } = reader
  const name = nameIn(site, reader.locale)
  // A site without a name is called like the first group.
  const title = name === words.community ? null : html`<strong>${name}</strong>`
  return html`<footer><div class="wrap">
<div class="groups"><p>${title}${taglineIn(site, reader.locale)}</p>
${footerGroup(words.community, communityLinks(site, reader))}${footerGroup(words.information, siteLinks(site, reader))}${footerGroup(words.forDevelopers, developerLinks(site, reader))}</div>
<ul class="languages" aria-label="${words.language}">${languageLinks(page, webUrl)}</ul>
</div></footer>
<nav id="site-languages" popover aria-label="${words.language}"><ul>${languageLinks(page, webUrl)}</ul></nav>`
}

const footerGroup = (title: string, links: readonly (Html | null)[]): Html =>
  html`<nav aria-label="${title}"><h2>${title}</h2><ul>${links}</ul></nav>`

const footerLink = (url: string, text: string): Html => html`<li><a href="${url}">${text}</a></li>`

function communityLinks({ addresses: { webUrl }, features }: SiteContext, { words, to }: Reader): Html[] {
  const feedLinks = Object.values(feeds).map(({ path, name }) => html`<a href="${to(webUrl + path)}">${name}</a> `)
  const pages = [
    footerLink(to(`${webUrl}/community`), words.explore),
    footerLink(to(`${webUrl}/creators`), words.people),
    footerLink(to(`${webUrl}/categories`), words.categories),
    footerLink(to(`${webUrl}/tags`), words.tags),
  ]
  return [...(features.pages ? pages : []), html`<li class="feed-links"><b>${words.feeds}:</b> ${feedLinks}</li>`]
}

/** The operator's links, such as terms, privacy and imprint, are in the site pack. */
function siteLinks(site: SiteContext, reader: Reader): (Html | null)[] {
  const { features, addresses, pages } = site
  const { words, to, locale } = reader
  const link = (path: string, text: string) => footerLink(to(addresses.webUrl + path), text)
  const hasAbout = pages.some(({ slug, menu, isLinked }) => slug === 'about' && (menu !== 'docs' || isLinked))
  return [
    features.docs && !hasAbout
      ? link('/docs/community', filled(words.aboutSite, { product: nameIn(site, locale) }))
      : null,
    ...ownLinks(site, 'footer').map(own => ownLink(site, own, reader, null)),
    link('/status', words.status),
  ]
}

function developerLinks({ features, addresses: { webUrl } }: SiteContext, { words, to }: Reader): (Html | null)[] {
  return [
    features.docs ? footerLink(to(`${webUrl}/docs`), words.docs) : null,
    features.docs ? footerLink(to(`${webUrl}/docs/reference`), words.reference) : null,
    features.mcp ? footerLink(to(`${webUrl}/connect`), words.connect) : null,
    footerLink(`${webUrl}/openapi.json`, 'OpenAPI'),
    footerLink(`${webUrl}/llms.txt`, 'llms.txt'),
    features.docs ? footerLink(to(`${webUrl}/changelog`), words.changelog) : null,
  ]
}

/** In the footer, and in the menu that a button in the bar opens. */
function languageLinks({ reader, canonical, here }: Page, webUrl: string): Html[] {
  return serviceLocales.map(locale => {
    const current = locale === reader.locale ? html` aria-current="true"` : null
    const url = inLanguage(here ?? canonical ?? `${webUrl}/`, locale)
    return html`<li><a href="${url}" lang="${locale}" hreflang="${locale}" dir="auto"${current}>${languages[locale].name}</a></li>`
  })
}
