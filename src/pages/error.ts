// Errors for people.
import { html } from './html.ts'
import { type House, layout } from './layout.ts'

export type ErrorFacts = {
  message: string
  error: string
  request_id: string
  details: readonly { field: string; reason: string }[]
}

export function errorPage(house: House, status: number, title: string, facts: ErrorFacts): string {
  const { message, error, request_id, details } = facts
  const fields = details.map(({ field, reason }) => html`<li><code>${field}</code> ${reason}</li>`)
  return layout(house, {
    title: `${title} · ${house.productName}`,
    description: message,
    locale: 'en',
    canonical: null,
    body: html`<h1>${title}</h1>
<p class="lead">${message}</p>
${fields.length === 0 ? null : html`<ul>${fields}</ul>`}
<p><code>${status} ${error}</code> <code>${request_id}</code></p>
<p><a href="${house.addresses.webUrl}/">Back to ${house.productName}</a></p>`,
  })
}
