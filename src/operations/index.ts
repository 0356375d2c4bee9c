// The list of public reads. Order is the order in documentation.
import { getAppShare } from './apps.ts'
import { getCommunityFeed, getCommunityLanding } from './community.ts'
import type { Operation } from './define.ts'
import { getPopularTags } from './labels.ts'
import { getCreatorFollowers, getCreatorFollowing, getCreatorProfile } from './users.ts'

export const operations: readonly Operation[] = [
  getCommunityFeed,
  getPopularTags,
  getCommunityLanding,
  getCreatorProfile,
  getCreatorFollowers,
  getCreatorFollowing,
  getAppShare,
]

export {
  getAppShare,
  getCommunityFeed,
  getCommunityLanding,
  getCreatorFollowers,
  getCreatorFollowing,
  getCreatorProfile,
  getPopularTags,
}
