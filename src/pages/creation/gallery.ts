// Screenshots of a creation. Each is a link to the image; the script shows them in a dialog instead.
import { isolateBidi } from '../../util/text.ts'
import type { AppValue } from '../creation-parts.ts'
import { type Html, html, safeUrl } from '../layout/html.ts'
import { type Icon, icon } from '../layout/icons.ts'
import type { Reader } from '../layout/reader.ts'
import { filled } from '../layout/words.ts'
import { memberRel } from '../member-markdown.ts'

/** `stage` is in place of a cover, `band` below the texts. */
export function gallery(
  { screenshots, title }: AppValue,
  reader: Reader,
  place: 'stage' | 'band',
  backdrop: Html | null = null,
): Html | null {
  if (screenshots.length === 0) return null
  const { words, number, direction } = reader
  const name = isolateBidi(title, direction)
  const total = number(screenshots.length)
  const pictures = screenshots.map((url, i) => {
    const text = `${filled(words.screenshotOf, { n: number(i + 1), total })}: ${name}`
    return html`<li><a href="${safeUrl(url)}" rel="${memberRel}"><img src="${safeUrl(url)}" alt="${text}" width="195" height="422" loading="lazy" decoding="async" data-art=""></a></li>`
  })
  return html`<section class="gallery ${place}">${backdrop}<h2${place === 'stage' ? html` class="away"` : null}>${words.screenshots}</h2><ul class="shots">${pictures}</ul>${lightbox(reader)}</section>`
}

/** Without a script it stays closed. */
const lightbox = ({ words }: Reader): Html =>
  html`<dialog class="lightbox" aria-label="${words.screenshots}"><figure><figcaption aria-live="polite"></figcaption></figure>
${button('close', words.close, 'close')}${button('previous', words.previous, 'arrow')}${button('next', words.next, 'arrow')}</dialog>`

const button = (name: string, label: string, mark: Icon): Html =>
  html`<button class="tool ${name}" type="button" title="${label}">${icon(mark)}<span class="away">${label}</span></button>`
