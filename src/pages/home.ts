// The home page: introduction, spotlight, rails and categories.

import type Type from 'typebox'
import { languages } from '../languages/languages.ts'
import { getCommunityFeed } from '../operations/index.ts'
import type { Landing } from '../operations/shapes.ts'
import { introIn, taglineIn } from '../site/introduction.ts'
import { kindPlural, railTitle, shownCounters } from '../site/kinds.ts'
import { type Counter, counterOfSort, type HomeSection, type RailName } from '../site/site.ts'
import { nameIn } from '../site/text.ts'
import { withNoun, wordsFor } from '../site/words.ts'
import { pageItems, pageLines, pageRow } from './home-pages.ts'
import { categoryTiles } from './labels/categories.ts'
import { appLine, appLink } from './layout/app-link.ts'
import { card, empty, seeAll } from './layout/card.ts'
import { type Html, html, safeUrl } from './layout/html.ts'
import { kindIcon } from './layout/icons.ts'
import { jsonLd, siteThing } from './layout/json-ld.ts'
import { layout } from './layout/layout.ts'
import { creationLine, linksLine, type Md, type Metric, markdownDocument, md, target } from './layout/markdown-text.ts'
import type { SiteContext } from './layout/page.ts'
import { type Reader, readerFor } from './layout/reader.ts'
import { searchForm } from './layout/search-form.ts'
import { filled } from './layout/words.ts'

type LandingValue = Type.Static<typeof Landing>

/** `kindCounts`: creations by kind, those of the site pack first. */
type HomeData = LandingValue & { kindCounts: Readonly<Record<string, number>> }

const maxSpotlight = 5
/** What must not be above a rail already: a share of it, and of its first creations, which are visible at once. */
const minAdded = { share: 1 / 3, first: 2, of: 4 }
/** So many others must remain in a rail without those that a ranking below it begins with. */
const minOthers = 6
/** Communities with fewer creations have one list of all of them. */
const minForRails = 6
/** Fewer categories say little; more are on their own page. */
const minCategories = 4
const maxCategories = 18
/** Longer ones are set smaller. */
const longTagline = 35

const isEmpty = ({ rails }: LandingValue): boolean => rails.every(({ items }) => items.length === 0)

export function homePage(site: SiteContext, landing: HomeData, reader: Reader): string {
  const { addresses } = site
  const name = nameIn(site, reader.locale)
  const description = leadOf(site, landing, reader)
  return layout(site, {
    title: name,
    description,
    reader,
    canonical: `${addresses.webUrl}/`,
    markdownUrl: `${addresses.webUrl}/index.md`,
    data: jsonLd(siteThing(site, description)),
    body: html`${site.home.map(section => homeSection(section, site, landing, reader))}`,
  })
}

function homeSection(section: HomeSection, site: SiteContext, landing: HomeData, reader: Reader): Html | null {
  if (section === 'intro') return hero(site, landing, reader)
  const content = sectionContents[section](site, landing, reader)
  return content && html`<div class="wrap">${content}</div>`
}

type SectionContent = (site: SiteContext, landing: HomeData, reader: Reader) => Html | null

const sectionContents: Record<Exclude<HomeSection, 'intro'>, SectionContent> = {
  spotlight: (site, landing, reader) =>
    isSmall(landing) ? allCreations(site, landing, reader) : spotlightSection(site, landing, reader),
  rails: (site, landing, reader) => {
    if (!isSmall(landing)) return html`${shownRails(site, landing).map(entry => railSection(site, entry, reader))}`
    return site.home.includes('spotlight') ? null : allCreations(site, landing, reader)
  },
  categories: categorySection,
  about: introduction,
}

const sizeOf = ({ kindCounts }: HomeData): number => Object.values(kindCounts).reduce((sum, count) => sum + count, 0)
const isSmall = (landing: HomeData): boolean => sizeOf(landing) < minForRails

/** All creations of a small community, newest first. */
function itemsOfAll({ spotlight, rails }: LandingValue): LandingValue['spotlight']['items'] {
  const items = [...spotlight.items, ...rails.flatMap(({ items }) => items)]
  const unique = new Map(items.map(item => [item.id, item]))
  return [...unique.values()].sort((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1))
}

function allCreations(site: SiteContext, landing: HomeData, reader: Reader): Html {
  const { words } = reader
  const items = itemsOfAll(landing)
  if (items.length === 0) return html`<section>${empty(words.noCreations)}</section>`
  return html`<section class="spotlight" aria-labelledby="all"><h2 id="all">${words.creations}</h2>
<ul class="mosaic equal">${items.map(item => card(site, item, reader, { eager: true }))}</ul></section>`
}

const usedKinds = ({ kindCounts }: HomeData): string[] => Object.keys(kindCounts).filter(kind => kindCounts[kind]! > 0)

/** The introduction of the site pack; without one, what the community consists of. */
function leadOf(site: SiteContext, landing: HomeData, reader: Pick<Reader, 'locale' | 'words' | 'number'>): string {
  const { locale, words, number } = reader
  const kinds = usedKinds(landing).map(kind => kindPlural(site, kind, locale))
  if (site.intro !== null || kinds.length === 0) return introIn(site, locale)
  // German nouns have capitals.
  const names = locale === 'de' ? kinds : kinds.map(name => name.toLocaleLowerCase(locale))
  const list = new Intl.ListFormat(locale === 'en' ? 'en-GB' : locale, { type: 'conjunction' }).format(names)
  const text = filled(words.homeLead, { kinds: list, n: number(sizeOf(landing)) })
  return text[0]!.toLocaleUpperCase(locale) + text.slice(1)
}

function hero(site: SiteContext, landing: HomeData, reader: Reader): Html {
  const { words, locale } = reader
  const tagline = taglineIn(site, locale)
  const chips = usedKinds(landing).map(kind => kindChip(site, kind, reader))
  return html`<section class="hero"><div class="wrap"><h1${tagline.length > longTagline ? html` class="long"` : null}>${tagline}</h1>
<p class="lead">${leadOf(site, landing, reader)}</p>
${heroActions(site, reader)}${searchForm(site, reader)}
${chips.length < 2 ? null : html`<ul class="chips" aria-label="${words.kind}">${chips}</ul>`}${pageRow(site, reader)}</div></section>`
}

/** Without a product, the search is the main action. */
function heroActions(site: SiteContext, reader: Reader): Html | null {
  const link = appLink(site, reader)
  const { words, to } = reader
  return (
    link &&
    html`<p class="actions">${link}<a class="button quiet" href="${to(`${site.addresses.webUrl}/community`)}">${words.explore}</a></p>`
  )
}

const kindChip = (site: SiteContext, kind: string, reader: Reader): Html =>
  html`<li><a class="chip" href="${reader.to(site.addresses.community({ kind }))}">${kindIcon(site, kind, reader)}<bdi>${kindPlural(site, kind, reader.locale)}</bdi></a></li>`

type Rail = LandingValue['rails'][number]

const isActive = (site: SiteContext, { stats }: Rail['items'][number]): boolean =>
  shownCounters(site).some(counter => stats[counter] > 0)

/** The rail with this name, without creations that its counter has not counted yet. */
function railNamed(site: SiteContext, { rails }: LandingValue, name: RailName): Rail | undefined {
  const found = rails.find(({ id }) => id === name)
  const counter = counterOfSort[name]
  const isCounted = (item: Rail['items'][number]) =>
    counter === undefined ? name !== 'trending' || isActive(site, item) : item.stats[counter] > 0
  return found && { ...found, items: found.items.filter(isCounted) }
}

/** What is featured; else what is trending; without any activity, the newest. */
function spotlightOf(site: SiteContext, landing: LandingValue): Pick<Rail, 'title' | 'items'> & Partial<Rail> {
  const { items } = landing.spotlight
  const rails = (['trending', 'recent'] as const).map(name => railNamed(site, landing, name))
  const rail = items.some(({ featured }) => featured) ? undefined : rails.find(rail => rail && rail.items.length > 0)
  const spotlight = rail ?? landing.spotlight
  return { ...spotlight, items: spotlight.items.slice(0, maxSpotlight) }
}

function addsTo(shown: ReadonlySet<string>, items: Rail['items']): boolean {
  const added = (some: Rail['items']) => some.filter(({ id }) => !shown.has(id)).length
  const { share, first, of } = minAdded
  return added(items) >= Math.max(1, items.length * share) && added(items.slice(0, of)) >= Math.min(first, items.length)
}

/** The first of a ranking, which are visible at once, if it is below a rail. */
function leadersOf(site: SiteContext, landing: LandingValue, name: RailName | undefined): Set<string> {
  const ranking = name === undefined || counterOfSort[name] === undefined ? undefined : railNamed(site, landing, name)
  return new Set(ranking?.items.slice(0, minAdded.of).map(({ id }) => id))
}

/** The rails of the site, in its order, without those that have little more than what is above them. */
function shownRails(site: SiteContext, landing: LandingValue): Rail[] {
  const spotlight = site.home.includes('spotlight') ? spotlightOf(site, landing) : null
  const shown = new Set(spotlight?.items.map(({ id }) => id))
  return site.rails.flatMap((name, i) => {
    const rail = name === spotlight?.id ? undefined : railNamed(site, landing, name)
    if (rail === undefined) return []
    // A ranking stays complete.
    const isRanking = counterOfSort[name] !== undefined
    const unseen = rail.items.filter(({ id }) => isRanking || !shown.has(id))
    const leaders = leadersOf(site, landing, isRanking ? undefined : site.rails[i + 1])
    const others = unseen.filter(({ id }) => !leaders.has(id))
    const items = others.length < minOthers ? unseen : others
    if (items.length < rail.items.length * minAdded.share || !addsTo(shown, items)) return []
    for (const { id } of items) shown.add(id)
    return [{ ...rail, items }]
  })
}

function spotlightSection(site: SiteContext, landing: HomeData, reader: Reader): Html {
  const { title: builtIn, items, moreUrl } = spotlightOf(site, landing)
  const title = withNoun(site, reader.locale, builtIn)
  const more = moreUrl === undefined ? null : seeAll(safeUrl(moreUrl), title, reader)
  // A generated picture is no reason for a large card.
  const isDrawn = items[0]?.coverUrl === null && items[0].iconUrl === null
  return html`<section class="spotlight" aria-labelledby="spotlight"><div class="heading"><h2 id="spotlight">${title}</h2>${more}</div>
<ul class="mosaic${isDrawn ? ' even' : ''}">${items.map((item, i) => card(site, item, reader, { eager: i === 0, star: false }))}</ul></section>`
}

/** What the cards of a rail show: first what it is sorted by. */
const railMetrics: Readonly<Record<string, readonly Metric[]>> = {
  recent: ['date'],
  liked: ['likes', 'plays'],
  remixed: ['remixes', 'plays'],
}

function railSection(site: SiteContext, entry: LandingValue['rails'][number], reader: Reader): Html {
  const { id, items, moreUrl } = entry
  const title = railTitle(site, id, reader.locale, withNoun(site, reader.locale, entry.title))
  const metrics = railMetrics[id]
  const cards = items.map(item => card(site, item, reader, metrics && { metrics }))
  return html`<section aria-labelledby="rail-${id}"><div class="heading"><h2 id="rail-${id}">${title}</h2>
${seeAll(safeUrl(moreUrl), title, reader)}</div><ul class="rail">${cards}</ul></section>`
}

function categorySection(site: SiteContext, { categories }: HomeData, reader: Reader): Html | null {
  const { words } = reader
  if (categories.length < minCategories) return null
  const all =
    categories.length > maxCategories ? seeAll(`${site.addresses.webUrl}/categories`, words.categories, reader) : null
  return html`<section aria-labelledby="categories"><div class="heading"><h2 id="categories">${words.categories}</h2>${all}</div>${categoryTiles(site, categories.slice(0, maxCategories), reader)}</section>`
}

/** What the community is, and the pages of its operator. */
function introduction(site: SiteContext, _: HomeData, reader: Reader): Html {
  const { title, points } = aboutOf(site, reader)
  return html`<section class="what" aria-labelledby="what"><h2 id="what">${title}</h2><ul>${pageItems(site, reader)}${points.map(
    ([title, text]) => html`<li><h3>${title}</h3><p>${text}</p></li>`,
  )}</ul></section>`
}

function aboutOf(site: SiteContext, { words, locale }: Pick<Reader, 'words' | 'locale'>) {
  const product = { product: nameIn(site, locale) }
  const texts = [
    [words.described, words.describedText],
    ...(isBuiltIn(site, 'likes') && isBuiltIn(site, 'remixes') ? [[words.remixable, words.remixableText]] : []),
    [words.open, words.openText],
  ] as const
  const points = texts.map(([title, text]) => [title, filled(text, product)] as const)
  return { title: filled(words.aboutSite, product), points }
}

/** The built-in texts say what members do only if the site calls it the same. */
const isBuiltIn = ({ stats }: SiteContext, counter: Counter): boolean =>
  !stats[counter].hidden && stats[counter].label === null

type EnglishSection = Pick<Rail, 'title' | 'items'> & Partial<Rail>

function englishSections(site: SiteContext, landing: HomeData): EnglishSection[] {
  if (isSmall(landing)) return [{ title: wordsFor(site, 'en').creations, items: itemsOfAll(landing) }]
  const rails = shownRails(site, landing).map(rail => ({ ...rail, title: railTitle(site, rail.id, 'en', rail.title) }))
  return site.home.includes('spotlight') ? [spotlightOf(site, landing), ...rails] : rails
}

function englishSection(site: SiteContext, { id, title, items, moreUrl }: EnglishSection): Md | null {
  if (items.length === 0) return null
  const metrics = id && railMetrics[id]
  const lines = items.map(item => creationLine(site, item, metrics ? { metrics } : {}))
  const more = moreUrl === undefined ? null : md`\n[See all: ${title}](${target(moreUrl)})\n`
  return md`## ${title}\n\n${lines}${more}\n`
}

function englishAbout(site: SiteContext): Md {
  const { title, points } = aboutOf(site, readerFor('en', site))
  return md`## ${title}\n\n${points.map(([name, text]) => md`- ${name}: ${text}\n`)}\n`
}

export function homeMarkdown(site: SiteContext, landing: HomeData): string {
  const { baseUrl, webUrl } = site.addresses
  const { docs, mcp } = site.features
  const name = nameIn(site)
  const description = leadOf(site, landing, { locale: 'en', words: languages.en.words, number: String })
  const sections = englishSections(site, landing)
  const categories = landing.categories.map(
    ({ slug, label, count, url }) => md`- [${label}](${target(url)}) (\`${slug}\`): ${count}\n`,
  )
  const kinds = usedKinds(landing).map(kind => ({
    label: kindPlural(site, kind, 'en'),
    url: site.addresses.community({ kind }),
    count: landing.kindCounts[kind] ?? 0,
  }))
  const items = sections.flatMap(({ items }) => items)
  const body = md`# ${name}

${taglineIn(site)} ${description}

${appLine(site)}- [Explore](${target(`${webUrl}/community.md`)})
${kinds.length < 2 ? null : linksLine('Kinds', kinds)}${docs ? md`- [Documentation](${target(`${webUrl}/docs.md`)})\n` : null}- [The public read API](${target(docs ? `${webUrl}/docs/read-api.md` : `${webUrl}/openapi.json`)}), for example ${target(`${baseUrl}${getCommunityFeed.path}`)}
${mcp ? md`- [MCP server](${target(docs ? `${webUrl}/docs/mcp.md` : `${webUrl}/connect.md`)}): ${target(`${baseUrl}/mcp`)}\n` : null}
${isEmpty(landing) ? md`Nothing is published yet.\n` : null}\
${sections.flatMap(section => englishSection(site, section) ?? [])}\
${categories.length === 0 ? null : md`## Categories\n\n${categories}\n[All categories](${target(`${webUrl}/categories.md`)})\n\n`}${site.home.includes('about') ? englishAbout(site) : null}${pageLines(site)}`
  const head = { title: name, description, canonical: `${webUrl}/`, updated: newestOf(items) }
  return markdownDocument(head, webUrl, body.text)
}

const newestOf = (items: readonly { updatedAt: string }[]): string =>
  items.reduce((latest, { updatedAt }) => (updatedAt > latest ? updatedAt : latest), '1970-01-01T00:00:00Z')
