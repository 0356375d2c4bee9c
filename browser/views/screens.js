// Renders tool results: one function shows each part that a result has.
import { app, el, feed, figures, lead, list, person, tile } from './elements.js'
import { amount, word } from './language.js'

/** What the items of a result are, by the end of the name of its tool. */
const counted = { followers: 'Followers', following: 'Following', creators: 'People' }

export function draw({ data: result, tool }) {
  const data = { title: result.profile?.displayName, ...result, ...result.profile }
  const { items, tags, spotlight, remixOf, links } = data
  return [
    data.title && header(data),
    text('', data.bio ?? (data.description || data.summary)),
    links?.[0] && el('p.quiet', ...links.map(({ label, url }) => lead(label, url))),
    text(heading(data.kind), data.instructions),
    list('', data.categories ?? (tags && [data.category, ...tags].filter(Boolean))),
    list(spotlight?.title, spotlight?.items),
    data.rails?.map(rail =>
      list(feed(rail, rail.id === 'featured' ? { featuredOnly: true } : { sort: rail.id }), rail.items),
    ),
    items &&
      (list(
        (data.pagination ?? data.limit) && amount(data.total, counted[tool?.split('_').pop()] ?? 'Creations'),
        items,
      ) ??
        el('p.empty', word('Nothing was found.'))),
    data.apps && list(amount(data.stats.apps, 'Creations'), data.apps.items),
    list(word('Best scores'), data.topScores ?? data.leaderboard),
    remixOf && el('p.quiet', '⟲ ', app(remixOf)),
    list(word('Remixes'), data.remixes?.items),
    list(word('More from the creator'), data.moreFromCreator),
  ].flat()
}

/** Of the instructions: that of the kind, if the site has one. */
const heading = kind => {
  const name = `howTo.${kind}`
  return word(name) === name ? 'How to use it' : name
}

const text = (title, words) => words && el('section', title && el('h2', word(title)), el('p.prose', words))

function header({ profile, stats, creator, handle, url, title }) {
  const around = name => {
    const side = name.toLowerCase()
    return lead(amount(stats[side], name), url, `get_creator_${side}`, { handle })
  }
  const facts = profile ? [el('span', `@${handle}`), ...['Followers', 'Following'].map(around)] : [person(creator)]
  return el(
    'header',
    tile(title, profile ? 'round.large' : 'large'),
    el('div', el('h1', title), el('p.quiet', ...facts, ...figures(stats))),
    lead(word('Open'), url, '', {}, 'main'),
  )
}
