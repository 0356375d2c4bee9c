// Code blocks. The script adds a copy button to each.
import { type Html, html } from '../layout/html.ts'

export const codeBlock = (language: string, text: string): Html =>
  html`<pre tabindex="0"><code class="language-${language}">${text}</code></pre>`

/** Descriptions in OpenAPI use backticks for names. */
export const withCode = (text: string): Html[] =>
  text.split('`').map((part, i) => (i % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))
