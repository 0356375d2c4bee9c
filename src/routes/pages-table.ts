// One table: the pages that show the community, with the operation and the additional data of each.
import type { Input, Operation } from '../operations/define.ts'
import {
  getAppShare,
  getCommunityFeed,
  getCommunityLanding,
  getCreatorProfile,
  getCreators,
} from '../operations/index.ts'
import { listCategories, listTags } from '../operations/labels.ts'
import { followPages } from '../operations/users.ts'
import { creationPage } from '../pages/creation.ts'
import { creationMarkdown } from '../pages/creation-markdown.ts'
import { creatorMarkdown, creatorMarkdownUrl, creatorPage, firstSort } from '../pages/creator.ts'
import { communityMarkdown, communityPage } from '../pages/explorer/community.ts'
import { canonicalOf, explorerAddress, feedFiltersOf } from '../pages/explorer/selection.ts'
import { homeMarkdown, homePage } from '../pages/home.ts'
import { categoriesMarkdown, categoriesPage } from '../pages/labels/categories.ts'
import { tagsMarkdown, tagsPage } from '../pages/labels/tags.ts'
import type { SiteContext } from '../pages/layout/page.ts'
import type { Reader } from '../pages/layout/reader.ts'
import { creatorsAddress, creatorsMarkdown, creatorsPage } from '../pages/people/creators.ts'
import { followsMarkdown, followsPage, type Side } from '../pages/people/follows.ts'
import { remixesMarkdown, remixesPage } from '../pages/remixes/remixes.ts'
import { aroundSelection } from './other-creations.ts'
import {
  aroundCreation,
  categoryData,
  directory,
  familyOf,
  followedWorks,
  followLists,
  kindCounts,
  type PageInput,
  selection,
  selectionPicture,
  tagPictures,
} from './page-data.ts'

export type Values = Record<string, string>

export type PageDefinition = {
  name: string
  url: string
  /** The path of the Markdown form. Paths that end with a parameter accept `.md` there instead. */
  markdownPath?: string
  operation: Operation
  /** A list on the page, which has a cursor. Its data are the page, and `isFirst`. */
  list?: PageList
  /** Creations may have the last part of the path as their slug. Their page comes before this one. */
  isSlug?: boolean
  /** Whether the list of creations can be shown in other views, by `view` in the query. */
  hasViews?: boolean
  /** Additional data for both forms. */
  also?: (input: PageInput) => Promise<object>
  /** What can be chosen besides the list. Markdown leaves it out, too, if the request has a `limit`: then `isListOnly`. */
  aside?: (input: PageInput) => Promise<object>
  /** Additional data for HTML. */
  more?: (input: PageInput) => Promise<object>
  // Results match the schema of the operation, so pages can read them as that type.
  html: (site: SiteContext, data: never, reader: Reader) => string
  markdown: (site: SiteContext, data: never) => string
  /** The name of the result in the page's data; without a name it is the data. */
  as?: string
  /** The URLs of the page and of its Markdown form. */
  addresses: (site: SiteContext, values: Values, input: Input) => { canonical: string; markdownUrl: string }
}

/** `as` is the name in the page's data; `input` is made from the input of the page's operation. */
export type PageList = { operation: Operation; as: string; input: (values: Input, site: SiteContext) => Input }

const fixed =
  (path: string, markdownPath: string): PageDefinition['addresses'] =>
  ({ addresses: { webUrl } }) => ({ canonical: webUrl + path, markdownUrl: webUrl + markdownPath })

/** With another parameter of the feed: for the language of the page, or for the list on it. */
const withField = (operation: Operation, added: 'locale' | 'sort'): Operation => ({
  ...operation,
  fields: [...operation.fields, ...getCommunityFeed.fields.filter(({ name }) => name === added)],
})

export const pages: readonly PageDefinition[] = [
  {
    name: 'home page',
    url: '/',
    markdownPath: '/index.md',
    operation: getCommunityLanding,
    also: kindCounts,
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
    hasViews: true,
    also: selection,
    aside: aroundSelection,
    more: selectionPicture,
    html: communityPage,
    markdown: communityMarkdown,
    addresses: (site, _, input) => {
      const filters = feedFiltersOf(input)
      return {
        canonical: canonicalOf(site, filters),
        markdownUrl: explorerAddress(site, filters, {}, '/community.md'),
      }
    },
  },
  {
    name: 'tags page',
    url: '/tags',
    markdownPath: '/tags.md',
    operation: listTags,
    as: 'tags',
    also: async ({ checked }) => ({ q: checked.input.q }),
    aside: tagPictures,
    html: tagsPage,
    markdown: tagsMarkdown,
    addresses: fixed('/tags', '/tags.md'),
  },
  {
    name: 'categories page',
    url: '/categories',
    markdownPath: '/categories.md',
    operation: listCategories,
    also: categoryData,
    html: categoriesPage,
    markdown: categoriesMarkdown,
    addresses: fixed('/categories', '/categories.md'),
  },
  {
    name: 'creators page',
    url: '/creators',
    markdownPath: '/creators.md',
    operation: withField(getCreators, 'locale'),
    as: 'creators',
    also: directory,
    html: creatorsPage,
    markdown: creatorsMarkdown,
    addresses: (site, _, { sort, q }) => {
      const list = { sort: sort as string | undefined, q: q as string | undefined }
      return {
        canonical: creatorsAddress(site, q === undefined ? list : {}),
        markdownUrl: creatorsAddress(site, list, '/creators.md'),
      }
    },
  },
  {
    name: 'creator page',
    url: '/@:handle',
    operation: withField(getCreatorProfile, 'sort'),
    as: 'creator',
    list: {
      operation: getCommunityFeed,
      as: 'feed',
      input: ({ handle, sort }, site) => ({ creator: handle, sort: sort ?? firstSort(site) }),
    },
    more: followLists,
    hasViews: true,
    html: creatorPage,
    markdown: creatorMarkdown,
    addresses: ({ addresses }, { handle = '' }) => ({
      canonical: addresses.creator(handle),
      markdownUrl: creatorMarkdownUrl(addresses.webUrl, handle),
    }),
  },
  followsDefinition('followers'),
  followsDefinition('following'),
  {
    name: 'creation page',
    url: '/@:handle/:slug',
    operation: getAppShare,
    as: 'app',
    also: aroundCreation,
    html: creationPage,
    markdown: creationMarkdown,
    addresses: ({ addresses }, { handle = '', slug = '' }) => ({
      canonical: addresses.creation(handle, slug),
      markdownUrl: `${addresses.creation(handle, slug)}.md`,
    }),
  },
  {
    name: 'remixes page',
    url: '/@:handle/:slug/remixes',
    markdownPath: '/@:handle/:slug/remixes.md',
    operation: getAppShare,
    as: 'app',
    list: {
      operation: getCommunityFeed,
      as: 'feed',
      input: ({ handle, slug }) => ({ remixOf: `${handle}/${slug}`, sort: 'popular' }),
    },
    also: familyOf,
    hasViews: true,
    html: remixesPage,
    markdown: remixesMarkdown,
    addresses: ({ addresses }, { handle = '', slug = '' }) => ({
      canonical: addresses.remixes(handle, slug),
      markdownUrl: `${addresses.remixes(handle, slug)}.md`,
    }),
  },
]

function followsDefinition(side: Side): PageDefinition {
  return {
    name: `${side} page`,
    url: `/@:handle/${side}`,
    markdownPath: `/@:handle/${side}.md`,
    operation: getCreatorProfile,
    as: 'creator',
    list: { operation: followPages[side], as: 'list', input: ({ handle }) => ({ handle }) },
    isSlug: true,
    also: followedWorks,
    html: followsPage(side),
    markdown: followsMarkdown(side),
    addresses: ({ addresses }, { handle = '' }) => ({
      canonical: addresses.follows(handle, side),
      markdownUrl: `${addresses.follows(handle, side)}.md`,
    }),
  }
}
