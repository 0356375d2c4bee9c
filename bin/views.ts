// Responses of a service as text for a terminal.
import type {
  AppShare,
  Creation,
  CreatorList,
  CreatorProfile,
  FeedPage,
  Landing,
  StatusDocument,
  TagList,
} from '../client/client.ts'
import { plainLine, wrapped } from './display-width.ts'
import { type Column, type Terminal, table } from './table.ts'

type View<Data> = (data: Data, terminal: Terminal) => string

const day = (time: string): string => time.slice(0, 10)

const creationColumns: readonly Column<Creation>[] = [
  { title: 'title', of: ({ title }) => title, least: 14 },
  { title: 'address', of: ({ handle, slug }) => `${handle}/${slug}`, least: 44 },
  { title: 'kind', of: ({ kind }) => kind, spare: 2 },
  { title: 'category', of: ({ category }) => category?.label ?? null, spare: 4, least: 8 },
  { title: 'plays', of: ({ stats }) => stats.plays, right: true, spare: 3 },
  { title: 'likes', of: ({ stats }) => stats.likes, right: true, spare: 1 },
  { title: 'published', of: ({ publishedAt }) => day(publishedAt), spare: 5 },
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
const titled = (title: string, body: string, isEmpty: boolean, terminal: Terminal): string | null =>
  isEmpty ? null : heading(title, terminal) + body

/** Names and values, one per line. */
function facts(rows: Record<string, string | number | null>, { columns }: Terminal): string {
  const width = Math.max(...Object.keys(rows).map(name => name.length)) + 2
  const lines = Object.entries(rows).flatMap(([name, value]) => {
    if (value === null || value === '') return []
    const text = typeof value === 'number' ? value.toLocaleString('en') : plainLine(value)
    // A wrapped URL cannot be clicked.
    const room = /^https?:\S+$/.test(text) ? Number.POSITIVE_INFINITY : Math.max(20, columns - width)
    const [first = '', ...more] = wrapped(text, room)
    return [name.padEnd(width) + first, ...more.map(line => ' '.repeat(width) + line)]
  })
  return lines.map(line => `${line}\n`).join('')
}

const counts = (stats: Record<string, number>): string =>
  Object.entries(stats)
    .map(([name, count]) => `${count.toLocaleString('en')} ${name}`)
    .join(', ')

function feed({ items, total, next_cursor, pagination }: FeedPage, terminal: Terminal): string {
  const all = `${pagination.totalIsExact ? '' : 'at least '}${total.toLocaleString('en')}`
  const more = next_cursor === null ? '' : ` The next page: --cursor ${plainLine(next_cursor)}`
  return sections(creations(items, terminal), `${items.length} of ${all}.${more}\n`)
}

const tags = ({ items, total }: TagList, terminal: Terminal): string =>
  sections(
    table(
      items,
      [
        { title: 'tag', of: ({ key }) => key, least: 12 },
        { title: 'label', of: ({ label }) => label, least: 12 },
        { title: 'creations', of: ({ count }) => count, right: true },
      ],
      terminal,
    ),
    `${items.length} of ${total.toLocaleString('en')} tags.\n`,
  )

const shortRail = 5

const landing = ({ spotlight, rails, categories }: Landing, terminal: Terminal): string =>
  sections(
    ...[spotlight, ...rails].map(({ title, items }) =>
      titled(title, creations(items.slice(0, shortRail), terminal), items.length === 0, terminal),
    ),
    table(
      categories,
      [
        { title: 'category', of: ({ slug }) => slug, least: 12 },
        { title: 'label', of: ({ label }) => label, least: 12 },
        { title: 'creations', of: ({ count }) => count, right: true },
      ],
      terminal,
    ),
  )

function creator({ profile, stats, apps, topScores }: CreatorProfile, terminal: Terminal): string {
  const { displayName, handle, bio, url, links, joinedAt } = profile
  const scores = table(
    topScores,
    [
      { title: 'app', of: ({ app }) => app.title, least: 16 },
      { title: 'score', of: ({ score }) => score, right: true },
      { title: 'unit', of: ({ unit }) => unit, spare: 1 },
      { title: 'rank', of: ({ rank }) => rank, right: true },
      { title: 'achieved', of: ({ achievedAt }) => day(achievedAt), spare: 2 },
    ],
    terminal,
  )
  return sections(
    heading(`${displayName} (@${handle})`, terminal) + paragraph(bio, terminal),
    facts(
      { page: url, joined: day(joinedAt), links: links.map(link => link.url).join(' '), stats: counts(stats) },
      terminal,
    ),
    titled('Newest', creations(apps.items, terminal), apps.items.length === 0, terminal),
    titled('Top scores', scores, topScores.length === 0, terminal),
  )
}

function app(share: AppShare, terminal: Terminal): string {
  const { title, summary, description, instructions, kind, category, tags, creator, url, openUrl, stats } = share
  const board = table(
    share.leaderboard,
    [
      { title: 'rank', of: ({ rank }) => rank, right: true },
      { title: 'player', of: ({ displayName }) => displayName, least: 12 },
      { title: 'score', of: ({ score }) => score, right: true },
      { title: 'unit', of: ({ unit }) => unit, spare: 1 },
    ],
    terminal,
  )
  const about = {
    by: `${creator.displayName} (@${creator.handle})`,
    kind,
    category: category?.label ?? null,
    tags: tags.map(({ label }) => label).join(', '),
    stats: counts(stats),
    'remix of':
      share.remixOf === null ? null : `${share.remixOf.title} (${share.remixOf.handle}/${share.remixOf.slug})`,
    published: day(share.publishedAt),
    page: url,
    open: openUrl,
  }
  return sections(
    heading(title, terminal) + paragraph(summary, terminal),
    facts(about, terminal),
    paragraph(description, terminal),
    titled('How to use it', paragraph(instructions, terminal), instructions === '', terminal),
    titled('Leaderboard', board, share.leaderboard.length === 0, terminal),
    titled('Remixes', creations(share.remixes.items, terminal), share.remixes.items.length === 0, terminal),
  )
}

const people = ({ items, total }: CreatorList, terminal: Terminal): string =>
  sections(
    table(
      items,
      [
        { title: 'handle', of: ({ handle }) => handle, least: 12 },
        { title: 'name', of: ({ displayName }) => displayName, least: 12 },
        { title: 'apps', of: ({ appCount }) => appCount, right: true },
        { title: 'followers', of: ({ followerCount }) => followerCount, right: true },
        { title: 'bio', of: ({ bio }) => bio, least: 10, spare: 1 },
      ],
      terminal,
    ),
    `${items.length} of ${total.toLocaleString('en')}.\n`,
  )

export const status: View<StatusDocument> = (document, terminal) =>
  sections(
    facts(
      { status: document.status, version: document.version, API: document.api_version, time: document.time },
      terminal,
    ),
    table(
      document.components,
      [
        { title: 'component', of: ({ name }) => name, least: 10 },
        { title: 'status', of: ({ status }) => status },
        { title: 'ms', of: ({ latency_ms }) => latency_ms, right: true },
      ],
      terminal,
    ),
    table(
      document.rate_limits,
      [
        { title: 'limit', of: ({ policy }) => policy },
        { title: 'requests', of: ({ limit }) => limit ?? 'no limit', right: true },
        { title: 'seconds', of: ({ window_seconds }) => window_seconds, right: true },
        { title: 'covers', of: ({ covers }) => covers, least: 10, spare: 1 },
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
  CreatorList: people,
  AppShare: app,
}

/** A new read is printed as JSON until it has a view. */
export function viewOf(output: object): View<unknown> {
  const view = views[String((output as { title?: string }).title)] as View<unknown> | undefined
  return view ?? (data => `${JSON.stringify(data, null, 2)}\n`)
}
