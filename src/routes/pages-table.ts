// One table: the pages that show the community, the operation of each, and what else it reads.
import { answer, type Checked, type Context, type Operation, prepare } from '../operations/define.ts'
import {
  getAppShare,
  getCommunityFeed,
  getCommunityLanding,
  getCreatorFollowers,
  getCreatorFollowing,
  getCreatorProfile,
  getPopularTags,
} from '../operations/index.ts'
import { communityMarkdown, communityPage } from '../pages/community.ts'
import { creationPage } from '../pages/creation.ts'
import { creationMarkdown } from '../pages/creation-markdown.ts'
import type { Origin } from '../pages/creation-parts.ts'
import { creatorMarkdown, creatorMarkdownUrl, creatorPage } from '../pages/creator.ts'
import { feedFiltersOf } from '../pages/explorer.ts'
import { homeMarkdown, homePage } from '../pages/home.ts'
import type { SiteContext } from '../pages/layout/page.ts'
import type { Reader } from '../pages/layout/reader.ts'
import { tagsMarkdown, tagsPage } from '../pages/tags.ts'

export type Values = Record<string, string>

/** The input of a page: the result of its operation and related data. */
type PageInput = { data: unknown; checked: Checked; context: Context; flags: Values }

export type PageDefinition = {
  name: string
  url: string
  /** The path of its Markdown form, when its own path has no parameter for the suffix. */
  twin?: string
  operation: Operation
  /** Parameters of the page that are not parameters of the operation. */
  flags?: readonly string[]
  /** Additional data for HTML; not for Markdown. */
  more?: (reading: PageInput) => Promise<object>
  // Results match the schema of the operation, so pages can read them as that type.
  html: (site: SiteContext, data: never, reader: Reader) => string
  markdown: (site: SiteContext, data: never) => string
  /** The name of the result in the page's data; without a name it is the data. */
  as?: string
  /** The URLs of the page and of its Markdown form. */
  addresses: (site: SiteContext, values: Values) => { canonical: string; markdownUrl: string }
}

const choiceCount = 24
const circleSize = 8
/** Levels of a remix chain that are shown. */
const maxOrigins = 5

const fixed =
  (path: string, twin: string): PageDefinition['addresses'] =>
  ({ addresses: { webUrl } }) => ({ canonical: webUrl + path, markdownUrl: webUrl + twin })

export const pages: readonly PageDefinition[] = [
  {
    name: 'home page',
    url: '/',
    twin: '/index.md',
    operation: getCommunityLanding,
    html: homePage,
    markdown: homeMarkdown,
    addresses: fixed('/', '/index.md'),
  },
  {
    name: 'community page',
    url: '/community',
    twin: '/community.md',
    operation: getCommunityFeed,
    as: 'feed',
    more: explorerChoices,
    html: communityPage,
    markdown: communityMarkdown,
    addresses: fixed('/community', '/community.md'),
  },
  {
    name: 'tags page',
    url: '/tags',
    twin: '/tags.md',
    operation: getPopularTags,
    html: tagsPage,
    markdown: tagsMarkdown,
    addresses: fixed('/tags', '/tags.md'),
  },
  {
    name: 'creator page',
    url: '/@:handle',
    operation: getCreatorProfile,
    as: 'creator',
    more: circles,
    html: creatorPage,
    markdown: creatorMarkdown,
    addresses: ({ addresses }, { handle = '' }) => ({
      canonical: addresses.creator(handle),
      markdownUrl: creatorMarkdownUrl(addresses.webUrl, handle),
    }),
  },
  {
    name: 'creation page',
    url: '/@:handle/:slug',
    operation: getAppShare,
    as: 'app',
    flags: ['open'],
    more: async reading => ({ origins: await originsOf(reading), opened: reading.flags.open === 'app' }),
    html: creationPage,
    markdown: creationMarkdown,
    addresses: ({ addresses }, { handle = '', slug = '' }) => ({
      canonical: addresses.creation(handle, slug),
      markdownUrl: `${addresses.creation(handle, slug)}.md`,
    }),
  },
]

async function explorerChoices({ checked, context: { store } }: PageInput): Promise<object> {
  const query = { locales: checked.locales, limit: choiceCount }
  const [categories, tags] = await Promise.all([store.categories(query), store.popularTags(query)])
  return { filters: feedFiltersOf(checked.input), choices: { categories: categories.items, tags: tags.items } }
}

async function circles({ checked, context }: PageInput): Promise<object> {
  const of = async (operation: Operation) => {
    const input = { handle: checked.input.handle, limit: circleSize }
    const { json } = await answer(prepare(operation, input, context.store), context)
    return JSON.parse(json()) as unknown
  }
  const [followers, following] = await Promise.all([of(getCreatorFollowers), of(getCreatorFollowing)])
  return { followers, following }
}

type Made = { remixOf: Origin | null }

/** The nearest first. Remixes may form a cycle. */
async function originsOf({ data, checked, context: { store } }: PageInput): Promise<Origin[]> {
  const origins: Origin[] = []
  let next = (data as Made).remixOf
  while (next !== null && origins.length < maxOrigins) {
    const { handle, slug } = next
    if (origins.some(known => known.handle === handle && known.slug === slug)) break
    origins.push(next)
    const app = await store.app({ handle, slug, locales: checked.locales })
    next = app === null ? null : (JSON.parse(app.card) as Made).remixOf
  }
  return origins
}
