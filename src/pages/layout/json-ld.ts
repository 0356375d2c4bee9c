// Structured data of pages (schema.org). A data block, which is never executed.

import type Type from 'typebox'
import type { AppShare, CreatorProfile } from '../../operations/shapes.ts'
import { counterActions, interactions, kindLabel, shownCounters } from '../../site/kinds.ts'
import { nameIn } from '../../site/text.ts'
import { containBidi, encodeBidi, isolateBidi } from '../../util/text.ts'
import { type Html, html } from './html.ts'
import type { SiteContext } from './page.ts'
import type { Reader } from './reader.ts'

type Thing = { '@type': string; [property: string]: unknown }

export const jsonLd = (...things: readonly Thing[]): Html => html`${things.map(dataBlock)}`

/** `<` is escaped, so that no text can end the block. */
const dataBlock = (thing: Thing): Html => {
  const contained = (_: string, value: unknown) => (typeof value === 'string' ? containBidi(value) : value)
  const text = JSON.stringify({ '@context': 'https://schema.org', ...thing }, contained).replaceAll('<', '\\u003c')
  return html`<script type="application/ld+json">${{ markup: text }}</script>`
}

export const siteThing = (site: SiteContext, description: string): Thing => ({
  '@type': 'WebSite',
  name: nameIn(site),
  url: `${site.addresses.webUrl}/`,
  description,
  isAccessibleForFree: true,
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${site.addresses.webUrl}/community?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  },
})

/** From the home page to this one. */
export const breadcrumbs = (
  site: SiteContext,
  { locale, to }: Reader,
  pages: readonly { name: string; url: string }[],
): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: nameIn(site, locale), url: `${site.addresses.webUrl}/` }, ...pages].map(
    ({ name, url }, index) => ({ '@type': 'ListItem', position: index + 1, name, item: to(url) }),
  ),
})

export const listingThing = (url: string, items: readonly { title: string; url: string }[]): Thing => ({
  '@type': 'CollectionPage',
  url,
  mainEntity: {
    '@type': 'ItemList',
    itemListElement: items.map(({ title, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      url,
    })),
  },
})

type Picture = { url: string; width: number; height: number }

const imageObject = (picture: Picture) => ({ '@type': 'ImageObject', ...picture })

export const creatorThing = (
  site: SiteContext,
  { profile, stats }: Type.Static<typeof CreatorProfile>,
  picture: Picture,
): Thing => ({
  '@type': 'ProfilePage',
  primaryImageOfPage: imageObject(picture),
  dateCreated: profile.joinedAt,
  mainEntity: {
    '@type': 'Person',
    name: profile.displayName,
    alternateName: `@${profile.handle}`,
    identifier: profile.handle,
    url: profile.url,
    ...(profile.bio === '' ? {} : { description: profile.bio }),
    image: encodeBidi(profile.imageUrl),
    interactionStatistic: [
      interactions('FollowAction', stats.followers),
      ...(site.stats.likes.hidden ? [] : [interactions('LikeAction', stats.likes)]),
    ],
    agentInteractionStatistic: interactions('WriteAction', stats.apps),
  },
})

type App = Type.Static<typeof AppShare>

/** Links that lead to the creation itself. */
const identifying = ['website', 'source', 'store']

function details({ openUrl, links, license, version, platforms }: App): object {
  const leadingTo = (...rels: string[]) => links.filter(({ rel }) => rels.includes(rel)).map(({ url }) => url)
  const same = leadingTo(...identifying)
  const [help] = leadingTo('docs')
  const [discussion] = leadingTo('community')
  return {
    ...(openUrl === null ? {} : { potentialAction: { '@type': 'UseAction', target: openUrl } }),
    ...(same.length === 0 ? {} : { sameAs: same }),
    ...(help === undefined ? {} : { softwareHelp: { '@type': 'CreativeWork', url: help } }),
    ...(discussion === undefined ? {} : { discussionUrl: discussion }),
    ...(license === null ? {} : { license: { '@type': 'CreativeWork', name: license } }),
    ...(version === null ? {} : { softwareVersion: version }),
    ...(platforms.length === 0 ? {} : { operatingSystem: platforms.map(name => isolateBidi(name)).join(', ') }),
  }
}

/** Creations of other kinds are not known to be software. */
const thingTypes: Readonly<Record<string, string>> = {
  app: 'SoftwareApplication',
  tracker: 'SoftwareApplication',
  game: 'VideoGame',
  widget: 'SoftwareApplication',
  experience: 'SoftwareApplication',
}

export const creationThing = (site: SiteContext, app: App, picture: Picture): Thing => ({
  '@type': thingTypes[app.kind] ?? 'CreativeWork',
  name: app.title,
  description: app.summary,
  url: app.url,
  identifier: app.id,
  ...(app.kind in thingTypes
    ? { applicationCategory: app.category?.label ?? kindLabel(site, app.kind, 'en') }
    : { genre: kindLabel(site, app.kind, 'en') }),
  inLanguage: app.locale,
  keywords: app.tags.map(({ label }) => isolateBidi(label)).join(', '),
  image: [imageObject(picture), encodeBidi(app.imageUrl)],
  author: { '@type': 'Person', name: app.creator.displayName, url: app.creator.url },
  datePublished: app.publishedAt,
  dateModified: app.updatedAt,
  ...details(app),
  ...(app.remixOf === null ? {} : { isBasedOn: { '@type': 'CreativeWork', name: app.remixOf.title } }),
  interactionStatistic: shownCounters(site, ['views', 'plays', 'likes']).map(counter =>
    interactions(counterActions[counter], app.stats[counter]),
  ),
})

export const articleThing = (
  site: SiteContext,
  page: { title: string; summary: string; url: string; updated: string; locale?: string },
): Thing => ({
  '@type': 'TechArticle',
  headline: page.title,
  description: page.summary,
  url: page.url,
  dateModified: page.updated,
  inLanguage: page.locale ?? 'en',
  isPartOf: { '@type': 'WebSite', name: nameIn(site), url: `${site.addresses.webUrl}/` },
})
