// Responses of a service as text for a terminal.
import type {
  AppShare,
  Creation,
  CreatorList,
  CreatorPage,
  CreatorProfile,
  FeedPage,
  Landing,
  SimilarApps,
  StatusDocument,
  TagList,
} from '../client/client.ts'
import { plainLine, wrapped } from './display-width.ts'
import { type Column, type Terminal, table } from './table.ts'

type View<Data> = (data: Data, terminal: Terminal) => string

const day = (time: string): string => time.slice(0, 10)

const creationColumns: readonly Column<Creation>[] = [
  { title: 'title', value: ({ title }) => title, minWidth: 14 },
  { title: 'address', value: ({ handle, slug }) => `${handle}/${slug}`, minWidth: 44 },
  { title: 'kind', value: ({ kind }) => kind, dropOrder: 2 },
  { title: 'category', value: ({ category }) => category?.label ?? null, dropOrder: 4, minWidth: 8 },
  { title: 'plays', value: ({ stats }) => stats.plays, alignRight: true, dropOrder: 3 },
  { title: 'likes', value: ({ stats }) => stats.likes, alignRight: true, dropOrder: 1 },
  { title: 'published', value: ({ publishedAt }) => day(publishedAt), dropOrder: 5 },
]

const creations = (items: readonly Creation[], terminal: Terminal): string =>
  items.length === 0 ? 'nothing\n' : table(items, creationColumns, terminal)

const heading = (text: string, { colours, columns }: Terminal): string =>
  wrapped(plainLine(text), columns)
    .map(line => (colours ? `\u001b[1;4m${line}\u001b[0m\n` : `${line}\n`))
    .join('')

const paragraph = (text: string, { columns }: Terminal): string =>
  text
    .split(/\n+/)
    .flatMap(line => wrapped(plainLine(line), columns))
    .map(line => `${line}\n`)
    .join('')

const sections = (...parts: (string | null)[]): string => parts.filter(part => part !== null && part !== '').join('\n')

/** A section with a title; empty when it has no content. */
const section = (title: string, body: string, isEmpty: boolean, terminal: Terminal): string | null =>
  isEmpty ? null : heading(title, terminal) + body

/** Names and values, one per line. */
function keyValues(rows: Record<string, string | number | null>, { columns }: Terminal): string {
  const width = Math.max(...Object.keys(rows).map(name => name.length)) + 2
  const lines = Object.entries(rows).flatMap(([name, value]) => {
    if (value === null || value === '') return []
    const text = typeof value === 'number' ? value.toLocaleString('en') : plainLine(value)
    // A wrapped URL cannot be clicked.
    const valueWidth = /^https?:\S+$/.test(text) ? Number.POSITIVE_INFINITY : Math.max(20, columns - width)
    const [first = '', ...more] = wrapped(text, valueWidth)
    return [name.padEnd(width) + first, ...more.map(line => ' '.repeat(width) + line)]
  })
  return lines.map(line => `${line}\n`).join('')
}

const counts = (stats: Record<string, number>): string =>
  Object.entries(stats)
    .map(([name, count]) => `${count.toLocaleString('en')} ${name}`)
    .join(', ')

const nextPage = (cursor: string | null): string =>
  cursor === null ? '' : ` The next page: --cursor ${plainLine(cursor)}`

/** How many of all there are, what was searched for instead of the query, and how to get more. */
function pageNote({ items, total, next_cursor, pagination, match, searched }: FeedPage | CreatorPage): string {
  const all = `${pagination.totalIsExact ? '' : 'at least '}${total.toLocaleString('en')}`
  const results = match === 'all' || searched === null ? '' : ` Results for ${plainLine(searched)}.`
  return `${items.length} of ${all}.${results}${nextPage(next_cursor)}\n`
}

const feed = (page: FeedPage, terminal: Terminal): string => sections(creations(page.items, terminal), pageNote(page))

const similar = ({ items, total }: SimilarApps, terminal: Terminal): string =>
  sections(creations(items, terminal), `${items.length} of ${total.toLocaleString('en')}.\n`)

const tags = ({ items, total, next_cursor }: TagList, terminal: Terminal): string =>
  sections(
    table(
      items,
      [
        { title: 'tag', value: ({ key }) => key, minWidth: 12 },
        { title: 'label', value: ({ label }) => label, minWidth: 12 },
        { title: 'creations', value: ({ count }) => count, alignRight: true },
      ],
      terminal,
    ),
    `${items.length} of ${total.toLocaleString('en')} tags.${nextPage(next_cursor)}\n`,
  )

/** Creations printed of each rail. */
const railLength = 5

const landing = ({ spotlight, rails, categories }: Landing, terminal: Terminal): string =>
  sections(
    ...[spotlight, ...rails].map(({ title, items }) =>
      section(title, creations(items.slice(0, railLength), terminal), items.length === 0, terminal),
    ),
    table(
      categories,
      [
        { title: 'category', value: ({ slug }) => slug, minWidth: 12 },
        { title: 'label', value: ({ label }) => label, minWidth: 12 },
        { title: 'creations', value: ({ count }) => count, alignRight: true },
      ],
      terminal,
    ),
  )

function creator({ profile, stats, apps, topScores }: CreatorProfile, terminal: Terminal): string {
  const { displayName, handle, bio, url, links, joinedAt } = profile
  const scores = table(
    topScores,
    [
      { title: 'app', value: ({ app }) => app.title, minWidth: 16 },
      { title: 'score', value: ({ score }) => score, alignRight: true },
      { title: 'unit', value: ({ unit }) => unit, dropOrder: 1 },
      { title: 'rank', value: ({ rank }) => rank, alignRight: true },
      { title: 'achieved', value: ({ achievedAt }) => day(achievedAt), dropOrder: 2 },
    ],
    terminal,
  )
  return sections(
    heading(`${displayName} (@${handle})`, terminal) + paragraph(bio, terminal),
    keyValues(
      { page: url, joined: day(joinedAt), links: links.map(link => link.url).join(' '), stats: counts(stats) },
      terminal,
    ),
    section('Newest', creations(apps.items, terminal), apps.items.length === 0, terminal),
    section('Top scores', scores, topScores.length === 0, terminal),
  )
}

function app(share: AppShare, terminal: Terminal): string {
  const { title, summary, description, instructions, kind, category, tags, creator, url, openUrl, stats } = share
  const board = table(
    share.leaderboard,
    [
      { title: 'rank', value: ({ rank }) => rank, alignRight: true },
      { title: 'player', value: ({ displayName }) => displayName, minWidth: 12 },
      { title: 'score', value: ({ score }) => score, alignRight: true },
      { title: 'unit', value: ({ unit }) => unit, dropOrder: 1 },
    ],
    terminal,
  )
  const details = {
    by: `${creator.displayName} (@${creator.handle})`,
    kind,
    category: category?.label ?? null,
    tags: tags.map(({ label }) => label).join(', '),
    stats: counts(stats),
    'remix of':
      share.remixOf === null ? null : `${share.remixOf.title} (${share.remixOf.handle}/${share.remixOf.slug})`,
    version: share.version,
    license: share.license,
    platforms: share.platforms.join(', '),
    links: share.links.map(link => link.url).join(' '),
    published: day(share.publishedAt),
    page: url,
    open: openUrl,
  }
  return sections(
    heading(title, terminal) + paragraph(summary, terminal),
    keyValues(details, terminal),
    paragraph(description, terminal),
    section('How to use it', paragraph(instructions, terminal), instructions === '', terminal),
    section('Leaderboard', board, share.leaderboard.length === 0, terminal),
    section('Remixes', creations(share.remixes.items, terminal), share.remixes.items.length === 0, terminal),
  )
}

const people = (items: CreatorList['items'], terminal: Terminal): string =>
  table(
    items,
    [
      { title: 'handle', value: ({ handle }) => handle, minWidth: 12 },
      { title: 'name', value: ({ displayName }) => displayName, minWidth: 12 },
      { title: 'apps', value: ({ appCount }) => appCount, alignRight: true },
      { title: 'followers', value: ({ followerCount }) => followerCount, alignRight: true },
      { title: 'bio', value: ({ bio }) => bio, minWidth: 10, dropOrder: 1 },
    ],
    terminal,
  )

const creatorList = ({ items, total }: CreatorList, terminal: Terminal): string =>
  sections(people(items, terminal), `${items.length} of ${total.toLocaleString('en')}.\n`)

const creators = (page: CreatorPage, terminal: Terminal): string =>
  sections(people(page.items, terminal), pageNote(page))

export const status: View<StatusDocument> = (document, terminal) =>
  sections(
    keyValues(
      { status: document.status, version: document.version, API: document.api_version, time: document.time },
      terminal,
    ),
    table(
      document.components,
      [
        { title: 'component', value: ({ name }) => name, minWidth: 10 },
        {
          title: 'status',
          value: ({ status, lag_seconds: lag }) => (lag === undefined ? status : `${status}, ${lag} s behind`),
        },
        { title: 'ms', value: ({ latency_ms }) => latency_ms, alignRight: true },
      ],
      terminal,
    ),
    table(
      document.rate_limits,
      [
        { title: 'limit', value: ({ policy }) => policy },
        { title: 'requests', value: ({ limit }) => limit ?? 'no limit', alignRight: true },
        { title: 'seconds', value: ({ window_seconds }) => window_seconds, alignRight: true },
        { title: 'covers', value: ({ covers }) => covers, minWidth: 10, dropOrder: 1 },
      ],
      terminal,
    ),
  )

/** By the title of the output schema. */
const views: Record<string, View<never>> = {
  FeedPage: feed,
  TagList: tags,
  Landing: landing,
  CreatorProfile: creator,
  CreatorList: creatorList,
  CreatorPage: creators,
  AppShare: app,
  SimilarApps: similar,
}

/** A new read is printed as JSON until it has a view. */
export function viewOf(output: object): View<unknown> {
  const view = views[String((output as { title?: string }).title)] as View<unknown> | undefined
  return view ?? (data => `${JSON.stringify(data, null, 2)}\n`)
}
