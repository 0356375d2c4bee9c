// People with what they made and who follows them, in lists of people.
import type Type from 'typebox'
import type { CreatorPreview } from '../../operations/shapes.ts'
import { wordsFor } from '../../site/words.ts'
import { creationCount } from '../explorer/about.ts'
import { avatar, cover, type Pictured } from '../layout/card.ts'
import { type Html, html, safeUrl } from '../layout/html.ts'
import { type Md, md, target } from '../layout/markdown-text.ts'
import type { SiteContext } from '../layout/page.ts'
import type { Reader } from '../layout/reader.ts'
import { filled } from '../layout/words.ts'

type Person = Type.Static<typeof CreatorPreview>

/** Some creations of each person, by handle. */
export type Works = ReadonlyMap<string, readonly Pictured[]>

export const personCards = (site: SiteContext, people: readonly Person[], works: Works, reader: Reader): Html =>
  html`<ul class="persons">${people.map(person => personCard(site, person, works, reader))}</ul>`

function personCard(site: SiteContext, person: Person, works: Works, reader: Reader): Html {
  const { handle, displayName, url } = person
  return html`<li>${avatar(site, person, 56)}<div><a href="${reader.to(safeUrl(url))}"><bdi>${displayName}</bdi></a><small><bdi>@${handle}</bdi></small>${totals(person, reader)}</div>
${about(person, works.get(handle) ?? [], reader)}${person.appCount === 0 ? html`<small class="works">${reader.words.noCreations}</small>` : worksList(site, works.get(handle) ?? [])}</li>`
}

/** Without a text of their own: the titles of their creations, which are also the names of the pictures. */
function about({ bio }: Person, works: readonly Pictured[], { words, tag }: Reader): Html | null {
  if (bio !== '') return html`<p dir="auto">${bio}</p>`
  if (works.length === 0) return null
  const list = new Intl.ListFormat(tag, { type: 'unit', style: 'short' }).formatToParts(works.map(({ title }) => title))
  const titles = list.map(({ type, value }) => (type === 'element' ? html`<bdi>${value}</bdi>` : html`${value}`))
  return html`<p class="titles" aria-hidden="true">${words.creations}: ${titles}</p>`
}

const worksList = (site: SiteContext, works: readonly Pictured[]): Html | null =>
  works.length === 0
    ? null
    : html`<ul class="works">${works.map(work => html`<li>${cover(site, work)}<span class="away" dir="auto">${work.title}</span></li>`)}</ul>`

/** Without zeros. */
function totals({ appCount, followerCount }: Person, reader: Reader): Html | null {
  const texts = [
    ...(appCount > 0 ? [creationCount({ total: appCount, totalIsExact: true }, reader)] : []),
    ...(followerCount > 0 ? [followersText(followerCount, reader)] : []),
  ]
  return texts.length === 0 ? null : html`<ul class="totals">${texts.map(text => html`<li>${text}</li>`)}</ul>`
}

const followersText = (n: number, { words, number }: Reader): string =>
  n === 1 ? words.oneFollower : filled(words.followerCount, { n: number(n) })

/** A person in a list, as Markdown. */
export function personLine(site: SiteContext, person: Person, works: Works): Md {
  const { displayName, handle, bio, url, appCount, followerCount } = person
  const creations = wordsFor(site, 'en').creations.toLowerCase()
  const titles = (works.get(handle) ?? []).map(({ title }) => title).join(', ')
  return md`- [${displayName}](${target(url)}) (@${handle}): ${creations} ${appCount}, followers ${followerCount}${bio === '' ? null : md`. ${bio}`}${titles === '' ? null : md` (${titles})`}\n`
}
