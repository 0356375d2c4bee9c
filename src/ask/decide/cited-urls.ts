// Addresses and titles of cited pages.
import type { Addresses } from '../../addresses.ts'
import type { Knowledge } from '../../knowledge/knowledge.ts'
import type { Page, Section } from '../../knowledge/page.ts'
import type { Site } from '../../site/site.ts'
import type { Source } from '../answer/draft.ts'

export type CitedUrls = (page: Page, section: Section | undefined) => Pick<Source, 'url' | 'title'>

type Parts = {
  site: Pick<Site, 'features'>
  addresses: Pick<Addresses, 'webUrl'>
  knowledge: Pick<Knowledge, 'ofSite'>
}

/** Without documentation pages, the OpenAPI document is cited for built-in ones, and the site itself for its own. */
export function citedUrls({ site: { features }, addresses: { webUrl }, knowledge }: Parts): CitedUrls {
  const urlOf = (page: Page, anchor: string): string => {
    if (features.docs || page.menu !== 'docs') return anchor === '' ? page.url : `${page.url}#${anchor}`
    if (!knowledge.ofSite(page.locale).includes(page)) return `${webUrl}/openapi.json`
    return features.pages ? `${webUrl}/` : `${webUrl}/llms.txt`
  }
  return (page, section) => ({ url: urlOf(page, section?.anchor ?? ''), title: section?.title ?? page.title })
}
