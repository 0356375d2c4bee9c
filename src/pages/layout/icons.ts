// Icons by name; the style sheet draws them. They are decorative, so a word always accompanies them.
import { isKindIcon, kindIcons } from '../../site/icons.ts'
import { kindLabel, kindOf } from '../../site/kinds.ts'
import type { Site } from '../../site/site.ts'
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

/** The icon of a kind, or the first letter of its label. Drawn in the page, so that only icons in use are loaded. */
export function kindIcon(site: Site, key: string, { locale }: Reader): Html {
  const name = kindOf(site, key)?.icon
  if (name !== undefined && isKindIcon(name))
    return html`<svg class="i" viewBox="0 0 24 24" aria-hidden="true">${{ markup: kindIcons[name] }}</svg>`
  const [letter = ''] = kindLabel(site, key, locale)
  return html`<i class="i letter" aria-hidden="true">${letter.toLocaleUpperCase(locale)}</i>`
}
