// A page of the feed, or the front page with its rails.
function render(data) {
  if (data.rails) {
    const rails = [data.spotlight, ...data.rails].filter(({ items }) => items.length > 0)
    return rails.flatMap(({ title, items }) => [el('h2', '', title), cards(items)])
  }
  if (data.items.length === 0) return [el('p', 'quiet', 'Nothing was found.')]
  return [cards(data.items), el('p', 'quiet', `${number(data.items.length)} of ${number(data.total)}`)]
}
