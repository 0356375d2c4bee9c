// A page: Markdown with front matter, and placeholders for values of the tables in code.
import type { SitePage } from '../site/site.ts'

/** One `##` part of a page; the text before the first has the page's title and no anchor. */
export type Section = { anchor: string; title: string; text: string }
/** Topics of the documentation and their titles, in order. */
export const topics = {
  start: 'Get started',
  site: 'About the site',
  api: 'Read API',
  agents: 'AI agents',
  service: 'Service',
} as const

export type Topic = keyof typeof topics

export type Page = {
  slug: string
  locale: string
  /** Where the page is linked. Those in `docs` are the documentation. */
  menu: SitePage['menu']
  /** In the documentation. Pages of the site pack have one of their own. */
  topic: Topic
  order: number
  title: string
  summary: string
  /** Further search words. */
  keywords: string
  /** The day it was last changed. */
  updated: string
  /** The whole page: title, summary and content. */
  markdown: string
  sections: Section[]
  /** With the language, unless this is the default language of the page. */
  url: string
}
/** The values of `{{name}}` in a page. */
export type Values = Readonly<Record<string, string>>

/** Null for a page about a feature that the site has turned off: `feature` in the front matter. */
export function readPage(file: string, text: string, values: Values): Page | null {
  const filled = fill(withFeatures(text, values), values, `knowledge/${file}`)
  const parts = /^---\n([\s\S]*?)\n---\n+([\s\S]*)$/.exec(filled)
  const head = Object.fromEntries((parts?.[1] ?? '').split('\n').map(line => line.split(/:\s+(.*)/).slice(0, 2)))
  if (head.feature !== undefined && isOff(head.feature, values)) return null
  const { title, summary, updated, keywords, topic } = head as Record<string, string | undefined>
  if (!parts || !title || !summary || !updated || !keywords || !isTopic(topic)) {
    throw new Error(`knowledge/${file} needs title, summary, keywords, topic and updated between --- lines.`)
  }
  const slug = file.replace(/^\d+-/, '').replace(/\.md$/, '')
  const place = { slug, locale: 'en', menu: 'docs', order: Number.parseInt(file, 10) || 0 } as const
  return {
    ...place,
    topic,
    title,
    summary,
    keywords,
    updated,
    ...contentOf(title, summary, parts[2]!),
    url: urlOf(place, values),
  }
}

const isTopic = (name: string | undefined): name is Topic => name !== undefined && Object.hasOwn(topics, name)

const isOff = (feature: string, values: Values): boolean => values[`features.${feature}`] === 'off'

/** `{{#mcp}}…{{/mcp}}` is a part for sites with this feature, `{{^mcp}}…{{/mcp}}` for those without. */
const withFeatures = (text: string, values: Values): string =>
  text.replace(/\{\{([#^])(\w+)\}\}([\s\S]*?)\{\{\/\2\}\}/g, (_, sign: string, feature: string, part: string) =>
    isOff(feature, values) === (sign === '^') ? part : '',
  )

/** A page of a site pack. The URL of other languages than the default names the language. */
export function pageOfSite(page: SitePage, values: Values, isDefault: boolean): Page {
  const { slug, locale, menu, order, keywords, updated, file } = page
  const [title, summary, body] = [page.title, page.summary, page.markdown].map(text => fill(text, values, file)) as [
    string,
    string,
    string,
  ]
  const url = urlOf(page, values) + (isDefault ? '' : `?locale=${locale}`)
  const topic = 'site'
  return {
    slug,
    locale,
    menu,
    topic,
    order,
    title,
    summary,
    keywords,
    updated,
    ...contentOf(title, summary, body),
    url,
  }
}

const contentOf = (title: string, summary: string, body: string): Pick<Page, 'markdown' | 'sections'> => ({
  // A summary that is taken from the text is not repeated.
  markdown: `# ${title}\n\n${body.replace(/\s+/g, ' ').includes(summary) ? '' : `${summary}\n\n`}${body.trim()}\n`,
  sections: sectionsOf(title, body.trim()),
})

const urlOf = ({ menu, slug }: Pick<Page, 'menu' | 'slug'>, { webUrl }: Values): string =>
  `${webUrl}/${menu === 'docs' ? 'docs' : 'pages'}/${slug}`

/** The names of the values that a text asks for, with their offsets. */
export const placeholdersIn = (text: string): { name: string; offset: number }[] =>
  [...text.matchAll(placeholder)].map(({ 1: name, index }) => ({ name: name!, offset: index }))

const placeholder = /\{\{([\w.]+)\}\}/g

/** Throws for a value that does not exist. */
function fill(text: string, values: Values, file: string): string {
  return text.replace(placeholder, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${file} asks for {{${name}}}, which has no value.`)
    return value
  })
}

function sectionsOf(title: string, body: string): Section[] {
  const [opening = '', ...rest] = outsideCode(body).split(/^## /m)
  const first = opening.trim() === '' ? [] : [{ anchor: '', title, text: restoreCode(opening.trim()) }]
  return [
    ...first,
    ...rest.map(part => {
      const end = part.indexOf('\n')
      const heading = (end < 0 ? part : part.slice(0, end)).trim()
      return { anchor: anchorOf(heading), title: heading, text: restoreCode(end < 0 ? '' : part.slice(end + 1).trim()) }
    }),
  ]
}

// A line in a code block may start like a heading.
const outsideCode = (body: string) => body.replace(/^```[\s\S]*?^```/gm, code => code.replace(/^#/gm, '\0#'))
const restoreCode = (text: string) => text.replaceAll('\0#', '#')

/** Names of the API keep their underscores: /docs/errors#not_found. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^-|-$/g, '')
