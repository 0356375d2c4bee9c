// The pages of the site pack on the home page: those that are in its menus, and those without a menu.
import { linkedPages } from '../site/linked-pages.ts'
import type { SitePage } from '../site/site.ts'
import { type Html, html } from './layout/html.ts'
import { icon } from './layout/icons.ts'
import { type Md, md, target } from './layout/markdown-text.ts'
import type { SiteContext } from './layout/page.ts'
import type { Reader } from './layout/reader.ts'

const maxPages = 6

/** In this language, else in English, else in the first one that it has. */
function versionIn(versions: readonly SitePage[], locale: string): SitePage {
  const inLocale = (wanted: string) => versions.find(page => page.locale === wanted)
  return inLocale(locale) ?? inLocale('en') ?? versions[0]!
}

function pagesIn({ pages }: SiteContext, locale: string): SitePage[] {
  const inMenus = pages.filter(({ menu }) => menu !== 'docs').sort((one, other) => one.order - other.order)
  return [...Map.groupBy(inMenus, ({ slug }) => slug).values()]
    .map(versions => versionIn(versions, locale))
    .slice(0, maxPages)
}

/** Links to the pages without a menu, in a row. */
export function pageRow(site: SiteContext, { to, locale, words }: Reader): Html | null {
  const links = linkedPages(site).map(versions => {
    const { slug, title, locale: own } = versionIn(versions, locale)
    return html`<li><a href="${to(`${site.addresses.webUrl}/docs/${slug}`)}" lang="${own}" dir="auto">${title}</a></li>`
  })
  return links.length === 0
    ? null
    : html`<nav aria-label="${words.information}"><ul class="own-pages">${links}</ul></nav>`
}

export const pageItems = (site: SiteContext, { to, locale }: Reader): Html[] =>
  pagesIn(site, locale).map(
    page =>
      html`<li lang="${page.locale}"><h3><a href="${to(`${site.addresses.webUrl}/pages/${page.slug}`)}" dir="auto">${page.title}${icon('arrow')}</a></h3><p dir="auto">${page.summary}</p></li>`,
  )

export function pageLines(site: SiteContext): Md | null {
  const pages = [...pagesIn(site, 'en'), ...linkedPages(site).map(versions => versionIn(versions, 'en'))]
  const lines = pages.map(({ slug, menu, title, summary }) => {
    const folder = menu === 'docs' ? 'docs' : 'pages'
    return md`- [${title}](${target(`${site.addresses.webUrl}/${folder}/${slug}.md`)}): ${summary}\n`
  })
  return lines.length === 0 ? null : md`## Pages\n\n${lines}`
}
