// The list of public reads. Order is the order in documentation.
import { getAppShare, getSimilarApps } from './apps.ts'
import { getCommunityFeed, getCommunityLanding } from './community.ts'
import { getCreators } from './creators.ts'
import type { Operation } from './define.ts'
import { getPopularTags } from './labels.ts'
import { getCreatorFollowers, getCreatorFollowing, getCreatorProfile } from './users.ts'

export const operations: readonly Operation[] = [
  getCommunityFeed,
  getPopularTags,
  getCommunityLanding,
  getCreators,
  getCreatorProfile,
  getCreatorFollowers,
  getCreatorFollowing,
  getAppShare,
  getSimilarApps,
]

export {
  getAppShare,
  getCommunityFeed,
  getCommunityLanding,
  getCreatorFollowers,
  getCreatorFollowing,
  getCreatorProfile,
  getCreators,
  getPopularTags,
  getSimilarApps,
}
