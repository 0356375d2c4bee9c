// Pages for people, and the same as Markdown. They call the same operations as everybody, in process.
import type { FastifyRequest } from 'fastify'
import { changingAnswer } from '../http/caching.ts'
import { type PageForm, pageForm } from '../http/page-form.ts'
import { parseQuery } from '../http/query.ts'
import type { Content } from '../http/representation.ts'
import type { Router } from '../http/router.ts'
import type { Serve } from '../http/serve.ts'
import { answer, type Checked, type Context, fromStrings, type Operation, prepare } from '../operations/define.ts'
import { getAppShare, getCommunityFeed, getCommunityLanding, getCreatorProfile } from '../operations/index.ts'
import { communityMarkdown, communityPage } from '../pages/community.ts'
import { pageContent } from '../pages/content.ts'
import { creationMarkdown, creationPage } from '../pages/creation.ts'
import { creatorMarkdown, creatorMarkdownUrl, creatorPage } from '../pages/creator.ts'
import { homeMarkdown, homePage } from '../pages/home.ts'
import type { House } from '../pages/layout.ts'

// Answers are text that the operation's own schema describes, so the pages may read them as that.
type Render = (house: House, data: never, locale: string) => string

type PageDefinition = {
  name: string
  url: string
  operation: Operation
  html: Render
  markdown: Render
  /** Where the page of these values is, and where its Markdown. */
  addresses: (house: House, values: Values) => { canonical: string; markdownUrl: string }
}

type Values = Record<string, string>

const pages: readonly PageDefinition[] = [
  {
    name: 'home page',
    url: '/',
    operation: getCommunityLanding,
    html: homePage,
    markdown: homeMarkdown,
    addresses: ({ addresses: { webUrl } }) => ({ canonical: `${webUrl}/`, markdownUrl: `${webUrl}/index.md` }),
  },
  {
    name: 'community page',
    url: '/community',
    operation: getCommunityFeed,
    html: communityPage,
    markdown: communityMarkdown,
    addresses: ({ addresses: { webUrl } }) => ({
      canonical: `${webUrl}/community`,
      markdownUrl: `${webUrl}/community.md`,
    }),
  },
  {
    name: 'creator page',
    url: '/@:handle',
    operation: getCreatorProfile,
    html: creatorPage,
    markdown: creatorMarkdown,
    addresses: ({ addresses }, { handle = '' }) => ({
      canonical: addresses.creator(handle),
      markdownUrl: creatorMarkdownUrl(addresses.webUrl, handle),
    }),
  },
  {
    name: 'creation page',
    url: '/@:handle/:slug',
    operation: getAppShare,
    html: creationPage,
    markdown: creationMarkdown,
    addresses: ({ addresses }, { handle = '', slug = '' }) => ({
      canonical: addresses.creation(handle, slug),
      markdownUrl: `${addresses.creation(handle, slug)}.md`,
    }),
  },
]

/** Where the Markdown of a page is when its address has no parameter to carry the ending. */
const markdownTwins: Record<string, string> = { '/': '/index.md', '/community': '/community.md' }

type PageParts = { house: House; context: Context; serve: Serve }

export function addPages(router: Router, parts: PageParts): void {
  for (const page of pages) {
    addPage(router, page.url, page, parts)
    const twin = markdownTwins[page.url]
    if (twin !== undefined) addPage(router, twin, page, parts)
  }
}

function addPage(router: Router, url: string, page: PageDefinition, { house, context, serve }: PageParts): void {
  const { fields, pathFields } = page.operation
  const inQuery = new Set(fields.map(({ name }) => name).filter(name => !pathFields.includes(name)))
  router.route({
    method: ['GET', 'HEAD'],
    url,
    config: { route: page.name },
    handler: async (request, reply) => {
      const asMarkdown = pathOf(request).endsWith('.md')
      const form = asMarkdown ? 'text/markdown' : pageForm(request.headers)
      const values = valuesOf(request)
      const query = parseQuery(request.raw.url!, inQuery)
      const checked = prepare(page.operation, fromStrings(page.operation, { ...query, ...values }), context.store)
      const content = () => contentOf(page, form, checked, { house, context })
      await serve(request, reply, { key: `${page.name} ${form} ${checked.key}`, content, negotiated: !asMarkdown })
    },
  })
}

const pathOf = ({ raw }: FastifyRequest): string => raw.url!.split('?', 1)[0]!

/** Handles and slugs hold no dot, so an ending is never a part of them. */
const valuesOf = ({ params }: FastifyRequest): Values =>
  Object.fromEntries(Object.entries(params as Values).map(([name, value]) => [name, value.replace(/\.md$/, '')]))

async function contentOf(
  { html, markdown, addresses }: PageDefinition,
  form: PageForm,
  checked: Checked,
  { house, context }: Omit<PageParts, 'serve'>,
): Promise<Content> {
  const { json, locale } = await answer(checked, context)
  const render = form === 'text/html' ? html : markdown
  const values = Object.fromEntries(
    Object.entries(checked.input).map(([name, value]) => [name, String(value).toLowerCase()]),
  )
  return pageContent(form, render(house, JSON.parse(json) as never, locale), {
    webUrl: context.addresses.webUrl,
    ...addresses(house, values),
    locale,
    caching: changingAnswer,
  })
}
