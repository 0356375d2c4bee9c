// The pages of the site pack on the home page: those that are in its menus.
import type { SitePage } from '../site/site.ts'
import { type Html, html } from './layout/html.ts'
import { icon } from './layout/icons.ts'
import { type Md, md, target } from './layout/markdown-text.ts'
import type { SiteContext } from './layout/page.ts'
import type { Reader } from './layout/reader.ts'

const maxPages = 6

/** Each in this language, else in English, else in the first one that it has. */
function pagesIn({ pages }: SiteContext, locale: string): SitePage[] {
  const inMenus = pages.filter(({ menu }) => menu !== 'docs').sort((one, other) => one.order - other.order)
  return [...Map.groupBy(inMenus, ({ slug }) => slug).values()]
    .map(versions => {
      const inLocale = (wanted: string) => versions.find(page => page.locale === wanted)
      return inLocale(locale) ?? inLocale('en') ?? versions[0]!
    })
    .slice(0, maxPages)
}

export const pageItems = (site: SiteContext, { to, locale }: Reader): Html[] =>
  pagesIn(site, locale).map(
    page =>
      html`<li lang="${page.locale}"><h3><a href="${to(`${site.addresses.webUrl}/pages/${page.slug}`)}" dir="auto">${page.title}${icon('arrow')}</a></h3><p dir="auto">${page.summary}</p></li>`,
  )

export function pageLines(site: SiteContext): Md | null {
  const lines = pagesIn(site, 'en').map(({ slug, title, summary }) => {
    return md`- [${title}](${target(`${site.addresses.webUrl}/pages/${slug}.md`)}): ${summary}\n`
  })
  return lines.length === 0 ? null : md`## Pages\n\n${lines}`
}
