// Each resource of the contract, field by field, on a small community written by hand.
import assert from 'node:assert/strict'
import test from 'node:test'
import { creatorArtPath } from '../../src/art-paths.ts'
import { creationId } from '../../src/store/identity.ts'
import { dataOf, fixtureRecords, operationCalled, targetOf } from '../support/contract-service.ts'
import { start } from '../support/start-service.ts'

test('resources', async t => {
  const service = await start(t, { records: fixtureRecords() })
  const { apiUrl, webUrl } = service
  const creatorUrl = (handle: string) => webUrl.replace('//', `//${handle}.`)
  const read = async (name: string, values = {}) =>
    dataOf(operationCalled(name), await service.api(targetOf(operationCalled(name), values)))

  const mira = {
    handle: 'mira',
    displayName: 'Mira Sol',
    bio: 'Small tools for calmer days.\nMade on the train.',
    avatarUrl: 'https://cdn.example.org/mira.png',
    imageUrl: 'https://cdn.example.org/mira.png',
    url: creatorUrl('mira'),
    links: [
      { label: 'Home page', url: 'https://mira.example.org/' },
      { label: 'Blog', url: 'https://blog.example.org/mira?x=1&y=2' },
    ],
    joinedAt: '2026-01-05T10:00:00Z',
  }

  const waterLog = {
    id: creationId('mira', 'water-log'),
    handle: 'mira',
    slug: 'water-log',
    title: 'Water Log',
    summary: 'Tap a glass each time you drink.',
    kind: 'tracker',
    category: { slug: 'health', label: 'Health' },
    tags: [
      { key: 'hydration', label: 'Hydration' },
      { key: 'habits', label: 'Habits' },
    ],
    creator: {
      handle: 'mira',
      displayName: mira.displayName,
      avatarUrl: mira.avatarUrl,
      imageUrl: mira.imageUrl,
      url: mira.url,
    },
    coverUrl: 'https://cdn.example.org/water-log.png',
    iconUrl: `${webUrl}/art/icon/water-log.svg`,
    imageUrl: 'https://cdn.example.org/water-log.png',
    url: `${webUrl}/@mira/water-log`,
    apiUrl: `${apiUrl}/public/share/app/mira/water-log`,
    openUrl: 'https://water.example.org/open?id=1&x=2',
    stats: { views: 5400, plays: 1200, likes: 310, remixes: 2 },
    remixOf: null,
    featured: true,
    locale: 'en',
    publishedAt: '2026-03-02T08:30:00Z',
    updatedAt: '2026-04-11T17:05:00Z',
  }

  await t.test('a creation, and one with nothing but a title', async () => {
    const { items } = await read('get_community_feed')
    const find = (slug: string) => items.find((item: { slug: string }) => item.slug === slug)
    assert.deepEqual(find('water-log'), waterLog)
    assert.deepEqual(Object.keys(find('water-log')), Object.keys(waterLog))
    assert.deepEqual(find('nothing-but-a-title'), {
      ...waterLog,
      id: creationId('sam', 'nothing-but-a-title'),
      handle: 'sam',
      slug: 'nothing-but-a-title',
      title: 'Nothing but a title',
      summary: '',
      kind: 'app',
      category: null,
      tags: [],
      creator: {
        handle: 'sam',
        displayName: 'Sam Idle',
        avatarUrl: null,
        imageUrl: `${webUrl}/art/creator/sam/SI.svg`,
        url: creatorUrl('sam'),
      },
      coverUrl: null,
      iconUrl: null,
      imageUrl: `${webUrl}/art/creation/-/${creationId('sam', 'nothing-but-a-title').slice(0, 8)}.svg`,
      openUrl: null,
      url: `${webUrl}/@sam/nothing-but-a-title`,
      apiUrl: `${apiUrl}/public/share/app/sam/nothing-but-a-title`,
      stats: { views: 0, plays: 0, likes: 0, remixes: 0 },
      featured: false,
      publishedAt: '2026-01-31T00:00:00Z',
      updatedAt: '2026-01-31T00:00:00Z',
    })
    assert.deepEqual(find('hydro-quiz').remixOf, { handle: 'ann', slug: 'water-log-plus', title: 'Water Log Plus' })
  })

  await t.test('a feed page, first and last', async () => {
    const feed = operationCalled('get_community_feed')
    const reply = await service.api(targetOf(feed, { sort: 'recent', category: 'food', limit: 2 }))
    const { items, ...page } = dataOf(feed, reply)
    const nextUrl = `${apiUrl}/public/share/community?sort=recent&category=food&cursor=${page.next_cursor}&limit=2`
    const search = { match: null, searched: null, suggestions: [] }
    const shared = { hasMore: true, next_cursor: page.next_cursor, total: 3 }
    const pagination = { ...shared, limit: 2, returned: 2, sort: 'recent', nextUrl, totalIsExact: true }
    assert.deepEqual(
      { slugs: items.map((item: { slug: string }) => item.slug), ...page },
      {
        slugs: ['thai-noodles', 'strasse'],
        ...shared,
        ...search,
        pagination,
      },
    )
    assert.match(String(reply.headers.link), new RegExp(`<${RegExp.escape(nextUrl)}>; rel="next"`))
    const last = dataOf(feed, await service.api(nextUrl.slice(apiUrl.length)))
    assert.deepEqual(
      { ...last, items: last.items.length },
      {
        items: 1,
        hasMore: false,
        total: 3,
        next_cursor: null,
        ...search,
        pagination: { ...pagination, returned: 1, hasMore: false, next_cursor: null, nextUrl: null },
      },
    )
  })

  await t.test('popular tags, most frequent first', async () => {
    const url = (key: string) => `${webUrl}/community?tag=${key}`
    assert.deepEqual(await read('get_popular_tags'), {
      items: [
        { key: 'hydration', label: 'Hydration', count: 3, url: url('hydration') },
        { key: 'habits', label: 'Habits', count: 2, url: url('habits') },
        { key: 'c++', label: 'c++', count: 1, url: url('c%2B%2B') },
        { key: 'streaks', label: 'streaks', count: 1, url: url('streaks') },
        { key: 'شعر', label: 'شعر', count: 1, url: url(encodeURIComponent('شعر')) },
      ],
      total: 5,
      hasMore: false,
      next_cursor: null,
    })
  })

  await t.test('the landing composite', async () => {
    const { spotlight, rails, ...rest } = await read('get_community_landing')
    const slugs = ({ items }: { items: { slug: string }[] }) => items.map(item => item.slug)
    const url = (query: string) => `${webUrl}/community?${query}`
    assert.deepEqual(rest, {
      locale: 'en',
      categories: [
        {
          slug: 'play',
          label: 'Play',
          count: 4,
          coverUrl: null,
          imageUrl: `${webUrl}/art/category/play.svg`,
          url: url('category=play'),
        },
        {
          slug: 'food',
          label: 'Cuisine',
          count: 3,
          coverUrl: null,
          imageUrl: `${webUrl}/art/category/food.svg`,
          url: url('category=food'),
        },
        {
          slug: 'health',
          label: 'Health',
          count: 2,
          coverUrl: waterLog.coverUrl,
          imageUrl: waterLog.coverUrl,
          url: url('category=health'),
        },
      ],
    })
    assert.deepEqual(slugs(spotlight), ['hydro-quiz', 'water-log'])
    assert.deepEqual(
      rails.map((rail: { id: string; moreUrl: string }) => [rail.id, rail.moreUrl]),
      [
        ...['trending', 'recent', 'remixed', 'liked'].map(id => [id, url(`sort=${id}`)]),
        ['featured', url('featuredOnly=true')],
      ],
    )
    for (const rail of rails) {
      const query = rail.id === 'featured' ? { sort: 'recent', featuredOnly: true } : { sort: rail.id }
      const { items } = await read('get_community_feed', { ...query, limit: 12 })
      assert.deepEqual(rail.items, items, rail.id)
      assert.match(rail.title, /\w/)
    }
  })

  await t.test('a profile', async () => {
    const top = (slug: string, title: string) => ({ handle: 'ben', slug, title, url: `${webUrl}/@ben/${slug}` })
    assert.deepEqual(await read('get_creator_profile', { handle: 'mira' }), {
      profile: mira,
      stats: { apps: 1, followers: 4, following: 2, views: 5400, plays: 1200, likes: 310, remixes: 2 },
      apps: { items: [waterLog], total: 1, hasMore: false },
      topScores: [
        { app: top('tie-a', 'Tie A'), score: 3, unit: 'laps', rank: 1, achievedAt: '2026-04-04T10:00:00Z' },
        {
          app: top('hydro-quiz', 'Hydro Quiz'),
          score: 200.5,
          unit: 'points',
          rank: 1,
          achievedAt: '2026-04-02T10:00:00Z',
        },
      ],
    })
  })

  await t.test('followers and following', async () => {
    const preview = (handle: string, displayName: string, appCount: number, followerCount: number, bio = '') => ({
      handle,
      displayName,
      avatarUrl: handle === 'ben' ? `${webUrl}/art/avatar/ben.svg` : null,
      imageUrl: webUrl + (handle === 'ben' ? '/art/avatar/ben.svg' : creatorArtPath(handle, displayName)),
      bio,
      url: creatorUrl(handle),
      appCount,
      followerCount,
    })
    const ann = preview('ann', 'Ann O’Neil', 2, 2, 'I remix what I use.')
    assert.deepEqual(await read('get_creator_followers', { handle: 'mira', limit: 3 }), {
      items: [ann, preview('ben', 'Ben <b>Okafor</b>', 4, 0, 'Games & "puzzles".'), preview('cho', '조은', 1, 0)],
      total: 4,
      hasMore: true,
      limit: 3,
    })
    assert.deepEqual(await read('get_creator_following', { handle: 'mira' }), {
      items: [ann, preview('sam', 'Sam Idle', 1, 1, 'Only here to look.')],
      total: 2,
      hasMore: false,
      limit: 24,
    })
  })

  await t.test('an app share', async () => {
    const plus = await read('get_app_share', { handle: 'ann', slug: 'water-log-plus' })
    const { remixes, ...rest } = await read('get_app_share', { handle: 'mira', slug: 'water-log' })
    assert.deepEqual(rest, {
      ...waterLog,
      creator: mira,
      description: 'A glass fills up as the day goes on.\nAt midnight it starts anew.',
      instructions: 'Tap the glass.',
      screenshots: ['https://cdn.example.org/1.png', `${webUrl}/art/screenshot/water-log.svg`],
      share: {
        url: waterLog.url,
        title: waterLog.title,
        text: waterLog.summary,
        imageUrl: `${webUrl}/art/share/mira/water-log.png`,
      },
      links: [
        { label: 'Source <code>', url: 'https://code.example.org/water', rel: 'source' },
        { label: 'Handbook', url: 'https://docs.example.org/water', rel: 'docs' },
        { label: 'Else', url: 'https://example.org/else', rel: 'other' },
      ],
      license: 'MIT OR Apache-2.0',
      version: '2.1.0',
      platforms: ['iOS', 'Android & Co'],
      leaderboard: [],
      moreFromCreator: [],
    })
    assert.deepEqual([remixes.total, remixes.items.map((item: { id: string }) => item.id)], [1, [plus.id]])
    const { openUrl, links, license, version, platforms } = plus
    assert.deepEqual([openUrl, links, license, version, platforms], [null, [], null, null, []])
    assert.deepEqual(plus.remixOf, { handle: 'mira', slug: 'water-log', title: 'Water Log' })
  })

  await t.test('a leaderboard, equal scores sharing a rank', async () => {
    const { leaderboard } = await read('get_app_share', { handle: 'ben', slug: 'hydro-quiz' })
    assert.deepEqual(leaderboard, [
      { rank: 1, handle: 'mira', displayName: 'Mira Sol', score: 200.5, unit: 'points' },
      { rank: 2, handle: 'ann', displayName: 'Ann O’Neil', score: 120, unit: 'points' },
      { rank: 2, handle: 'yuki', displayName: 'ゆき', score: 120, unit: 'points' },
    ])
    const { topScores } = await read('get_creator_profile', { handle: 'yuki' })
    assert.deepEqual(
      topScores.map(({ app, rank }: { app: { slug: string }; rank: number }) => [app.slug, rank]),
      [['hydro-quiz', 2]],
    )
  })
})
