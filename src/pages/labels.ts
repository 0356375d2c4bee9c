// The pages of tags and of categories, with the number of creations of each.

import type Type from 'typebox'
import type { TagList } from '../operations/shapes.ts'
import { nameIn } from '../site/text.ts'
import { empty } from './layout/card.ts'
import { html, safeUrl } from './layout/html.ts'
import { jsonLd, listingThing } from './layout/json-ld.ts'
import { layout } from './layout/layout.ts'
import { markdownDocument, md, target } from './layout/markdown-text.ts'
import type { MenuEntry, SiteContext } from './layout/page.ts'
import type { Reader } from './layout/reader.ts'

type LabelsValue = Type.Static<typeof TagList>

type LabelsPage = {
  path: string
  title: 'tags' | 'categories'
  lead: 'tagsLead' | 'categoriesLead'
  menuEntry: MenuEntry
  /** For the Markdown form, which is in English. */
  heading: string
}

const tags: LabelsPage = { path: '/tags', title: 'tags', lead: 'tagsLead', menuEntry: 'tags', heading: 'Tags' }
const categories: LabelsPage = {
  path: '/categories',
  title: 'categories',
  lead: 'categoriesLead',
  menuEntry: 'explore',
  heading: 'Categories',
}

export const tagsPage = (site: SiteContext, data: LabelsValue, reader: Reader): string =>
  labelsPage(tags, site, data, reader)
export const categoriesPage = (site: SiteContext, data: LabelsValue, reader: Reader): string =>
  labelsPage(categories, site, data, reader)
export const tagsMarkdown = (site: SiteContext, data: LabelsValue): string => labelsMarkdown(tags, site, data)
export const categoriesMarkdown = (site: SiteContext, data: LabelsValue): string =>
  labelsMarkdown(categories, site, data)

const nextAddress = (address: string, { next_cursor }: LabelsValue): string | null =>
  next_cursor && `${address}?${new URLSearchParams({ cursor: next_cursor })}`

function labelsPage(page: LabelsPage, site: SiteContext, data: LabelsValue, reader: Reader): string {
  const { words, to, number } = reader
  const address = site.addresses.webUrl + page.path
  const labels = data.items.map(
    ({ label, count, url }) =>
      html`<li><a href="${to(safeUrl(url))}"><span dir="auto">${label}</span><small>${number(count)}</small></a></li>`,
  )
  const next = nextAddress(address, data)
  const more =
    next === null
      ? null
      : html`<p class="next"><a class="button quiet" rel="next" href="${to(next)}">${words.nextPage}</a></p>`
  const things = data.items.map(({ label, url }) => ({ title: label, url }))
  return layout(site, {
    title: `${words[page.title]} · ${nameIn(site, reader.locale)}`,
    description: words[page.lead],
    reader,
    canonical: address,
    markdownUrl: `${address}.md`,
    data: jsonLd(listingThing(address, things)),
    menuEntry: page.menuEntry,
    body: html`<div class="wrap"><h1>${words[page.title]}</h1><p class="lead">${words[page.lead]}</p>
${labels.length === 0 ? empty(words.nothing) : html`<ul class="label-list">${labels}</ul>`}${more}</div>`,
  })
}

/** Labels have no date; the page was last changed with the API version. */
function labelsMarkdown({ path, heading, title }: LabelsPage, site: SiteContext, data: LabelsValue): string {
  const { webUrl } = site.addresses
  const description = `${data.items.length} of ${data.total} ${title} in the ${nameIn(site)} community, most used first, with the number of creations.`
  const lines = data.items.map(
    ({ label, key, count, url }) => md`- [${label}](${target(url)}) (\`${key}\`): ${count}\n`,
  )
  const next = nextAddress(`${webUrl}${path}.md`, data)
  const head = { title: heading, description, canonical: webUrl + path, updated: '2026-05-26' }
  const body = md`# ${heading}\n\n${description}\n\n${lines}${next === null ? null : md`\n[Next page](${target(next)})\n`}`
  return markdownDocument(head, webUrl, body.text)
}
