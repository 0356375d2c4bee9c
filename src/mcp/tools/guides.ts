// What a tool's description adds to the operation's own words: when a model should reach for it, and what comes next.
import type { ViewName } from '../views.ts'

export type Guide = { title: string; when: string; view: ViewName }

/** Keyed by the name of the operation. An operation without an entry is described by its own words alone. */
export const guides: Readonly<Record<string, Guide>> = {
  get_community_feed: {
    title: 'Browse and search creations',
    when:
      'Use this to find creations: `q` searches titles, summaries, tags and creators (all words must match), `sort`, `category`, `tag` and `featuredOnly` narrow the list. ' +
      'Keys for `tag` come from get_popular_tags, slugs for `category` from get_community_landing. ' +
      'For more, call again with the same arguments and `cursor` set to `next_cursor`, until `hasMore` is false. ' +
      'For everything about one creation, call get_app_share with its `handle` and `slug`.',
    view: 'community',
  },
  get_popular_tags: {
    title: 'List popular tags',
    when: 'Use this to see what the community is about, or to find the right key before you filter. Next: get_community_feed with `tag` set to a `key`.',
    view: 'tags',
  },
  get_community_landing: {
    title: 'Show the front page',
    when:
      'Use this for an overview when the question names nothing in particular: what is trending, new, most remixed, most liked or featured, and which categories exist. ' +
      'Next: get_community_feed with `sort` or `category` for more of a rail, get_app_share for one creation.',
    view: 'community',
  },
  get_creator_profile: {
    title: 'Show a creator',
    when:
      'Use this when you know the handle of a creator: every creation carries one in `handle`. ' +
      'Next: get_app_share for one of the apps, get_creator_followers or get_creator_following for people around them. ' +
      'If you only know a name, search for it with get_community_feed and `q` first.',
    view: 'creator',
  },
  get_creator_followers: {
    title: 'List followers of a creator',
    when: 'Use this for who follows a creator. Next: get_creator_profile with the handle of one of them.',
    view: 'creator',
  },
  get_creator_following: {
    title: 'List whom a creator follows',
    when: 'Use this for whom a creator follows. Next: get_creator_profile with the handle of one of them.',
    view: 'creator',
  },
  get_app_share: {
    title: 'Show one creation',
    when:
      'Use this when you know `handle` and `slug` of a creation, from a feed or from an address that ends in /@handle/slug: full description, instructions, leaderboard and remixes. ' +
      'Next: get_creator_profile for its creator; give people its `url` to open it.',
    view: 'app',
  },
}
