// The followers of a creator, and those whom a creator follows.
import type Type from 'typebox'
import { en } from '../../languages/en.ts'
import type { CreatorProfile } from '../../operations/shapes.ts'
import type { FollowPage } from '../../operations/users.ts'
import { nameIn } from '../../site/text.ts'
import { isolateBidi } from '../../util/text.ts'
import { avatar, empty } from '../layout/card.ts'
import { html, safeUrl } from '../layout/html.ts'
import { breadcrumbs, jsonLd, listingThing } from '../layout/json-ld.ts'
import { layout } from '../layout/layout.ts'
import { markdownDocument, md, target } from '../layout/markdown-text.ts'
import type { SiteContext } from '../layout/page.ts'
import type { Reader } from '../layout/reader.ts'
import { filled } from '../layout/words.ts'
import { pager, pageUrl } from '../pager.ts'
import { personCards, personLine, type Works } from './person-cards.ts'

export type Side = 'followers' | 'following'

type FollowsData = { creator: Type.Static<typeof CreatorProfile>; list: FollowPage; works: Works; isFirst: boolean }

const headings = { followers: 'followersOf', following: 'followedBy' } as const

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
<p class="maker"><a href="${to(safeUrl(profile.url))}">${avatar(site, profile, 24)}<bdi>${displayName}</bdi></a><small><bdi>@${handle}</bdi></small></p><h1>${title}</h1>
<nav aria-label="${words.people}"><ul class="tabs">${sides.map(one => tab(site, creator, one, one === side, reader))}</ul></nav>
${list.items.length === 0 ? empty(words.nobody) : personCards(site, list.items, works, reader)}${links}</div>`,
    })
  }

const sides: readonly Side[] = ['followers', 'following']

const tab = (site: SiteContext, creator: FollowsData['creator'], side: Side, current: boolean, reader: Reader) =>
  html`<li><a class="chip" href="${reader.to(site.addresses.follows(creator.profile.handle, side))}"${current ? html` aria-current="page"` : null}>${reader.words[side]} <small>${reader.number(creator.stats[side])}</small></a></li>`

const sidesLine = ({ addresses }: SiteContext, { profile, stats }: FollowsData['creator']) =>
  md`[Followers ${stats.followers}](${target(`${addresses.follows(profile.handle, 'followers')}.md`)}), [following ${stats.following}](${target(`${addresses.follows(profile.handle, 'following')}.md`)})`

export const followsMarkdown =
  (side: Side) =>
  (site: SiteContext, { creator, list, works }: FollowsData): string => {
    const { handle, displayName, url, joinedAt } = creator.profile
    const address = site.addresses.follows(handle, side)
    const title = filled(en.words[headings[side]], { name: isolateBidi(displayName) })
    const next = pageUrl(`${address}.md`, list.next_cursor)
    const body = md`# ${title}

${list.total} creators. Profile: [${displayName}](${target(url)}) (@${handle}). ${sidesLine(site, creator)}

${list.items.length === 0 ? md`${en.words.nobody}\n` : list.items.map(person => personLine(site, person, works))}
${next === null ? null : md`[Next page](${target(next)})\n`}`
    const head = { title, description: `${title} (@${handle}).`, canonical: address, updated: joinedAt }
    return markdownDocument(head, site.addresses.webUrl, body.text)
  }
