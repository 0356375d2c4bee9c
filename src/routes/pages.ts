// Pages as HTML and Markdown. They call the public operations in process.
import type { FastifyRequest } from 'fastify'
import { answer, type Checked, type Context, fromStrings, prepare } from '../operations/define.ts'
import { pageContent } from '../pages/layout/content.ts'
import type { SiteContext } from '../pages/layout/page.ts'
import { readerOf } from '../pages/layout/reader.ts'
import { type PageForm, pageForm } from '../server/request/page-form.ts'
import { parseQuery, withoutEmpty } from '../server/request/query.ts'
import { communityHeaders } from '../server/response/caching.ts'
import type { Content } from '../server/response/representation.ts'
import type { Serve } from '../server/response/serve.ts'
import type { Router } from '../server/router.ts'
import { type PageDefinition, pages, type Values } from './pages-table.ts'

type PageParts = { site: SiteContext; context: Context; serve: Serve }

export function addPages(router: Router, parts: PageParts): void {
  for (const page of pages) {
    addPage(router, page.url, page, parts)
    if (page.twin !== undefined) addPage(router, page.twin, page, parts)
  }
}

function addPage(router: Router, url: string, page: PageDefinition, { site, context, serve }: PageParts): void {
  const { fields, pathFields } = page.operation
  const { flags = [] } = page
  const inQuery = fields.map(({ name }) => name).filter(name => !pathFields.includes(name))
  const allowed = new Set([...inQuery, ...flags])
  router.route({
    method: ['GET', 'HEAD'],
    url,
    config: { route: page.name },
    handler: async (request, reply) => {
      const asMarkdown = pathOf(request).endsWith('.md')
      const form = asMarkdown ? 'text/markdown' : pageForm(request.headers)
      const query = withoutEmpty(parseQuery(request.raw.url!, allowed))
      const given = fromStrings(page.operation, { ...query, ...valuesOf(request) })
      const checked = prepare(page.operation, given, context.store)
      const raised = Object.fromEntries(flags.flatMap(name => (query[name] === 'app' ? [[name, 'app']] : [])))
      const content = () => contentOf(page, form, { checked, flags: raised, site, context })
      const key = `${page.name} ${form} ${checked.key}${Object.keys(raised).join()}`
      await serve(request, reply, { key, content, negotiated: asMarkdown ? false : { form } })
    },
  })
}

const pathOf = ({ raw }: FastifyRequest): string => raw.url!.split('?', 1)[0]!

/** Handles and slugs contain no dot, so a suffix is never part of them. */
const valuesOf = ({ params }: FastifyRequest): Values =>
  Object.fromEntries(Object.entries(params as Values).map(([name, value]) => [name, value.replace(/\.md$/, '')]))

type Made = { checked: Checked; flags: Values; site: SiteContext; context: Context }

async function contentOf(page: PageDefinition, form: PageForm, made: Made): Promise<Content> {
  const { checked, flags, site, context } = made
  const { json, locale } = await answer(checked, context)
  const data: unknown = JSON.parse(json())
  const named = page.as === undefined ? data : { [page.as]: data }
  const values = Object.fromEntries(
    Object.entries(checked.input).map(([name, value]) => [name, String(value).toLowerCase()]),
  )
  const facts = { addresses: context.addresses, ...page.addresses(site, values), caching: communityHeaders }
  if (form === 'text/markdown') return pageContent(form, page.markdown(site, named as never), { ...facts, locale })
  const more = await page.more?.({ data, checked, context, flags })
  const reader = readerOf(checked.locales)
  const whole = more === undefined ? named : { ...(named as object), ...more }
  return pageContent(form, page.html(site, whole as never, reader), { ...facts, locale: reader.locale })
}
