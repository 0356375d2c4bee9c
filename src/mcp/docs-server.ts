// The documentation server: describes the service; contains no community data.

import { fail } from '../errors.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import type { Page } from '../knowledge/page.ts'
import type { Found } from '../knowledge/search.ts'
import { nameIn } from '../site/text.ts'
import { didYouMean } from '../util/nearest.ts'
import { softwareVersion } from '../util/software-version.ts'
import { truncate } from '../util/text.ts'
import type { JsonSchema, McpDefinition, Resource, Tool } from './definition.ts'
import { type McpParts, serverName } from './product-server.ts'
import { quote } from './protocol.ts'
import { toolResultBytes } from './result-bytes.ts'
import { queryIn } from './tools/search.ts'
import { singleTextArgument } from './tools/single-text-argument.ts'

const maxResults = 8
const maxExcerptLength = 1_500

const pageUri = (slug: string): string => `docs://vitrine/${slug}`

export function docsServer({
  context,
  knowledge,
  site,
}: Pick<McpParts, 'context' | 'knowledge' | 'site'>): McpDefinition {
  const productName = nameIn(site)
  const { baseUrl, webUrl } = context.addresses
  return {
    info: {
      name: `${serverName(site)}-docs`,
      title: `${productName} documentation`,
      version: softwareVersion,
      description: `How ${productName} and its public API work. Documentation only: the community itself is on another server.`,
      websiteUrl: `${webUrl}/docs`,
    },
    instructions: [
      `Documentation of ${productName} and nothing else: what it is, the read API, errors, limits, MCP.`,
      'Call search_docs with a question, then get_doc with the `slug` of a result for the whole page.',
      `This server knows nothing about creations, creators or tags. For those connect to the product server at ${baseUrl}/mcp.`,
    ].join('\n\n'),
    tools: [searchDocs(knowledge), getDoc(knowledge)],
    resources: knowledge.pages.map(pageResource),
    templates: [],
    prompts: [],
    webUrl,
  }
}

const pageResource = ({ slug, title, summary, markdown }: Page): Resource => ({
  uri: pageUri(slug),
  name: slug,
  title,
  description: summary,
  mimeType: 'text/markdown',
  icon: 'book',
  text: markdown,
})

const text = (description: string): JsonSchema => ({ type: 'string', description })
const object = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})

function searchDocs(knowledge: Knowledge): Tool {
  return {
    name: 'search_docs',
    icon: 'globe',
    title: 'Search the documentation',
    description:
      'Find the sections of the documentation that match a question, best first. ' +
      'Use this for how the service works: the read API, pagination, errors, limits, versions, MCP. ' +
      'Next: get_doc with the `slug` of a result for the whole page.',
    inputSchema: {
      ...object({
        query: { ...text('Words or a question.'), minLength: 1, maxLength: 2_000, examples: ['rate limits'] },
      }),
      additionalProperties: false,
    },
    outputSchema: object({
      results: {
        type: 'array',
        items: object({
          slug: text('The page, for get_doc.'),
          title: text('Title of the page.'),
          section: text('Title of the section.'),
          url: { type: 'string', format: 'uri' },
          text: text('The section as Markdown; long ones are cut.'),
        }),
      },
    }),
    call: async args => {
      const results = knowledge.search(queryIn(args), maxResults).map(result)
      const note = results.length === 0 ? `No page matches. Pages: ${slugs(knowledge)}.` : null
      return toolResultBytes({ json: JSON.stringify({ results }), text: results.map(resultText).join('\n'), note })
    },
  }
}

const result = ({ page, section }: Found) => ({
  slug: page.slug,
  title: page.title,
  section: section.title,
  url: section.anchor === '' ? page.url : `${page.url}#${section.anchor}`,
  text: truncate(section.text, maxExcerptLength, '…'),
})

/** In the text for models; `text` of a result is longer. */
const maxTextLength = 400

const resultText = ({ slug, title, section, url, text }: ReturnType<typeof result>): string =>
  `- ${title}, ${section} (slug: ${slug}): ${url}\n${truncate(text, maxTextLength, '…').replace(/^/gm, '  ')}`

const slugs = ({ pages }: Knowledge): string => pages.map(({ slug }) => slug).join(', ')

function getDoc(knowledge: Knowledge): Tool {
  return {
    name: 'get_doc',
    icon: 'book',
    title: 'Read a page of the documentation',
    description: `Get a whole page of the documentation as Markdown. Use this after search_docs, or directly when you know the page: ${slugs(knowledge)}.`,
    inputSchema: {
      ...object({ slug: { ...text('The slug of a page.'), enum: knowledge.pages.map(({ slug }) => slug) } }),
      additionalProperties: false,
    },
    outputSchema: object({
      slug: { type: 'string' },
      title: { type: 'string' },
      summary: { type: 'string' },
      url: { type: 'string', format: 'uri' },
      markdown: { type: 'string' },
    }),
    call: async args => {
      const slug = singleTextArgument(args, 'slug')
      const page = slug === undefined ? undefined : knowledge.page(slug)
      if (page === undefined) throw noPage(slug, knowledge)
      const { title, summary, url, markdown } = page
      const json = JSON.stringify({ slug, title, summary, url, markdown })
      return toolResultBytes({ json, text: `${markdown}\n\nSource: ${url}` })
    },
  }
}

function noPage(slug: string | undefined, knowledge: Knowledge) {
  if (slug === undefined) return fail('validation_failed', `slug must be one of ${slugs(knowledge)}.`)
  const hint = didYouMean(
    slug,
    knowledge.pages.map(page => page.slug),
  )
  return fail('not_found', `There is no page ${quote(slug)}.${hint} Pages: ${slugs(knowledge)}.`)
}
