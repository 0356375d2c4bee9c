// A documentation page: Markdown with front matter, and placeholders for values of the tables in code.

/** One `##` part of a page; the text before the first has the page's title and no anchor. */
export type Section = { anchor: string; title: string; text: string }
export type Page = {
  slug: string
  title: string
  summary: string
  /** Further search words. */
  keywords: string
  /** The day it was last changed. */
  updated: string
  /** The whole page: title, summary and content. */
  markdown: string
  sections: Section[]
  url: string
}
/** The values of `{{name}}` in a page. */
export type Values = Readonly<Record<string, string>>

export function readPage(file: string, text: string, values: Values): Page {
  const filled = fill(text, values, file)
  const parts = /^---\n([\s\S]*?)\n---\n+([\s\S]*)$/.exec(filled)
  const head = Object.fromEntries((parts?.[1] ?? '').split('\n').map(line => line.split(/:\s+(.*)/).slice(0, 2)))
  const { title, summary, updated, keywords } = head as Record<string, string | undefined>
  if (!parts || !title || !summary || !updated || !keywords) {
    throw new Error(`knowledge/${file} needs title, summary, keywords and updated between --- lines.`)
  }
  const slug = file.replace(/^\d+-/, '').replace(/\.md$/, '')
  const body = parts[2]!.trim()
  const markdown = `# ${title}\n\n${summary}\n\n${body}\n`
  const sections = sectionsOf(title, body)
  return { slug, title, summary, keywords, updated, markdown, sections, url: `${values.webUrl}/docs/${slug}` }
}

/** Throws for a value that does not exist. */
function fill(text: string, values: Values, file: string): string {
  return text.replace(/\{\{([\w.]+)\}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`knowledge/${file} asks for {{${name}}}, which has no value.`)
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
