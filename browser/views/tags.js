// Popular tags, each with how often it is used.
const render = data => [
  el('ul', 'tags', ...data.items.map(tag => el('li', '', link(tag.label, tag.url), el('span', 'quiet', ` ${number(tag.count)}`)))),
]
