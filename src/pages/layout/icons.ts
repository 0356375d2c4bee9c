// Icons by name; the style sheet draws them. They are decorative, so a word always accompanies them.
import { isKindIcon, type KindIcon, kindIcons } from '../../site/icons.ts'
import { kindLabel, kindOf } from '../../site/kinds.ts'
import type { Counter, Site } from '../../site/site.ts'
import { type Html, html } from './html.ts'
import type { Reader } from './reader.ts'

export type Icon =
  | 'search'
  | 'globe'
  | 'theme'
  | 'play'
  | 'heart'
  | 'remix'
  | 'eye'
  | 'share'
  | 'phone'
  | 'arrow'
  | 'star'
  | 'close'
  | 'copy'
  | 'code'
  | 'cards'
  | 'list'

export const icon = (name: Icon): Html => html`<i class="i i-${name}" aria-hidden="true"></i>`

/** Drawn in the page, so that only icons in use are loaded. */
const drawn = (name: KindIcon): Html =>
  html`<svg class="i" viewBox="0 0 24 24" aria-hidden="true">${{ markup: kindIcons[name] }}</svg>`

const counterIcons: Record<Counter, Icon> = { views: 'eye', plays: 'play', likes: 'heart', remixes: 'remix' }

/** The built-in icons show what the built-in labels say. A counter with another label has the pack's icon, or a neutral one. */
export function counterIcon({ stats }: Pick<Site, 'stats'>, counter: Counter): Html {
  const { label, icon: name } = stats[counter]
  if (name !== null && isKindIcon(name)) return drawn(name)
  return label === null ? icon(counterIcons[counter]) : drawn('chart')
}

/** The icon of a kind, or the first letter of its label. */
export function kindIcon(site: Site, key: string, { locale }: Reader): Html {
  const name = kindOf(site, key)?.icon
  if (name !== undefined && isKindIcon(name)) return drawn(name)
  const [letter = ''] = kindLabel(site, key, locale)
  return html`<i class="i letter" aria-hidden="true">${letter.toLocaleUpperCase(locale)}</i>`
}
