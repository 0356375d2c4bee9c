// The search form, which works without a script and is also used by the script and by agents in the browser.
import { formValue, type Html, html } from './html.ts'
import { icon } from './icons.ts'
import type { SiteContext } from './page.ts'
import type { Reader } from './reader.ts'

/** `hint`: what is searched. `hiddenFields`: filters that stay in effect. `isHidden`: only scripts and agents use it. */
type Search = { query?: string; hint?: string; hiddenFields?: Html | null; isHidden?: boolean }

export function searchForm(
  { addresses }: SiteContext,
  { words, tag }: Reader,
  { query = '', hint = words.searchHint, hiddenFields = null, isHidden = false }: Search = {},
): Html {
  const language = tag === 'en' ? null : html`<input type="hidden" name="locale" value="${tag}">`
  return html`<form class="search" role="search"${isHidden ? html` hidden` : null} method="get" action="${addresses.webUrl}/community" toolname="search_community" tooldescription="Search the public creations of the community.">
<label class="away" for="q">${hint}</label>${icon('search')}<input id="q" type="search" name="q" value="${formValue(query)}" placeholder="${hint}" maxlength="200" autocomplete="off" enterkeyhint="search" toolparamdescription="Words that must all be found in a creation.">
<span id="kept">${language}${hiddenFields}</span><button class="button">${icon('search')}<b>${words.search}</b></button></form>`
}
