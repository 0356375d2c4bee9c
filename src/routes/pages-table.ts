// One table: the pages that show the community, with the operation and the additional data of each.
import { answer, type Checked, type Context, type Operation, prepare } from '../operations/define.ts'
import { findNames } from '../operations/find-names.ts'
import {
  getAppShare,
  getCommunityFeed,
  getCommunityLanding,
  getCreatorFollowers,
  getCreatorFollowing,
  getCreatorProfile,
  getPopularTags,
} from '../operations/index.ts'
import { listCategories } from '../operations/labels.ts'
import { creationPage } from '../pages/creation.ts'
import { creationMarkdown } from '../pages/creation-markdown.ts'
import type { Origin } from '../pages/creation-parts.ts'
import { creatorMarkdown, creatorMarkdownUrl, creatorPage } from '../pages/creator.ts'
import { communityMarkdown, communityPage } from '../pages/explorer/community.ts'
import { homeMarkdown, homePage } from '../pages/home.ts'
import { categoriesMarkdown, categoriesPage, tagsMarkdown, tagsPage } from '../pages/labels.ts'
import type { SiteContext } from '../pages/layout/page.ts'
import type { Reader } from '../pages/layout/reader.ts'
import { explorerChoices } from './explorer-choices.ts'

export type Values = Record<string, string>

/** What the additional data of a page are made from. */
type PageInput = { data: unknown; checked: Checked; context: Context }

export type PageDefinition = {
  name: string
  url: string
  /** The path of the Markdown form. Paths that end with a parameter accept `.md` there instead. */
  markdownPath?: string
  operation: Operation
  /** Additional data for both forms. */
  also?: (input: PageInput) => Promise<object>
  /** Additional data for HTML; not for Markdown. */
  more?: (input: PageInput) => Promise<object>
  // Results match the schema of the operation, so pages can read them as that type.
  html: (site: SiteContext, data: never, reader: Reader) => string
  markdown: (site: SiteContext, data: never) => string
  /** The name of the result in the page's data; without a name it is the data. */
  as?: string
  /** The URLs of the page and of its Markdown form. */
  addresses: (site: SiteContext, values: Values) => { canonical: string; markdownUrl: string }
}

/** People, categories and tags above the results of a search. */
const namesShown = 6
/** Followers, and followed creators, on the page of a creator. */
const followListSize = 8
/** Displayed levels of a remix chain. */
const maxOrigins = 5

const fixed =
  (path: string, markdownPath: string): PageDefinition['addresses'] =>
  ({ addresses: { webUrl } }) => ({ canonical: webUrl + path, markdownUrl: webUrl + markdownPath })

export const pages: readonly PageDefinition[] = [
  {
    name: 'home page',
    url: '/',
    markdownPath: '/index.md',
    operation: getCommunityLanding,
    html: homePage,
    markdown: homeMarkdown,
    addresses: fixed('/', '/index.md'),
  },
  {
    name: 'community page',
    url: '/community',
    markdownPath: '/community.md',
    operation: getCommunityFeed,
    as: 'feed',
    also: namesFound,
    more: explorerChoices,
    html: communityPage,
    markdown: communityMarkdown,
    addresses: fixed('/community', '/community.md'),
  },
  {
    name: 'tags page',
    url: '/tags',
    markdownPath: '/tags.md',
    operation: getPopularTags,
    html: tagsPage,
    markdown: tagsMarkdown,
    addresses: fixed('/tags', '/tags.md'),
  },
  {
    name: 'categories page',
    url: '/categories',
    markdownPath: '/categories.md',
    operation: listCategories,
    html: categoriesPage,
    markdown: categoriesMarkdown,
    addresses: fixed('/categories', '/categories.md'),
  },
  {
    name: 'creator page',
    url: '/@:handle',
    operation: getCreatorProfile,
    as: 'creator',
    more: followLists,
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
    more: async input => ({ origins: await originsOf(input) }),
    html: creationPage,
    markdown: creationMarkdown,
    addresses: ({ addresses }, { handle = '', slug = '' }) => ({
      canonical: addresses.creation(handle, slug),
      markdownUrl: `${addresses.creation(handle, slug)}.md`,
    }),
  },
]

/** Only on the first page of a search. */
async function namesFound({ checked, context }: PageInput): Promise<object> {
  const { q, cursor } = checked.input
  if (typeof q !== 'string' || cursor !== undefined) return {}
  const { store, addresses } = context
  return { found: await findNames(q, namesShown, { store, addresses, locales: checked.locales }) }
}

async function followLists({ checked, context }: PageInput): Promise<object> {
  const read = async (operation: Operation) => {
    const input = { handle: checked.input.handle, limit: followListSize }
    const { json } = await answer(prepare(operation, input, context), context)
    return JSON.parse(json()) as unknown
  }
  const [followers, following] = await Promise.all([read(getCreatorFollowers), read(getCreatorFollowing)])
  return { followers, following }
}

type RemixCard = { remixOf: Origin | null }

/** The remix chain, the direct original first. Imported data may contain cycles. */
async function originsOf({ data, checked, context: { store } }: PageInput): Promise<Origin[]> {
  const origins: Origin[] = []
  let next = (data as RemixCard).remixOf
  while (next !== null && origins.length < maxOrigins) {
    const { handle, slug } = next
    if (origins.some(origin => origin.handle === handle && origin.slug === slug)) break
    origins.push(next)
    const app = await store.app({ handle, slug, locales: checked.locales })
    next = app === null ? null : (JSON.parse(app.card) as RemixCard).remixOf
  }
  return origins
}
