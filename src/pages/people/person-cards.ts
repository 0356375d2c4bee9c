// People with what they made and who follows them, in lists of people.
import type Type from 'typebox'
import type { CreatorPreview } from '../../operations/shapes.ts'
import { wordsFor } from '../../site/words.ts'
import { avatar, cover, type Pictured } from '../layout/card.ts'
import { type Html, html, safeUrl } from '../layout/html.ts'
import { type Md, md, target } from '../layout/markdown-text.ts'
import type { SiteContext } from '../layout/page.ts'
import type { Reader } from '../layout/reader.ts'

type Person = Type.Static<typeof CreatorPreview>

/** Some creations of each person, by handle. */
export type Works = ReadonlyMap<string, readonly Pictured[]>

export const personCards = (site: SiteContext, people: readonly Person[], works: Works, reader: Reader): Html =>
  html`<ul class="persons">${people.map(person => personCard(site, person, works, reader))}</ul>`

function personCard(site: SiteContext, person: Person, works: Works, reader: Reader): Html {
  const { handle, displayName, bio, url } = person
  return html`<li>${avatar(site, person, 56)}<div><a href="${reader.to(safeUrl(url))}"><bdi>${displayName}</bdi></a><small><bdi>@${handle}</bdi></small>${totals(person, reader)}</div>
${bio === '' ? null : html`<p dir="auto">${bio}</p>`}${person.appCount === 0 ? html`<small class="works">${reader.words.noCreations}</small>` : worksList(site, works.get(handle) ?? [])}</li>`
}

const worksList = (site: SiteContext, works: readonly Pictured[]): Html | null =>
  works.length === 0
    ? null
    : html`<ul class="works">${works.map(work => html`<li>${cover(site, work)}<span class="away" dir="auto">${work.title}</span></li>`)}</ul>`

/** Without zeros. */
function totals({ appCount, followerCount }: Person, { words, number }: Reader): Html | null {
  const entries = (
    [
      [words.creations, appCount],
      [words.followers, followerCount],
    ] as const
  ).filter(([, n]) => n > 0)
  if (entries.length === 0) return null
  return html`<dl>${entries.map(([name, n]) => html`<div><dt>${name}</dt><dd>${number(n)}</dd></div>`)}</dl>`
}

/** A person in a list, as Markdown. */
export function personLine(site: SiteContext, person: Person, works: Works): Md {
  const { displayName, handle, bio, url, appCount, followerCount } = person
  const creations = wordsFor(site, 'en').creations.toLowerCase()
  const titles = (works.get(handle) ?? []).map(({ title }) => title).join(', ')
  return md`- [${displayName}](${target(url)}) (@${handle}): ${creations} ${appCount}, followers ${followerCount}${bio === '' ? null : md`. ${bio}`}${titles === '' ? null : md` (${titles})`}\n`
}
