// Tables. On a narrow screen a row becomes a block, and each cell shows its column.
import { type Html, html } from './html.ts'

/** `isShort`: fits on the smallest screen unchanged. */
export function table(columns: readonly string[], rows: readonly (readonly Html[])[], isShort = false): Html {
  const lines = rows.map(
    cells => html`<tr>${cells.map((cell, i) => html`<td data-label="${columns[i] ?? ''}">${cell}</td>`)}</tr>`,
  )
  return html`<div class="wide${isShort ? ' short' : ''}"><table><thead><tr>${columns.map(name => html`<th>${name}</th>`)}</tr></thead><tbody>${lines}</tbody></table></div>`
}
