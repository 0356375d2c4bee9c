// Renders tool results: one function shows each part that a result has.
import { app, el, feed, figures, lead, list, person, tile } from './elements.js'
import { amount, word } from './language.js'

export function draw(data, tool) {
  const { items, total, categories, category, tags, spotlight, rails = [], remixOf, profile, stats } = data
  const { links, bio, title = profile?.displayName } = { ...data, ...profile }
  const counted = /wing/.test(tool)
    ? 'Following'
    : /wers/.test(tool)
      ? 'Followers'
      : /ators/.test(tool)
        ? 'People'
        : 'Creations'
  return [
    title && header(data, title),
    text('', bio ?? (data.description || data.summary)),
    links?.[0] && el('p.quiet', ...links.map(({ label, url }) => lead(label, url))),
    text(heading(data.kind), data.instructions),
    list('', categories ?? (tags && [category, ...tags].filter(Boolean))),
    list(spotlight?.title, spotlight?.items),
    ...rails.map(rail =>
      list(feed(rail, rail.id === 'featured' ? { featuredOnly: true } : { sort: rail.id }), rail.items),
    ),
    items &&
      (list((data.pagination ?? data.limit) && amount(total, counted), items) ??
        el('p.empty', word('Nothing was found.'))),
    profile && list(amount(stats.apps, 'Creations'), data.apps.items),
    list(word('Best scores'), data.topScores ?? data.leaderboard),
    remixOf && el('p.quiet', '⟲ ', app(remixOf)),
    list(word('Remixes'), data.remixes?.items),
    list(word('More from the creator'), data.moreFromCreator),
  ]
}

/** Of the instructions: that of the kind, if the site has one. */
const heading = kind => {
  const name = `howTo.${kind}`
  return word(name) === name ? 'How to use it' : name
}

const text = (title, words) => words && el('section', title && el('h2', word(title)), el('p.prose', words))

function header({ profile, stats, creator, ...data }, title) {
  const { handle, url } = profile ?? data
  const around = (name, people) => lead(amount(stats[people], name), url, `get_creator_${people}`, { handle })
  const facts = profile
    ? [el('span', `@${handle}`), around('Followers', 'followers'), around('Following', 'following')]
    : [person(creator)]
  return el(
    'header',
    tile(title, profile ? 'round.large' : 'large'),
    el('div', el('h1', title), el('p.quiet', ...facts, ...figures(stats))),
    lead(word('Open'), url, '', {}, 'main'),
  )
}
