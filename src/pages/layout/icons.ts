// Icons by name; the style sheet draws them. They are decorative, so a word always accompanies them.
import { type Html, html } from './html.ts'

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
  | 'app'
  | 'tracker'
  | 'game'
  | 'widget'
  | 'experience'

export const icon = (name: Icon): Html => html`<i class="i i-${name}" aria-hidden="true"></i>`
