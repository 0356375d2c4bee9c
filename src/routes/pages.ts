// Routes of the pages as HTML and Markdown. Pages call the public operations directly, without HTTP.
import type { FastifyRequest } from 'fastify'
import { fail, moved } from '../errors.ts'
import { answer, type Checked, type Context, fromStrings, prepare } from '../operations/define.ts'
import { pageContent } from '../pages/layout/content.ts'
import type { SiteContext } from '../pages/layout/page.ts'
import { readerOf, type View, views } from '../pages/layout/reader.ts'
import { type PageForm, pageForm } from '../server/request/page-form.ts'
import { parseQuery, withoutEmpty } from '../server/request/query.ts'
import { communityHeaders } from '../server/response/caching.ts'
import type { Content } from '../server/response/representation.ts'
import type { Serve } from '../server/response/serve.ts'
import type { Router } from '../server/router.ts'
import type { Name } from '../store/store.ts'
import { type PageDefinition, type PageList, pages, type Values } from './pages-table.ts'

type PageParts = { site: SiteContext; context: Context; serve: Serve }

export function addPages(router: Router, parts: PageParts): void {
  for (const page of pages) {
    addPage(router, page.url, page, parts)
    if (page.markdownPath !== undefined) addPage(router, page.markdownPath, page, parts)
  }
}

function addPage(router: Router, url: string, page: PageDefinition, { site, context, serve }: PageParts): void {
  const { fields, pathFields } = page.operation
  const inQuery = fields.map(({ name }) => name).filter(name => !pathFields.includes(name))
  const allowed = new Set([...inQuery, ...(page.list ? ['cursor', 'limit'] : []), ...(page.hasViews ? ['view'] : [])])
  router.route({
    method: ['GET', 'HEAD'],
    url,
    config: { route: page.name },
    handler: async (request, reply) => {
      const asMarkdown = pathOf(request).endsWith('.md')
      const form = asMarkdown ? 'text/markdown' : pageForm(request.headers)
      const { view: requestedView, ...query } = withoutEmpty(parseQuery(request.raw.url!, allowed))
      const view = checkView(requestedView)
      const input = fromStrings(page.operation, { ...query, ...pathValues(request) })
      const checked = prepare(page.operation, input, context)
      const list = page.list && listOf(page.list, checked, query, { site, context })
      const isListOnly = form === 'text/markdown' && query.limit !== undefined
      const content = () => contentOf(page, form, { checked, list, view, isListOnly, site, context })
      const key = `${page.name} ${form} ${view} ${isListOnly} ${checked.key} ${list?.checked.key}`
      await serve(request, reply, { key, content, negotiated: asMarkdown ? false : { form } })
    },
  })
}

function checkView(view = 'cards'): View {
  const known = views.find(name => name === view)
  if (known !== undefined) return known
  const reason = `view must be one of ${views.join(', ')}.`
  throw fail('validation_failed', reason, { details: [{ field: 'view', reason }] })
}

const pathOf = ({ raw }: FastifyRequest): string => raw.url!.split('?', 1)[0]!

/** Parameters of the path without `.md`. Handles and slugs contain no dot, so the suffix is never part of them. */
const pathValues = ({ params }: FastifyRequest): Values =>
  Object.fromEntries(Object.entries(params as Values).map(([name, value]) => [name, value.replace(/\.md$/, '')]))

/** The same page under the current name. */
function movedUrl(
  { url, operation }: PageDefinition,
  form: PageForm,
  { input }: Checked,
  current: Name,
  { addresses }: Context,
): string {
  const path = url.replace(/:(\w+)/g, (_, name: string) => current[name as keyof Name] ?? String(input[name]))
  const others = operation.fields.filter(
    ({ name }) => !operation.pathFields.includes(name) && input[name] !== undefined,
  )
  const query = new URLSearchParams(others.map(({ name }) => [name, String(input[name])])).toString()
  return `${addresses.webUrl}${path}${form === 'text/markdown' ? '.md' : ''}${query && `?${query}`}`
}

/** The second read of a page. */
type List = { as: string; checked: Checked; isFirst: boolean }

function listOf(
  { operation, as, input }: PageList,
  checked: Checked,
  { cursor, limit }: Partial<Record<string, string>>,
  { site, context }: Pick<PageParts, 'site' | 'context'>,
): List {
  const { locale } = checked.input
  const given = fromStrings(operation, { cursor, limit })
  const values = { ...input(checked.input, site), ...(locale !== undefined && { locale }), ...given }
  return { as, checked: prepare(operation, values, context), isFirst: cursor === undefined }
}

type PageRequest = {
  checked: Checked
  list: List | undefined
  view: View
  isListOnly: boolean
  site: SiteContext
  context: Context
}

async function contentOf(page: PageDefinition, form: PageForm, request: PageRequest): Promise<Content> {
  const { checked, isListOnly, site, context } = request
  const creation = page.isSlug ? await creationAt(page, checked, context) : null
  if (creation !== null)
    return contentOf(creation.page, form, { ...request, checked: creation.checked, list: undefined })
  const { json, locale, renamed } = await answer(checked, context)
  if (renamed !== null) throw moved(movedUrl(page, form, checked, renamed, context))
  const data: unknown = JSON.parse(json())
  const list = request.list && JSON.parse((await answer(request.list.checked, context)).json())
  const listed = request.list && { [request.list.as]: list, isFirst: request.list.isFirst }
  const input = { data, list, checked, context, site }
  const also = await page.also?.(input)
  const aside = isListOnly ? { isListOnly } : await page.aside?.(input)
  const pageData = { ...(page.as === undefined ? (data as object) : { [page.as]: data }), ...listed, ...also, ...aside }
  const values = Object.fromEntries(
    Object.entries(checked.input).map(([name, value]) => [name, String(value).toLowerCase()]),
  )
  const facts = { site, ...page.addresses(site, values, checked.input), caching: communityHeaders }
  if (form === 'text/markdown') return pageContent(form, page.markdown(site, pageData as never), { ...facts, locale })
  const more = await page.more?.(input)
  const reader = readerOf(checked.locales, request.view, site)
  const allData = more === undefined ? pageData : { ...pageData, ...more }
  return pageContent(form, page.html(site, allData as never, reader), { ...facts, locale: reader.locale })
}

/** The creation whose slug is the last part of the page's path. */
async function creationAt({ url }: PageDefinition, { input, locales }: Checked, context: Context) {
  const [handle, slug] = [String(input.handle).toLowerCase(), url.split('/').at(-1)!]
  if ((await context.store.app({ handle, slug, locales })) === null) return null
  const page = pages.find(({ operation, list }) => operation.name === 'get_app_share' && list === undefined)!
  return { page, checked: prepare(page.operation, { ...input, slug }, context) }
}
