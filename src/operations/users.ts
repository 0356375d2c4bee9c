// Creators: profile, followers, following.

import type { Addresses } from '../addresses.ts'
import { creatorArtPath } from '../art-paths.ts'
import { fail } from '../errors.ts'
import { placeholders } from '../site/site.ts'
import type { CreatorRow, FollowPosition } from '../store/store.ts'
import { topRank } from '../store/top-scores.ts'
import { type Static, type TProperties, Type } from '../util/schema.ts'
import { truncate } from '../util/text.ts'
import { byCurrentName, renamedIn } from './current-name.ts'
import { defineRead, type ReadDefinition } from './define.ts'
import { json, jsonList, jsonObject } from './json-text.ts'
import { CreatorList, type CreatorPreview, CreatorProfile, Cursor, Handle, Locale, type Profile } from './shapes.ts'

export const profileApps = 24
export const profileScores = 10

const noCreator = (handle: string) => fail('not_found', `No creator is called ${truncate(handle, 63)}.`)

const imagesOf = ({ handle, displayName, avatarUrl }: CreatorRow['record'], addresses: Addresses) => ({
  avatarUrl: addresses.media(avatarUrl),
  imageUrl: addresses.media(avatarUrl ?? creatorArtPath(handle, displayName)),
})

export function profileOf(record: CreatorRow['record'], addresses: Addresses): Static<typeof Profile> {
  const { handle, displayName, bio, links, joinedAt } = record
  return {
    handle,
    displayName,
    bio,
    ...imagesOf(record, addresses),
    url: addresses.creator(handle),
    links,
    joinedAt,
  }
}

export const getCreatorProfile = defineRead({
  name: 'get_creator_profile',
  operationId: 'getCreatorProfile',
  command: 'creator',
  tag: 'users',
  path: '/public/share/user/{handle}',
  summary: "Get a creator's public profile, totals, newest creations and top scores.",
  description: `Up to ${profileApps} newest public creations and the ${profileScores} best-ranked of all scores (rank ${topRank} or better).`,
  input: Type.Object({ handle: Handle, locale: Type.Optional(Locale) }),
  output: CreatorProfile,
  example: { handle: placeholders.handle },
  notFound: 'No creator has this handle.',
  tool: {
    title: 'Show a creator',
    guidance:
      'Use this when you know the handle of a creator: every creation carries one in `handle`. ' +
      'Next: get_app_share for one of the creations, get_creator_followers or get_creator_following for people around them. ' +
      'If you only know a name, search for it with get_creators and `q` first.',
    view: 'creator',
  },
  read: async (input, { store, addresses, locales }) => {
    const known = await byCurrentName(store, { handle: input.handle.toLowerCase() }, name => store.creator(name.handle))
    if (!known) throw noCreator(input.handle)
    const { handle } = known.name
    const creator = known.found
    const [apps, scores] = await Promise.all([
      store.feed({ sort: 'recent', creator: handle, locales, limit: profileApps }),
      store.topScores({ handle, locales, limit: profileScores }),
    ])
    const topScores = scores.map(({ handle, slug, title, ...score }) => ({
      app: { handle, slug, title, url: addresses.creation(handle, slug) },
      ...score,
    }))
    const text = jsonObject<Static<typeof CreatorProfile>>({
      profile: json(profileOf(creator.record, addresses)),
      stats: json(creator.totals),
      apps: jsonObject<Static<typeof CreatorProfile>['apps']>({
        items: jsonList(apps.items),
        total: json(apps.total),
        hasMore: json(apps.next !== null),
      }),
      topScores: json(topScores),
    })
    return { json: text, ...renamedIn(known) }
  },
})

const previewInput = Type.Object({
  handle: Handle,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 48, default: 24, description: 'Creators in the preview.' })),
})

export const previewOf = ({ record, totals }: CreatorRow, addresses: Addresses): Static<typeof CreatorPreview> => ({
  handle: record.handle,
  displayName: record.displayName,
  ...imagesOf(record, addresses),
  bio: record.bio,
  url: addresses.creator(record.handle),
  appCount: totals.apps,
  followerCount: totals.followers,
})

/** A page of followers, only for the pages of the site: the public reads are previews. */
export type FollowPage = { items: Static<typeof CreatorPreview>[]; total: number; next_cursor: string | null }

const followPageLength = 48

const defineFollowPage = (side: 'followers' | 'following') =>
  defineRead({
    name: `list_${side}`,
    operationId: side === 'followers' ? 'listFollowers' : 'listFollowing',
    tag: 'users',
    path: `/@{handle}/${side}`,
    summary: `List all ${side} of a creator.`,
    description: 'Well-followed creators first, then by handle.',
    input: Type.Object({ handle: Handle, cursor: Type.Optional(Cursor) }),
    output: CreatorList,
    example: { handle: placeholders.handle },
    read: async (input, { store, addresses, cursors }) => {
      const handle = input.handle.toLowerCase()
      const scope = json([side, handle])
      const after = input.cursor === undefined ? undefined : (cursors.openJson(input.cursor, scope) as FollowPosition)
      const found = await store[side]({ handle, limit: followPageLength, after })
      if (!found) throw noCreator(input.handle)
      const items = found.items.map(row => previewOf(row, addresses))
      const next_cursor = found.next && cursors.sealJson(found.next, scope)
      return { json: json({ items, total: found.total, next_cursor } satisfies FollowPage) }
    },
  })

export const followPages = { followers: defineFollowPage('followers'), following: defineFollowPage('following') }

function previewText(found: { items: CreatorRow[]; total: number }, limit: number, addresses: Addresses): string {
  const items = found.items.map(row => previewOf(row, addresses))
  return json({ items, total: found.total, hasMore: found.total > items.length, limit })
}

type PreviewText = Pick<ReadDefinition<TProperties>, 'name' | 'operationId' | 'summary'> & {
  toolTitle: string
  use: string
}

const definePreview = (side: 'followers' | 'following', { toolTitle, use, ...text }: PreviewText) =>
  defineRead({
    ...text,
    command: side,
    tag: 'users',
    path: `/public/share/user/{handle}/${side}`,
    description: 'Well-followed creators first, then by handle.',
    input: previewInput,
    output: CreatorList,
    example: { handle: placeholders.handle, limit: 3 },
    notFound: 'No creator has this handle.',
    tool: {
      title: toolTitle,
      guidance: `${use} Next: ${getCreatorProfile.name} with the handle of one of them.`,
      view: 'creator',
    },
    read: async ({ handle, limit }, { store, addresses }) => {
      const read = (name: { handle: string }) => store[side]({ handle: name.handle, limit: limit! })
      const known = await byCurrentName(store, { handle: handle.toLowerCase() }, read)
      if (!known) throw noCreator(handle)
      return { json: previewText(known.found, limit!, addresses), ...renamedIn(known) }
    },
  })

export const getCreatorFollowers = definePreview('followers', {
  name: 'get_creator_followers',
  operationId: 'getCreatorFollowers',
  summary: 'Preview who follows a creator.',
  toolTitle: 'List followers of a creator',
  use: 'Use this for who follows a creator.',
})

export const getCreatorFollowing = definePreview('following', {
  name: 'get_creator_following',
  operationId: 'getCreatorFollowing',
  summary: 'Preview whom a creator follows.',
  toolTitle: 'List whom a creator follows',
  use: 'Use this for whom a creator follows.',
})
