// Creators, categories and tags that a search names, above the creations that it finds.
import type { FoundNames } from '../../operations/find-names.ts'
import { wordsFor } from '../../site/words.ts'
import { avatar } from '../layout/card.ts'
import { type Html, html, safeUrl } from '../layout/html.ts'
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
  const chip = (url: string, content: Html) => html`<li><a class="chip" href="${to(url)}">${content}</a></li>`
  const chips = (labels: readonly Label[], sign = '') =>
    labels.map(({ label, url }) =>
      chip(url, html`${sign === '' ? null : html`<i aria-hidden="true">${sign}</i>`}<span dir="auto">${label}</span>`),
    )
  const persons = found.people.map(person =>
    chip(safeUrl(person.url), html`${avatar(site, person, 24)}<bdi>${person.displayName}</bdi>`),
  )
  const all = html`<li><a class="see" href="${to(creatorsAddress(site, { q }))}">${words.seeAll}<span class="away">: ${words.people}</span></a></li>`
  const sections = [
    section(words.people, persons.length === 0 ? [] : [...persons, all]),
    section(words.matchingCategories, chips(categories)),
    section(words.matchingTags, chips(tags, '#')),
  ].filter(part => part !== null)
  return sections.length === 0 ? null : html`<div class="names">${sections}</div>`
}

const section = (title: string, chips: readonly Html[]): Html | null =>
  chips.length === 0
    ? null
    : html`<section class="found"><h2>${title}</h2><ul class="chips small">${chips}</ul></section>`

export function foundNamesMarkdown(site: SiteContext, found: FoundNames, q: string): Md | null {
  const { categories, tags } = labelsOf(site, found)
  const persons = found.people.map(({ displayName, handle, url }) => ({ label: `${displayName} (@${handle})`, url }))
  const all = persons.length === 0 ? [] : [{ label: 'See all', url: creatorsAddress(site, { q }) }]
  const { matchingCategories, matchingTags, creations } = wordsFor(site, 'en')
  const parts = [part('People', [...persons, ...all]), part(matchingCategories, categories), part(matchingTags, tags)]
  return parts.every(one => one === null) ? null : md`${parts.filter(one => one !== null)}## ${creations}\n\n`
}

const part = (title: string, labels: readonly Label[]): Md | null =>
  labels.length === 0
    ? null
    : md`## ${title}\n\n${labels.map(({ label, url }) => md`- [${label}](${target(url)})\n`)}\n`
