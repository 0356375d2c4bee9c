// The results of a comparison, side by side.
import { counterLabel, shownCounters } from '../site/kinds.ts'
import { countOfCounter } from './ask-counts.ts'
import { type Html, html, safeUrl } from './layout/html.ts'
import type { SiteContext } from './layout/page.ts'
import type { Reader } from './layout/reader.ts'

type Compared = { url: string; name: string; description: string; schema_object: Record<string, unknown> }

/** A column for each creation: what it is, then its facts. */
export function comparisonTable(site: SiteContext, compared: readonly Compared[], reader: Reader): Html {
  const columns = compared.map(one => html`<th scope="col">${heading(one, reader)}</th>`)
  const rows = [...facts(compared, reader), ...counts(site, compared, reader)]
    .filter(({ values }) => values.some(value => value !== null))
    .map(
      ({ label, values }) =>
        html`<tr><th scope="row">${label}</th>${values.map(value => html`<td>${value ?? '–'}</td>`)}</tr>`,
    )
  return html`<div class="compared"><table><thead><tr><td></td>${columns}</tr></thead><tbody>${rows}</tbody></table></div>`
}

function heading({ url, name, description, schema_object: { image } }: Compared, { to }: Reader): Html {
  const picture =
    typeof image === 'string'
      ? html`<img src="${safeUrl(image)}" alt="" width="120" height="80" loading="lazy" decoding="async" data-art="">`
      : null
  return html`${picture}<a href="${to(safeUrl(url))}" dir="auto">${name}</a>${description === '' ? null : html`<span dir="auto">${description}</span>`}`
}

type Row = { label: string; values: readonly (Html | null)[] }

function facts(compared: readonly Compared[], { words, day, to }: Reader): Row[] {
  const row = (label: string, value: (about: Record<string, unknown>) => Html | null): Row => ({
    label,
    values: compared.map(({ schema_object }) => value(schema_object)),
  })
  return [
    row(words.creator, ({ author }) => {
      const { name, url } = author as { name: string; url: string }
      return html`<a href="${to(safeUrl(url))}" dir="auto">${name}</a>`
    }),
    row(words.category, ({ applicationCategory: label }) =>
      typeof label === 'string' ? html`<bdi>${label}</bdi>` : null,
    ),
    row(words.published, ({ datePublished: time }) =>
      typeof time === 'string' ? html`<time datetime="${time}">${day(time)}</time>` : null,
    ),
  ]
}

/** The largest value of each row stands out. */
const counts = (site: SiteContext, compared: readonly Compared[], { locale, number }: Reader): Row[] =>
  shownCounters(site).map(counter => {
    const values = compared.map(({ schema_object }) => countOfCounter(schema_object, counter))
    const most = Math.max(...values)
    const isOnly = values.filter(value => value === most).length === 1
    return {
      label: counterLabel(site, counter, locale),
      values: values.map(value => (value === most && isOnly ? html`<b>${number(value)}</b>` : html`${number(value)}`)),
    }
  })
