// Creators, categories and tags that a search names, above the creations that it finds.
import type { FoundNames } from '../../operations/find-names.ts'
import { people } from '../layout/card.ts'
import { type Html, html } from '../layout/html.ts'
import { type Md, md, target } from '../layout/markdown-text.ts'
import type { SiteContext } from '../layout/page.ts'
import type { Reader } from '../layout/reader.ts'
import { creatorsAddress } from '../people/creators.ts'

type Label = { label: string; url: string }

function labelsOf(
  { addresses }: SiteContext,
  { categories, tags }: FoundNames,
): Record<'categories' | 'tags', Label[]> {
  return {
    categories: categories.map(({ key, label }) => ({ label, url: addresses.community({ category: key }) })),
    tags: tags.map(({ key, label }) => ({ label, url: addresses.community({ tag: key }) })),
  }
}

/** `q` is the search. */
export function foundNames(site: SiteContext, found: FoundNames, q: string, reader: Reader): Html | null {
  const { words, to } = reader
  const { categories, tags } = labelsOf(site, found)
  const chips = (title: string, labels: readonly Label[]) =>
    section(
      title,
      labels.length,
      html`<ul class="chips small">${labels.map(
        ({ label, url }) => html`<li><a class="chip" href="${to(url)}"><span dir="auto">${label}</span></a></li>`,
      )}</ul>`,
    )
  const allPeople = html`<a class="see" href="${to(creatorsAddress(site, { q }))}">${words.seeAll}</a>`
  return html`${section(words.people, found.people.length, people(site, found.people, reader), allPeople)}${chips(words.categories, categories)}${chips(words.tags, tags)}`
}

const section = (title: string, count: number, list: Html, all: Html | null = null): Html | null =>
  count === 0 ? null : html`<section class="found"><div class="heading"><h2>${title}</h2>${all}</div>${list}</section>`

export function foundNamesMarkdown(site: SiteContext, found: FoundNames): Md | null {
  const { categories, tags } = labelsOf(site, found)
  const persons = found.people.map(({ displayName, handle, url }) => ({ label: `${displayName} (@${handle})`, url }))
  const parts = [part('People', persons), part('Categories', categories), part('Tags', tags)]
  return parts.every(one => one === null) ? null : md`${parts.filter(one => one !== null)}## Creations\n\n`
}

const part = (title: string, labels: readonly Label[]): Md | null =>
  labels.length === 0
    ? null
    : md`## ${title}\n\n${labels.map(({ label, url }) => md`- [${label}](${target(url)})\n`)}\n`
