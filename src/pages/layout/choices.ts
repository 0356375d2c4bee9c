// The kinds and sorts of the feed, from its definition.
import type Type from 'typebox'
import { getCommunityFeed } from '../../operations/community.ts'
import type { Creation, FeedPage } from '../../operations/shapes.ts'

export type Kind = Type.Static<typeof Creation>['kind']
type Sort = Exclude<Type.Static<typeof FeedPage>['pagination']['sort'], 'relevance'>

const valuesOf = (field: string): readonly string[] =>
  getCommunityFeed.fields.find(({ name }) => name === field)?.schema.enum ?? []

export const kinds = valuesOf('kind') as readonly Kind[]
export const sorts = valuesOf('sort') as readonly Sort[]
