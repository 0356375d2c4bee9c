// The screens. Which one fits is told by the shape of the answer.
const screens = {
  landing: ({ spotlight, rails, categories }) => [
    el(
      'ul',
      'chips',
      categories.map(({ slug, label, count: number, url }) => chip(label, number, { category: slug }, url)),
    ),
    ...[spotlight, ...rails].map(({ id, title, items, moreUrl }) =>
      filled(items, list =>
        part(
          id
            ? lead(
                'plain',
                title,
                'get_community_feed',
                id === 'featured' ? { featuredOnly: true } : { sort: id },
                moreUrl,
              )
            : title,
          cards(list),
        ),
      ),
    ),
  ],

  feed: ({ items, total }) => [
    el('p', 'quiet', `${count.format(total)} ${word('apps')}`),
    filled(items, list => cards(list, 'h2')) ?? el('p', 'empty', word('none')),
  ],

  tags: ({ items }) => [
    filled(items, list =>
      el(
        'ul',
        'chips',
        list.map(({ key, label, count: number, url }) => chip(label, number, { tag: key }, url)),
      ),
    ) ?? el('p', 'empty', word('none')),
  ],

  people: ({ items, total }, tool = '') => [
    el('p', 'quiet', `${count.format(total)} ${word(tool.endsWith('following') ? 'following' : 'followers')}`),
    filled(items, list => el('ul', 'cards', list.map(person))) ?? el('p', 'empty', word('none')),
  ],

  creator: ({ profile, stats, apps, topScores }) => {
    const { handle, displayName, bio, url, links } = profile
    const around = name =>
      lead('plain', `${count.format(stats[name])} ${word(name)}`, `get_creator_${name}`, { handle }, url)
    return [
      el(
        'header',
        '',
        tile('large round', displayName, handle),
        el(
          'div',
          '',
          written('h1', '', displayName),
          el('p', 'quiet', el('bdi', '', `@${handle}`)),
          el(
            'p',
            'figures',
            `${count.format(stats.apps)} ${word('apps')}`,
            around('followers'),
            around('following'),
            figures(stats),
          ),
        ),
        link('main', word('open'), url),
      ),
      bio && written('p', 'prose', bio),
      filled(links, list =>
        el(
          'p',
          'figures',
          list.map(({ label, url: to }) => link('plain', label, to)),
        ),
      ),
      filled(apps.items, list => part(word('apps'), cards(list))),
      filled(topScores, list =>
        part(
          word('scores'),
          el(
            'ul',
            'scores',
            list.map(({ app, score, unit, rank }) =>
              el(
                'li',
                '',
                el('b', '', `#${rank}`),
                lead('plain', app.title, 'get_app_share', { handle: app.handle, slug: app.slug }, app.url),
                written('span', 'quiet', `${count.format(score)} ${unit}`),
              ),
            ),
          ),
        ),
      ),
    ]
  },

  app: ({
    title,
    handle,
    slug,
    url,
    summary,
    description,
    instructions,
    creator: by,
    category,
    tags,
    stats,
    leaderboard,
    remixOf,
    remixes,
    moreFromCreator,
  }) => [
    el(
      'header',
      '',
      tile('large', title, handle + slug),
      el('div', '', written('h1', '', title), el('p', 'quiet', creator(by), figures(stats))),
      link('main', word('open'), url),
    ),
    written('p', 'prose', description || summary),
    instructions && part(word('how'), written('p', 'prose', instructions)),
    el(
      'ul',
      'chips',
      category ? chip(category.label, undefined, { category: category.slug }) : '',
      tags.map(({ key, label }) => chip(label, undefined, { tag: key })),
    ),
    filled(leaderboard, list =>
      part(
        word('scores'),
        el(
          'ol',
          'scores',
          list.map(({ rank, handle: player, displayName, score, unit }) =>
            el(
              'li',
              '',
              el('b', '', `${rank}`),
              creator({ handle: player, displayName }),
              written('span', 'quiet', `${count.format(score)} ${unit}`),
            ),
          ),
        ),
      ),
    ),
    remixOf &&
      el(
        'p',
        'quiet',
        '⟲ ',
        lead('plain', remixOf.title, 'get_app_share', { handle: remixOf.handle, slug: remixOf.slug }),
      ),
    filled(remixes.items, list => part(word('remixes'), cards(list))),
    filled(moreFromCreator, list => part(word('also'), cards(list))),
  ],
}

function screenFor(data, tool) {
  if (data.rails) return 'landing'
  if (data.profile) return 'creator'
  if (data.leaderboard) return 'app'
  if (data.pagination) return 'feed'
  return tool === 'get_popular_tags' || !('limit' in data) ? 'tags' : 'people'
}
