// The sorts of the feed, from its definition.
import type Type from 'typebox'
import { getCommunityFeed } from '../../operations/community.ts'
import type { FeedPage } from '../../operations/shapes.ts'

type Sort = Exclude<Type.Static<typeof FeedPage>['pagination']['sort'], 'relevance'>

export const sorts = (getCommunityFeed.fields.find(({ name }) => name === 'sort')?.schema.enum ?? []) as readonly Sort[]
