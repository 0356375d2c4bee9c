// All public remixes of a creation, and its family tree.
import { en } from '../../languages/en.ts'
import { counterLabel } from '../../site/kinds.ts'
import { nameIn } from '../../site/text.ts'
import { inSentence, wordsFor } from '../../site/words.ts'
import { isolateBidi } from '../../util/text.ts'
import { relatedOf } from '../creation/related.ts'
import type { AppValue } from '../creation-parts.ts'
import { creationCount } from '../explorer/about.ts'
import type { FeedValue } from '../explorer/selection.ts'
import { creationLines, creationsBelow } from '../labels/creations.ts'
import { card, cover, grid, rail, seeAll } from '../layout/card.ts'
import { type Html, html, safeUrl } from '../layout/html.ts'
import { counterIcon, icon } from '../layout/icons.ts'
import { breadcrumbs, jsonLd, listingThing } from '../layout/json-ld.ts'
import { layout } from '../layout/layout.ts'
import { creationLine, type Md, markdownDocument, md, target } from '../layout/markdown-text.ts'
import type { SiteContext } from '../layout/page.ts'
import { type Reader, readerFor } from '../layout/reader.ts'
import { filled } from '../layout/words.ts'
import { pager, pageUrl } from '../pager.ts'
import { feedLine, feedList } from '../sharing/feed-list.ts'
import { inView, viewQuery, viewSwitch } from '../view-switch.ts'
import { isTree, type Relative, remixTree, remixTreeMarkdown, type TreeNode } from './tree.ts'

type RemixesData = {
  app: AppValue
  feed: FeedValue
  isFirst: boolean
  /** The direct original first. */
  origins: readonly Relative[]
  tree: TreeNode
  /** Only if there are few public remixes. */
  similar: AppValue['moreFromCreator']
}

/** The heading above the remixes of a creation, with a link to all of them. */
export function remixHeading(site: SiteContext, app: AppValue, reader: Reader): Html {
  const url = site.addresses.remixes(app.handle, app.slug)
  const label = counterLabel(site, 'remixes', reader.locale)
  return html`<div class="heading"><h2>${label} <small>${publicCount(site, app, reader)}</small></h2>${seeAll(url, label, reader)}</div>`
}

export const publicCount = (site: SiteContext, app: AppValue, reader: Reader): string =>
  publicOfAll(site, app, reader) ?? reader.number(app.remixes.total)

/** The counter of the product includes remixes that are not public. */
function publicOfAll(site: SiteContext, { stats, remixes }: AppValue, { words, number }: Reader): string | null {
  if (site.stats.remixes.hidden || stats.remixes <= remixes.total) return null
  return filled(words.publicOf, { n: number(remixes.total), total: number(stats.remixes) })
}

const feedQueryOf = ({ handle, slug }: AppValue): string => `?${new URLSearchParams({ remixOf: `${handle}/${slug}` })}`

export function remixesPage(site: SiteContext, data: RemixesData, reader: Reader): string {
  const { app, feed } = data
  const { words, to, locale } = reader
  const { addresses } = site
  const address = addresses.remixes(app.handle, app.slug)
  const label = counterLabel(site, 'remixes', locale)
  const title = filled(words.remixesOf, { label, name: isolateBidi(app.title, reader.direction) })
  return layout(site, {
    title: `${title} · ${nameIn(site, locale)}`,
    description: `${title} (@${app.handle}) · ${nameIn(site, locale)}`,
    reader,
    canonical: address,
    here: inView(address, reader.view),
    markdownUrl: `${address}.md`,
    feedQuery: feedQueryOf(app),
    data: jsonLd(
      listingThing(address, feed.items),
      breadcrumbs(site, reader, [
        { name: words.explore, url: `${addresses.webUrl}/community` },
        { name: app.creator.displayName, url: app.creator.url },
        { name: app.title, url: app.url },
        { name: label, url: address },
      ]),
    ),
    image: { url: to(addresses.shareImage(app.handle, app.slug)), alt: app.title },
    menuEntry: 'explore',
    body: html`<div class="wrap listing">${
      feed.items.length === 0
        ? html`${back(app, reader)}<h1>${title}</h1>${nothingPublic(site, data, reader)}`
        : html`${heading(app, label, reader)}${original(site, app, reader)}<div class="kin">${family(site, data, reader)}${list(site, data, reader)}</div>${similarBelow(site, data, reader)}`
    }</div>`,
  })
}

const back = ({ url, locale, title }: AppValue, { to }: Reader): Html =>
  html`<p class="back"><a class="see" href="${to(safeUrl(url))}">${icon('arrow')}<span lang="${locale}" dir="auto">${title}</span></a></p>`

function heading({ url, locale, title }: AppValue, label: string, { words, to }: Reader): Html {
  const [before = '', after = ''] = filled(words.remixesOf, { label }).split('{name}')
  return html`<h1>${before}<a href="${to(safeUrl(url))}" lang="${locale}"><bdi>${title}</bdi></a>${after}</h1>`
}

function original(site: SiteContext, app: AppValue, reader: Reader): Html {
  const { creator } = app
  const { words, to, direction } = reader
  const by = filled(words.byName, { name: isolateBidi(creator.displayName, direction) })
  const count =
    publicOfAll(site, app, reader) ?? creationCount({ total: app.remixes.total, totalIsExact: true }, reader)
  return html`<div class="node">${cover(site, app, true)}<span><a href="${to(safeUrl(creator.url))}">${by}</a><small>${count}</small></span></div>`
}

function family(site: SiteContext, { isFirst, origins, tree }: RemixesData, reader: Reader): Html | null {
  if (!isFirst || !isTree(origins, tree)) return null
  return html`<section class="panel family"><h2>${reader.words.familyTree}</h2><p class="note">${reader.words.treeNote}</p>${remixTree(site, origins, tree, reader)}</section>`
}

/** Fewer are seen at a glance in any view, and have similar creations below them. */
export const fewRemixes = 4

function list(site: SiteContext, { app, feed, isFirst }: RemixesData, reader: Reader): Html {
  const { words, view, to } = reader
  const address = site.addresses.remixes(app.handle, app.slug)
  const next = pageUrl(address, feed.next_cursor, viewQuery(view))
  const links = pager({ next, first: isFirst ? null : inView(address, view), label: words.more }, reader)
  const views = viewSwitch(reader, other => to(inView(address, other)))
  const bar = feed.items.length < fewRemixes ? null : html`<div class="listbar">${views}</div>`
  return html`<section><h2 class="away">${words.remixes}</h2>${bar}
${grid(site, feed.items, reader)}${links}${feedList(site, '', feedQueryOf(app), reader)}</section>`
}

/** One row: more could be taken for the remixes. */
const maxSimilar = 4

const similarOf = ({ app, similar }: RemixesData) => relatedOf(app, similar).similar.slice(0, maxSimilar)

const similarBelow = (site: SiteContext, data: RemixesData, reader: Reader): Html | null =>
  creationsBelow(site, { heading: reader.words.similar, creations: similarOf(data) }, reader)

/** The original, how many there are although none is public, and other creations. */
function nothingPublic(site: SiteContext, data: RemixesData, reader: Reader): Html {
  const { app } = data
  const { words, to, direction } = reader
  const { similar, more } = relatedOf(app, data.similar)
  const name = filled(words.moreFrom, { name: isolateBidi(app.creator.displayName, direction) })
  const all = app.moreFromCreator.length < 2 ? null : seeAll(safeUrl(app.creator.url), name, reader)
  const own = html`<section><div class="heading"><h2>${name}</h2>${all}</div>${rail(site, more, reader, false)}</section>`
  const explore = html`<p class="actions"><a class="button" href="${to(`${site.addresses.webUrl}/community`)}">${words.explore}</a></p>`
  const details = html`<a class="button quiet" href="${to(safeUrl(app.url))}">${words.details}${icon('arrow')}</a>`
  return html`<p class="notice">${counterIcon(site, 'remixes')}<span>${countedNote(site, app, reader)}</span></p><section><div class="heading"><h2>${words.original}</h2></div><ul class="origin">${card(site, app, reader, { eager: true, metrics: ['plays', 'likes', 'remixes'], action: details })}</ul></section>
${family(site, data, reader)}${similarBelow(site, data, reader)}${more.length === 0 ? null : own}${similar.length + more.length === 0 ? explore : null}`
}

function countedNote(site: SiteContext, { stats, title }: AppValue, reader: Reader): string {
  const { words, number, locale, direction } = reader
  if (site.stats.remixes.hidden) return words.noCreations
  if (stats.remixes === 0) return filled(words.noneMade, { name: isolateBidi(title, direction) })
  const label = inSentence(counterLabel(site, 'remixes', locale), locale)
  const text = filled(words.nonePublic, { label, count: number(stats.remixes) })
  return text.replace(/^\p{Ll}/u, letter => letter.toLocaleUpperCase(locale))
}

export function remixesMarkdown(site: SiteContext, data: RemixesData): string {
  const { app, feed, isFirst, origins, tree } = data
  const address = site.addresses.remixes(app.handle, app.slug)
  const title = `${counterLabel(site, 'remixes', 'en')} of ${isolateBidi(app.title)}`
  const isCounted = app.stats.remixes > feed.total && !site.stats.remixes.hidden
  const counts = isCounted ? `${feed.total} of ${app.stats.remixes}` : feed.total
  const counted =
    feed.items.length === 0
      ? countedNote(site, app, readerFor('en', site))
      : `Made directly from it: ${counts} are public.`
  const next = pageUrl(`${address}.md`, feed.next_cursor)
  const list =
    feed.items.length === 0 ? null : md`## ${filled(en.words.directFrom, { name: isolateBidi(app.title) })}\n\n`
  const family = isFirst && isTree(origins, tree)
  const body = md`# ${title}

${en.words.original}: [${app.title}](${target(app.url)}) by [${app.creator.displayName}](${target(app.creator.url)}) (@${app.handle}). ${counted}

${feed.items.length === 0 ? md`${creationLine(site, app, { metrics: ['plays', 'likes', 'remixes'] })}\n` : null}${family ? md`## Family tree\n\n${en.words.treeNote}\n\n${remixTreeMarkdown(site, origins, tree)}\n` : null}${list}${feed.items.map(item => creationLine(site, item))}\
${feed.items.length === 0 ? othersMarkdown(site, data) : creationLines(site, { title: en.words.similar, creations: similarOf(data) })}
${next === null ? null : md`[Next page](${target(next)})\n`}
${feed.items.length === 0 ? md`- [${en.words.explore}](${target(`${site.addresses.webUrl}/community.md`)})\n` : feedLine(site, '', feedQueryOf(app))}`
  const head = { title, description: `${title} by @${app.handle}.`, canonical: address, updated: app.updatedAt }
  return markdownDocument(head, site.addresses.webUrl, body.text)
}

function othersMarkdown(site: SiteContext, data: RemixesData): Md {
  const { more } = relatedOf(data.app, data.similar)
  const similar = similarOf(data)
  const name = filled(en.words.moreFrom, { name: isolateBidi(data.app.creator.displayName) })
  const list = (title: string, items: typeof more): Md | null =>
    items.length === 0 ? null : md`## ${title}\n\n${items.map(item => creationLine(site, item))}\n`
  return md`${list(wordsFor(site, 'en').similar, similar)}${list(name, more)}`
}
