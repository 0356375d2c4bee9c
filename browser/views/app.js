// One creation.
function render(data) {
  const scores = data.leaderboard.map(({ displayName, score, unit }) =>
    el('li', '', displayName, el('span', 'quiet', ` ${number(score)} ${unit}`)),
  )
  return [
    el('h1', '', link(data.title, data.url)),
    el('p', 'quiet', `${data.kind} by `, link(data.creator.displayName, data.creator.url)),
    el('p', '', data.description || data.summary),
    data.instructions ? el('p', '', data.instructions) : '',
    el('p', 'quiet', ['views', 'plays', 'likes', 'remixes'].map(name => `${number(data.stats[name])} ${name}`).join(' · ')),
    scores.length > 0 ? el('ol', 'scores', ...scores) : '',
  ].filter(Boolean)
}
