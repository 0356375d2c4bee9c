// Errors for people: what happened, what to do, and ways on.
import { html } from './html.ts'
import { type House, layout } from './layout.ts'
import { readerAsking } from './reader.ts'
import { searchForm } from './search-form.ts'

export type ErrorFacts = {
  message: string
  error: string
  request_id: string
  details: readonly { field: string; reason: string }[]
}

export function errorPage(house: House, status: number, title: string, facts: ErrorFacts): string {
  const { message, error, request_id, details } = facts
  const { webUrl } = house.addresses
  const reader = readerAsking(null)
  const fields = details.map(({ field, reason }) => html`<li><code>${field}</code> ${reason}</li>`)
  return layout(house, {
    title: `${title} · ${house.productName}`,
    description: message,
    reader,
    translated: false,
    canonical: null,
    body: html`<div class="wrap problem"><p class="number" aria-hidden="true">${status}</p><h1>${title}</h1>
<p class="lead">${message}</p>
${fields.length === 0 ? null : html`<ul>${fields}</ul>`}
${status === 404 ? searchForm(house, reader) : null}
<p class="actions"><a class="button" href="${webUrl}/">Back to ${house.productName}</a><a class="button quiet" href="${webUrl}/community">${reader.words.explore}</a></p>
<p class="note"><code>${status} ${error}</code> <code>${request_id}</code></p></div>`,
  })
}
