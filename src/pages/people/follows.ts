// The followers of a creator, and those whom a creator follows.
import type Type from 'typebox'
import { en } from '../../languages/en.ts'
import type { CreatorProfile } from '../../operations/shapes.ts'
import type { FollowPage } from '../../operations/users.ts'
import { nameIn } from '../../site/text.ts'
import { wordsFor } from '../../site/words.ts'
import { isolateBidi } from '../../util/text.ts'
import { avatar, empty, grid, seeAll } from '../layout/card.ts'
import { type Html, html, safeUrl } from '../layout/html.ts'
import { icon } from '../layout/icons.ts'
import { breadcrumbs, jsonLd, listingThing } from '../layout/json-ld.ts'
import { layout } from '../layout/layout.ts'
import { creationLine, markdownDocument, md, target } from '../layout/markdown-text.ts'
import type { SiteContext } from '../layout/page.ts'
import type { Reader } from '../layout/reader.ts'
import { filled } from '../layout/words.ts'
import { pager, pageUrl } from '../pager.ts'
import { personCards, personLine, type Works } from './person-cards.ts'

export type Side = 'followers' | 'following'

type FollowsData = { creator: Type.Static<typeof CreatorProfile>; list: FollowPage; works: Works; isFirst: boolean }

const headings = { followers: 'followersOf', following: 'followedBy' } as const
const nobody = { followers: 'noFollowers', following: 'noFollowing' } as const

/** Below an empty list. */
const maxCreations = 4
const creationsOf = ({ apps }: FollowsData['creator']) => apps.items.slice(0, maxCreations)

export const followsPage =
  (side: Side) =>
  (site: SiteContext, { creator, list, works, isFirst }: FollowsData, reader: Reader): string => {
    const { profile } = creator
    const { words, to } = reader
    const { handle, displayName } = profile
    const address = site.addresses.follows(handle, side)
    const heading = (name: string) => filled(words[headings[side]], { name })
    const title = heading(isolateBidi(displayName, reader.direction))
    const product = nameIn(site, reader.locale)
    const links = pager(
      { next: pageUrl(address, list.next_cursor), first: isFirst ? null : address, label: words.nextPage },
      reader,
    )
    return layout(site, {
      title: `${title} · ${product}`,
      description: `${title} (@${handle}) · ${product}`,
      reader,
      canonical: address,
      markdownUrl: `${address}.md`,
      feedPath: `/@${handle}`,
      data: jsonLd(
        listingThing(
          address,
          list.items.map(({ displayName, url }) => ({ title: displayName, url })),
        ),
        breadcrumbs(site, reader, [
          { name: words.people, url: `${site.addresses.webUrl}/creators` },
          { name: displayName, url: profile.url },
          { name: words[side], url: address },
        ]),
      ),
      image: { url: to(site.addresses.shareImage(handle)), alt: displayName },
      menuEntry: 'people',
      body: html`<div class="wrap listing">
<p class="maker back"><a href="${to(safeUrl(profile.url))}">${icon('arrow')}${avatar(site, profile, 24)}<bdi>${displayName}</bdi></a><small><bdi>@${handle}</bdi></small></p><h1>${words[side]}</h1>
<nav aria-label="${words.people}"><ul class="tabs">${sides.map(one => tab(site, creator, one, one === side, reader))}</ul></nav>
${list.items.length === 0 ? emptyList(site, creator, side, reader) : personCards(site, list.items, works, reader)}${links}</div>`,
    })
  }

function emptyList(site: SiteContext, creator: FollowsData['creator'], side: Side, reader: Reader): Html {
  const { words, direction, number } = reader
  const { displayName, url } = creator.profile
  const text = filled(words[nobody[side]], { name: isolateBidi(displayName, direction) })
  const { total } = creator.apps
  if (total === 0) return empty(text)
  const all = total > maxCreations ? seeAll(url, words.creations, reader) : null
  return html`<p class="lead">${text}</p><section><div class="heading"><h2>${words.creations} <small>${number(total)}</small></h2>${all}</div>${grid(site, creationsOf(creator), reader, false)}</section>`
}

const sides: readonly Side[] = ['followers', 'following']

const tab = (site: SiteContext, creator: FollowsData['creator'], side: Side, current: boolean, reader: Reader) =>
  html`<li><a class="chip" href="${reader.to(site.addresses.follows(creator.profile.handle, side))}"${current ? html` aria-current="page"` : null}>${reader.words[side]} <small>${reader.number(creator.stats[side])}</small></a></li>`

const sidesLine = ({ addresses }: SiteContext, { profile, stats }: FollowsData['creator']) =>
  md`[Followers ${stats.followers}](${target(`${addresses.follows(profile.handle, 'followers')}.md`)}), [following ${stats.following}](${target(`${addresses.follows(profile.handle, 'following')}.md`)})`

function emptyMarkdown(site: SiteContext, creator: FollowsData['creator'], side: Side) {
  const text = filled(en.words[nobody[side]], { name: isolateBidi(creator.profile.displayName) })
  const lines = creationsOf(creator).map(item => creationLine(site, item, { byline: false }))
  const heading = `${wordsFor(site, 'en').creations} ${creator.apps.total}`
  return md`${text}\n${lines.length === 0 ? null : md`\n## ${heading}\n\n${lines}`}`
}

export const followsMarkdown =
  (side: Side) =>
  (site: SiteContext, { creator, list, works }: FollowsData): string => {
    const { handle, displayName, url, joinedAt } = creator.profile
    const address = site.addresses.follows(handle, side)
    const title = filled(en.words[headings[side]], { name: isolateBidi(displayName) })
    const next = pageUrl(`${address}.md`, list.next_cursor)
    const body = md`# ${title}

${list.total} creators. Profile: [${displayName}](${target(url)}) (@${handle}). ${sidesLine(site, creator)}

${list.items.length === 0 ? emptyMarkdown(site, creator, side) : list.items.map(person => personLine(site, person, works))}
${next === null ? null : md`[Next page](${target(next)})\n`}`
    const head = { title, description: `${title} (@${handle}).`, canonical: address, updated: joinedAt }
    return markdownDocument(head, site.addresses.webUrl, body.text)
  }
