// Elements of the screens. Community content is inserted as text only.
import { hint, host } from './bridge.js'
import { amount, word } from './language.js'
import { visit } from './trail.js'

export const { assign } = Object

/** Without bidirectional controls, which could reorder surrounding text even outside an isolating element. */
const plain = text => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')

/** `tag.class` with its children; strings become text nodes, never markup, in their own direction. */
export function el(tag, ...parts) {
  const [name, ...classes] = tag.split('.')
  const node = document.createElement(name)
  node.className = classes.join(' ')
  const isText = parts.every(part => part?.big)
  if (isText) node.dir = 'auto'
  const shown = parts.flat().filter(Boolean)
  node.append(...shown.map(part => (part.big ? (isText ? plain(part) : el('bdi', part)) : part)))
  return node
}

export const button = (name, label, onclick) => assign(el(`button.${name}`, label), { onclick })

/** Calls a tool, or opens the page if the host calls no tools. Only http(s) URLs are links. */
export function lead(label, url, tool, args, name = '') {
  const { serverTools, openLinks } = host.can
  if (tool && serverTools) return button(name, label, () => visit(tool, args))
  if (openLinks && /^https?:/.test(url)) return button(name, label, () => hint('ui/open-link', { url }))
  return name !== 'main' && el('span', label)
}

export const app = ({ title, handle, slug, url }) => lead(title, url, 'get_app_share', { handle, slug })
export const person = ({ displayName, handle, url }) => lead(displayName, url, 'get_creator_profile', { handle })
export const feed = ({ label, title, url, moreUrl, count }, args, name) =>
  lead([label ?? title, count && el('small', ` ${amount(count)}`)], url ?? moreUrl, 'get_community_feed', args, name)

/** A coloured tile with the first letter, because views have no network access for images. */
export function tile(title, name = '') {
  const [letter] = new Intl.Segmenter().segment(plain(title).trim() || '·')
  const hue = [...title].reduce((sum, one) => (sum * 31 + one.codePointAt()) % 360, 7)
  return assign(el(`span.tile.${name}`, letter.segment.toUpperCase()), { style: `--hue:${hue}`, ariaHidden: true })
}

/** A counter without a name is hidden. */
export const figures = stats =>
  ['▶ Plays', '♥ Likes', '⟲ Remixes'].map(label => {
    const [sign, name] = label.split(' ')
    const number = stats[name.toLowerCase()]
    return word(name) && assign(el('span', `${sign} ${amount(number)}`), { title: amount(number, name), role: 'img' })
  })

const card = (picture, title, text, ...facts) =>
  el('li.card', picture, el('div', el('h3', title), el('p.clamp', text), el('p.quiet', ...facts)))

/** List entries by a property that identifies their type. */
const entries = {
  rank: ({ rank, score, unit, app: played, ...player }) =>
    el('li', el('b', `${rank}`), played ? app(played) : person(player), el('span.quiet', amount(score) + unit)),
  label: item => el('li', feed(item, item.key ? { tag: item.key } : { category: item.slug }, 'chip')),
  title: item =>
    card(tile(item.title), app(item), item.summary, item.creator && person(item.creator), ...figures(item.stats)),
  displayName: item =>
    card(
      tile(item.displayName, 'round'),
      person(item),
      item.bio,
      el('span', `@${item.handle}`),
      el('span', amount(item.followerCount, 'Followers')),
    ),
}

/** A list with its title; null when empty. */
export function list(title, items) {
  if (!items?.[0]) return null
  const kind = Object.keys(entries).find(name => name in items[0])
  return el('section', title && el('h2', title), el(`ul.${kind}`, ...items.map(entries[kind])))
}
