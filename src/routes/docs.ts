// The documentation: each page as HTML, and as Markdown by content negotiation or with .md at the end of the address. The
// index searches it with `q`.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '../errors.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import { connectMarkdown, connectPage } from '../pages/connect.ts'
import { docsMarkdown, docsPage, sitePage } from '../pages/docs/docs.ts'
import { maxQueryLength, referenceUrl } from '../pages/docs/frame.ts'
import { docsIndexMarkdown, docsIndexPage } from '../pages/docs/index-page.ts'
import { referenceMarkdown, referencePage } from '../pages/docs/reference.ts'
import type { ApiDocument } from '../pages/docs/reference-entries.ts'
import { docsSearchMarkdown, docsSearchPage } from '../pages/docs/search.ts'
import { pageContent } from '../pages/layout/content.ts'
import type { SiteContext } from '../pages/layout/page.ts'
import { type Reader, readerAt } from '../pages/layout/reader.ts'
import { type PageForm, pageForm } from '../server/request/page-form.ts'
import { parseQuery } from '../server/request/query.ts'
import { documentHeaders } from '../server/response/caching.ts'
import type { Serve } from '../server/response/serve.ts'
import type { Router } from '../server/router.ts'

type Doc = {
  path: string
  /** What the route is called in metrics. */
  name: string
  canonical: string
  html: (reader: Reader) => string
  markdown: (reader: Reader) => string
  /** The language of the Markdown form; English if absent. */
  localeFor?: (reader: Reader) => string
  /** The results of a search instead of the page. */
  search?: { html: (reader: Reader, query: string) => string; markdown: (reader: Reader, query: string) => string }
}

/** `openapi` returns the OpenAPI document, from which the reference is made. */
type DocsParts = { site: SiteContext; knowledge: Knowledge; openapi: () => unknown; serve: Serve }

export function addDocs(router: Router, { site, knowledge, openapi, serve }: DocsParts): void {
  for (const doc of docs(site, knowledge, openapi as () => ApiDocument)) {
    const send = (form: PageForm, negotiated: boolean) => (request: FastifyRequest, reply: FastifyReply) => {
      const reader = readerAt(request.raw.url!)
      const query = doc.search === undefined ? '' : queryIn(request.raw.url!)
      return serve(request, reply, {
        key: `docs ${form} ${doc.canonical} ${reader.tag} ${query}`,
        content: async () => content(form, query === '' ? doc : searched(doc, query), site, reader),
        fixed: true,
        negotiated,
      })
    }
    const method = ['GET', 'HEAD']
    const forms = { 'text/html': send('text/html', true), 'text/markdown': send('text/markdown', true) }
    const config = { route: doc.name }
    const choose = (request: FastifyRequest, reply: FastifyReply) => forms[pageForm(request.headers)](request, reply)
    router.route({ method, url: doc.path, config, handler: choose })
    router.route({ method, url: `${doc.path}.md`, config, handler: send('text/markdown', false) })
  }
}

const queryOnly: ReadonlySet<string> = new Set(['q'])

function queryIn(url: string): string {
  const { q = '' } = parseQuery(url, queryOnly)
  if ([...q].length <= maxQueryLength) return q.trim()
  const reason = `q must have at most ${maxQueryLength} characters.`
  throw fail('validation_failed', reason, { details: [{ field: 'q', reason }] })
}

const searched = (doc: Doc, query: string): Doc => ({
  ...doc,
  html: reader => doc.search!.html(reader, query),
  markdown: reader => doc.search!.markdown(reader, query),
})

function docs(site: SiteContext, knowledge: Knowledge, openapi: () => ApiDocument): Doc[] {
  const { webUrl } = site.addresses
  const index: Doc = {
    path: '/docs',
    name: 'docs index',
    canonical: `${webUrl}/docs`,
    html: reader => docsIndexPage(site, knowledge, reader),
    markdown: () => docsIndexMarkdown(site, knowledge),
    search: {
      html: (reader, query) => docsSearchPage(site, { knowledge, query, reader }),
      markdown: (reader, query) => docsSearchMarkdown(site, { knowledge, query, reader }),
    },
  }
  const doc = (slug: string, render: typeof docsPage): Omit<Doc, 'path' | 'name'> => ({
    canonical: knowledge.page(slug)!.url,
    html: reader => render(site, knowledge, knowledge.page(slug, reader.locale)!, reader),
    markdown: reader => docsMarkdown(site, knowledge.page(slug, reader.locale)!),
    localeFor: reader => knowledge.page(slug, reader.locale)!.locale,
  })
  const pages: Doc[] = knowledge.pages.map(({ slug }) => ({
    path: `/docs/${slug}`,
    name: 'docs page',
    ...doc(slug, docsPage),
  }))
  const sitePages: Doc[] = knowledge.sitePages.map(({ slug }) => ({
    path: `/pages/${slug}`,
    name: 'site page',
    ...doc(slug, sitePage),
  }))
  const reference: Doc = {
    path: '/docs/reference',
    name: 'docs reference',
    canonical: referenceUrl(site),
    html: reader => referencePage(site, knowledge, openapi(), reader),
    markdown: () => referenceMarkdown(site, knowledge, openapi()),
  }
  const connect: Doc = {
    path: '/connect',
    name: 'connect page',
    canonical: `${webUrl}/connect`,
    html: reader => connectPage(site, reader),
    markdown: () => connectMarkdown(site),
  }
  const changelog = pages.find(({ path }) => path === '/docs/changelog')!
  return [index, ...pages, ...sitePages, reference, connect, { ...changelog, path: '/changelog' }]
}

function content(form: PageForm, { canonical, html, markdown, localeFor }: Doc, site: SiteContext, reader: Reader) {
  return pageContent(form, form === 'text/html' ? html(reader) : markdown(reader), {
    site,
    canonical,
    markdownUrl: `${canonical}.md`,
    locale: form === 'text/html' ? reader.locale : (localeFor?.(reader) ?? 'en'),
    caching: documentHeaders,
  })
}
