// A page in one of its forms, with the headers that link to the other form and to the documents.
import { linkHeader, mediaTypes } from '../../discovery.ts'
import { type PageForm, pageCaching } from '../../server/request/page-form.ts'
import type { Content } from '../../server/response/representation.ts'
import type { SiteContext } from './page.ts'
import { pageHeaders } from './policy.ts'

type PageMeta = {
  site: SiteContext
  canonical: string
  markdownUrl: string
  locale: string
  /** The cache lifetime of the response. */
  caching: readonly string[]
}

export function pageContent(form: PageForm, text: string, meta: PageMeta): Content {
  const { site, canonical, markdownUrl, locale, caching } = meta
  const other =
    form === 'text/html'
      ? { url: markdownUrl, rel: 'alternate', type: 'text/markdown' }
      : { url: canonical, rel: 'canonical', type: 'text/html' }
  const link = linkHeader(site, [other])
  const headers = [...pageCaching(caching), 'Content-Language', locale, 'Link', link]
  if (form === 'text/html') headers.push(...pageHeaders(site))
  return { bytes: Buffer.from(text), type: form === 'text/html' ? mediaTypes.html : mediaTypes.markdown, headers }
}
