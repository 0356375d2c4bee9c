// The popular tags, sized by frequency.

import type Type from 'typebox'
import type { TagList } from '../operations/shapes.ts'
import { nameIn } from '../site/text.ts'
import { empty } from './layout/card.ts'
import { html, safeUrl } from './layout/html.ts'
import { jsonLd, listingThing } from './layout/json-ld.ts'
import { layout } from './layout/layout.ts'
import { markdownDocument, md, target } from './layout/markdown-text.ts'
import type { SiteContext } from './layout/page.ts'
import type { Reader } from './layout/reader.ts'

type TagsValue = Type.Static<typeof TagList>

const sizes = 5

/** Logarithmic, because a few tags are very frequent. */
function sizeOf(count: number, highest: number): number {
  if (highest <= 1) return 1
  return 1 + Math.round(((sizes - 1) * Math.log(count)) / Math.log(highest))
}

const describe = (site: SiteContext, { total }: TagsValue): string =>
  `The most used of ${total} tags in the ${nameIn(site)} community, with how often each is used.`

export function tagsPage(site: SiteContext, data: TagsValue, reader: Reader): string {
  const { webUrl } = site.addresses
  const { words, to, number } = reader
  const highest = data.items[0]?.count ?? 1
  const byName = [...data.items].sort((a, b) => a.label.localeCompare(b.label, reader.locale))
  const tags = byName.map(
    ({ label, count, url }) =>
      html`<li class="size-${sizeOf(count, highest)}"><a href="${to(safeUrl(url))}"><span dir="auto">${label}</span><small>${number(count)}</small></a></li>`,
  )
  return layout(site, {
    title: `${words.tags} · ${nameIn(site, reader.locale)}`,
    description: words.tagsLead,
    reader,
    canonical: `${webUrl}/tags`,
    markdownUrl: `${webUrl}/tags.md`,
    data: jsonLd(
      listingThing(
        `${webUrl}/tags`,
        data.items.map(({ label, url }) => ({ title: label, url })),
      ),
    ),
    menuEntry: 'tags',
    body: html`<div class="wrap"><h1>${words.tags}</h1><p class="lead">${words.tagsLead}</p>
${tags.length === 0 ? empty(words.nothing) : html`<ul class="cloud">${tags}</ul>`}</div>`,
  })
}

/** Tags have no date; the page was last changed with the API version. */
export function tagsMarkdown(site: SiteContext, data: TagsValue): string {
  const { webUrl } = site.addresses
  const lines = data.items.map(
    ({ label, key, count, url }) => md`- [${label}](${target(url)}) (\`${key}\`): ${count}\n`,
  )
  const head = { title: 'Tags', description: describe(site, data), canonical: `${webUrl}/tags`, updated: '2026-05-26' }
  return markdownDocument(head, webUrl, md`# Tags\n\n${describe(site, data)}\n\n${lines}`.text)
}
