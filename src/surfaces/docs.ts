// The documentation: each page as HTML and, under the same address for whoever asks or with .md behind it, as Markdown.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { documentAnswer } from '../http/caching.ts'
import { type PageForm, pageForm } from '../http/page-form.ts'
import type { Router } from '../http/router.ts'
import type { Serve } from '../http/serve.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import { pageContent } from '../pages/content.ts'
import { docsIndexMarkdown, docsIndexPage, docsMarkdown, docsPage } from '../pages/docs.ts'
import type { House } from '../pages/layout.ts'

type Doc = {
  path: string
  /** What the route is called in metrics. */
  name: string
  canonical: string
  html: () => string
  markdown: () => string
}

export function addDocs(router: Router, parts: { house: House; knowledge: Knowledge; serve: Serve }): void {
  const { house, knowledge, serve } = parts
  for (const doc of docs(house, knowledge)) {
    const send = (form: PageForm, negotiated: boolean) => (request: FastifyRequest, reply: FastifyReply) =>
      serve(request, reply, {
        key: `docs ${form} ${doc.canonical}`,
        content: async () => content(form, doc, house),
        fixed: true,
        negotiated,
      })
    const method = ['GET', 'HEAD']
    const forms = { 'text/html': send('text/html', true), 'text/markdown': send('text/markdown', true) }
    const config = { route: doc.name }
    const choose = (request: FastifyRequest, reply: FastifyReply) => forms[pageForm(request.headers)](request, reply)
    router.route({ method, url: doc.path, config, handler: choose })
    router.route({ method, url: `${doc.path}.md`, config, handler: send('text/markdown', false) })
  }
}

function docs(house: House, knowledge: Knowledge): Doc[] {
  const { webUrl } = house.addresses
  const index: Doc = {
    path: '/docs',
    name: 'docs index',
    canonical: `${webUrl}/docs`,
    html: () => docsIndexPage(house, knowledge),
    markdown: () => docsIndexMarkdown(house, knowledge),
  }
  const pages = knowledge.pages.map(page => ({
    path: `/docs/${page.slug}`,
    name: 'docs page',
    canonical: page.url,
    html: () => docsPage(house, knowledge, page),
    markdown: () => docsMarkdown(house, page),
  }))
  const changelog = pages.find(({ path }) => path === '/docs/changelog')!
  return [index, ...pages, { ...changelog, path: '/changelog' }]
}

function content(form: PageForm, { canonical, html, markdown }: Doc, { addresses }: House) {
  return pageContent(form, form === 'text/html' ? html() : markdown(), {
    webUrl: addresses.webUrl,
    canonical,
    markdownUrl: `${canonical}.md`,
    locale: 'en',
    caching: documentAnswer,
  })
}
