// The switch between cards and a dense list.
import { type Html, html } from './layout/html.ts'
import { icon } from './layout/icons.ts'
import { type Reader, type View, views } from './layout/reader.ts'

/** Parameters of addresses; cards are the default. */
export const viewQuery = (view: View): { view?: View } => (view === 'cards' ? {} : { view })

/** The first page of a list without filters. */
export const inView = (url: string, view: View): string => (view === 'cards' ? url : `${url}?view=${view}`)

/** `link` has the address of the same page in another view. */
export function viewSwitch({ view: current, words }: Reader, link: (view: View) => string): Html {
  const links = views.map(view => {
    const attributes = view === current ? html` aria-current="true"` : null
    return html`<li><a class="chip" href="${link(view)}" title="${words[view]}"${attributes}>${icon(view)}<span class="away">${words[view]}</span></a></li>`
  })
  return html`<nav class="view-switch" aria-label="${words.view}"><ul>${links}</ul></nav>`
}
