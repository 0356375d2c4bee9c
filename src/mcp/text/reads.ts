// The results of reads as compact text, by the schema of their output. A result without a text of its own is JSON.
import type {
  AppShare,
  CreatorList,
  CreatorPage,
  CreatorProfile,
  FeedPage,
  Landing,
  SimilarApps,
  TagList,
} from '../../operations/shapes.ts'
import { amountText } from '../../site/kinds.ts'
import type { Static, TSchema } from '../../util/schema.ts'
import { labelFromKey } from '../../util/text.ts'
import {
  block,
  countersText,
  creationLine,
  creatorLine,
  day,
  first,
  joined,
  listed,
  nameText,
  oneLine,
  shortCreation,
  type TextSite,
  urlRule,
  type Writer,
} from './write.ts'

/** Lengths of texts in characters, and of lists inside a result. */
const sizes = { bio: 300, description: 1_200, instructions: 400, names: 5, creations: 10, scores: 10, links: 5 }

type Page = Static<typeof FeedPage> | Static<typeof CreatorPage>

function pageText(page: Page, noun: string, lines: readonly string[]): string {
  const { items, total, pagination, next_cursor, match, searched, suggestions } = page
  const all = `${pagination.totalIsExact ? '' : 'at least '}${total}`
  const found = match === null || match === 'all' ? null : `match: ${match}, searched: ${oneLine(searched ?? '', 200)}`
  const others = suggestions.map(({ q, total }) => `${oneLine(q, 200)} (${total})`).join(', ')
  return joined([
    `${items.length} of ${all} ${noun}, sort: ${pagination.sort}`,
    found,
    others === '' ? null : `suggestions for q: ${others}`,
    ...lines,
    urlRule(items),
    next_cursor === null ? 'no further page' : `next_cursor: ${next_cursor}`,
  ])
}

const feed = (page: Static<typeof FeedPage>, writer: Writer): string =>
  pageText(
    page,
    'creations',
    page.items.map(item => creationLine(writer, item)),
  )

const creators = (page: Static<typeof CreatorPage>): string => pageText(page, 'creators', page.items.map(creatorLine))

const people = ({ items, total }: Static<typeof CreatorList>): string =>
  joined([`${items.length} of ${total} creators`, ...items.map(creatorLine), urlRule(items)])

const similar = ({ items, total }: Static<typeof SimilarApps>, writer: Writer): string =>
  joined([
    `${items.length} of ${total} similar creations`,
    ...items.map(item => creationLine(writer, item)),
    urlRule(items),
  ])

type Label = { label: string; count: number }

/** "streaks 12"; with the label where it is not only the key in another spelling. */
const labelText = (key: string, { label, count }: Label): string =>
  labelFromKey(key).toLowerCase() === label.toLowerCase()
    ? `${key} ${count}`
    : `${key} (${oneLine(label, 60)}) ${count}`

const tags = ({ items, total, next_cursor }: Static<typeof TagList>): string =>
  joined([
    `${items.length} of ${total} tags, as key and number of creations:`,
    items.map(item => labelText(item.key, item)).join(', '),
    next_cursor === null ? null : `next_cursor: ${next_cursor}`,
  ])

function landing({ spotlight, rails, categories }: Static<typeof Landing>, writer: Writer): string {
  return joined([
    listed(
      spotlight.title,
      first(writer, spotlight.items, sizes.names).map(item => creationLine(writer, item)),
    ),
    ...rails.map(({ title, items }) => `${title}: ${first(writer, items, sizes.names).map(nameText).join(', ')}`),
    `Categories, as slug and number of creations: ${categories.map(item => labelText(item.slug, item)).join(', ')}`,
    urlRule(spotlight.items),
  ])
}

function profileText({ profile, stats, apps, topScores }: Static<typeof CreatorProfile>, writer: Writer): string {
  const { site } = writer
  const scores = topScores.map(
    ({ app, score, unit, rank, achievedAt }) =>
      `- rank ${rank} in ${nameText(app)}: ${amountText(site, String(score), unit, 'en')}, ${day(achievedAt)}`,
  )
  const shown = first(writer, apps.items, sizes.creations)
  return joined([
    `${oneLine(profile.displayName, 100)} (${profile.handle}), joined ${day(profile.joinedAt)}`,
    `${stats.apps} creations, ${stats.followers} followers, follows ${stats.following}; ${countersText(site, stats)}`,
    block(writer, profile.bio, sizes.bio),
    ...profile.links.slice(0, sizes.links).map(({ label, url }) => `link: ${oneLine(label, 60)} ${oneLine(url, 300)}`),
    `url: ${profile.url}`,
    listed('Top scores:', scores),
    listed(
      `Newest ${shown.length} of ${apps.total} creations:`,
      shown.map(item => shortCreation(writer, item)),
    ),
  ])
}

type App = Static<typeof AppShare>

const appFacts = (app: App): (string | null)[] => [
  app.remixOf === null ? null : `remix of ${nameText(app.remixOf)}`,
  app.version === null ? null : `version: ${oneLine(app.version, 60)}`,
  app.license === null ? null : `license: ${oneLine(app.license, 100)}`,
  app.platforms.length === 0 ? null : `platforms: ${oneLine(app.platforms.join(', '), 200)}`,
]

function appText(app: App, writer: Writer): string {
  const { site } = writer
  const { creator, category, tags, stats, leaderboard, remixes, moreFromCreator } = app
  const scores = first(writer, leaderboard, sizes.scores).map(
    ({ rank, handle, score, unit }) => `${rank}. ${handle} ${amountText(site, String(score), unit, 'en')}`,
  )
  const names = (items: App['moreFromCreator']) => first(writer, items, sizes.names).map(nameText).join(', ')
  return joined([
    `${nameText(app)} by ${oneLine(creator.displayName, 100)}`,
    [app.kind, category?.slug, countersText(site, stats), `${day(app.publishedAt)}, ${app.locale}`]
      .filter(Boolean)
      .join(', '),
    tags.length === 0 ? null : `tags: ${tags.map(({ key }) => key).join(', ')}`,
    ...appFacts(app),
    oneLine(app.summary, 300),
    block(writer, app.description, sizes.description),
    app.instructions === '' ? null : `instructions:\n${block(writer, app.instructions, sizes.instructions)}`,
    ...app.links.map(({ label, url, rel }) => `link (${rel}): ${oneLine(label, 60)} ${oneLine(url, 300)}`),
    scores.length === 0 ? null : `leaderboard: ${scores.join(', ')}`,
    remixes.total === 0 ? null : `${remixes.total} remixes: ${names(remixes.items)}`,
    moreFromCreator.length === 0 ? null : `more by ${creator.handle}: ${names(moreFromCreator)}`,
    `url: ${app.url}`,
    app.openUrl === null ? null : `open: ${app.openUrl}`,
  ])
}

/** By the title of the output schema. */
const texts: Record<string, (data: never, writer: Writer) => string> = {
  FeedPage: feed,
  TagList: tags,
  Landing: landing,
  CreatorPage: creators,
  CreatorList: people,
  CreatorProfile: profileText,
  SimilarApps: similar,
  AppShare: appText,
}

export type ReadText = { text: string; isCut: boolean }

export function readText(output: TSchema, json: string, site: TextSite): ReadText {
  const write = texts[(output as { title?: string }).title ?? '']
  if (write === undefined) return { text: json, isCut: false }
  const writer: Writer = { site, isCut: false }
  const text = write(JSON.parse(json) as never, writer)
  return { text, isCut: writer.isCut }
}
