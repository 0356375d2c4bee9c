// What screens are made of. What people wrote in the community only ever becomes text.

/** An element with children; a string is a text node, never markup. */
function el(tag, className, ...children) {
  const element = document.createElement(tag)
  if (className) element.className = className
  element.append(...children.flat().filter(child => child !== null && child !== undefined && child !== ''))
  return element
}

/** Text that somebody wrote, in the direction it was written in. */
function written(tag, className, text) {
  const element = el(tag, className, text)
  element.dir = 'auto'
  return element
}

function button(className, label, action) {
  const element = el('button', className, label)
  element.type = 'button'
  element.addEventListener('click', action)
  return element
}

/** Leads to an address that the host opens, if it can. Only addresses of the web are links. */
function link(className, label, url) {
  if (!can.openLinks || !/^https?:\/\//.test(url ?? '')) return className === 'main' ? null : written('span', '', label)
  const element = button(className, label, () => void ask('ui/open-link', { url }).catch(() => {}))
  element.title = url
  return element
}

/** Leads deeper into the community; to the page of it where the host calls no tools. */
function lead(className, label, tool, args, url) {
  if (!can.serverTools) return link(className, label, url)
  const element = button(className, label, () => visit(tool, args))
  element.dir = 'auto'
  return element
}

/** A coloured tile with the first letter: there is no network to ask for pictures. */
function tile(className, title, seed) {
  const [letter] = new Intl.Segmenter().segment(title.trim() || '·')
  const element = el('span', `tile ${className}`, letter.segment.toUpperCase())
  element.style.setProperty(
    '--hue',
    [...seed].reduce((sum, one) => (sum * 31 + one.codePointAt(0)) % 360, 7),
  )
  element.ariaHidden = 'true'
  return element
}

const figure = (sign, value, name) => {
  const element = el('span', 'figure', `${sign} ${count.format(value)}`)
  element.title = word(name)
  element.ariaLabel = `${count.format(value)} ${word(name)}`
  element.role = 'img'
  return element
}

const figures = ({ plays, likes, remixes }) =>
  el('span', 'figures', figure('▶', plays, 'plays'), figure('♥', likes, 'likes'), figure('⟲', remixes, 'remixes'))

const creator = ({ handle, displayName, url }) => lead('plain', displayName, 'get_creator_profile', { handle }, url)

/** `level` is that of its heading. */
const card = (level, { title, summary, handle, slug, url, creator: by, stats }) =>
  el(
    'li',
    'card',
    tile('', title, handle + slug),
    el(
      'div',
      '',
      el(level, 'name', lead('plain', title, 'get_app_share', { handle, slug }, url)),
      written('p', 'clamp', summary),
      el('p', 'quiet', by ? creator(by) : '', figures(stats)),
    ),
  )

const cards = (items, level = 'h3') =>
  el(
    'ul',
    'cards',
    items.map(item => card(level, item)),
  )

const person = ({ handle, displayName, bio, url, followerCount }) =>
  el(
    'li',
    'card',
    tile('round', displayName, handle),
    el(
      'div',
      '',
      el('h2', 'name', creator({ handle, displayName, url })),
      el('p', 'quiet', el('bdi', '', `@${handle}`), `${count.format(followerCount)} ${word('followers')}`),
      written('p', 'clamp', bio),
    ),
  )

const chip = (label, number, args, url) =>
  el(
    'li',
    '',
    lead(
      'chip',
      number === undefined ? label : [label, el('small', '', ` ${count.format(number)}`)],
      'get_community_feed',
      args,
      url,
    ),
  )

const part = (title, content) => content && el('section', '', el('h2', '', title), content)
const filled = (list, make) => (list?.length > 0 ? make(list) : null)
