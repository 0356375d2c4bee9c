// A creator with their apps, or a list of creators.
const person = ({ displayName, handle, url, bio }) =>
  el('li', 'card', el('h3', '', link(displayName, url)), el('p', 'quiet', `@${handle}`), el('p', '', bio))

function render(data) {
  if (data.items) return [el('ul', 'cards', ...data.items.map(person)), el('p', 'quiet', `${number(data.total)} in all`)]
  const { profile, stats, apps } = data
  const totals = ['apps', 'followers', 'following', 'plays', 'likes'].map(name => `${number(stats[name])} ${name}`)
  return [
    el('h1', '', link(profile.displayName, profile.url)),
    el('p', 'quiet', `@${profile.handle}`),
    el('p', '', profile.bio),
    el('p', 'quiet', totals.join(' · ')),
    cards(apps.items),
  ]
}
