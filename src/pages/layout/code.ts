// Text to be copied. The button is the script's: it adds one to every block.
import { type Html, html } from './html.ts'

export const codeBlock = (language: string, text: string): Html =>
  html`<pre tabindex="0"><code class="language-${language}">${text}</code></pre>`

/** Descriptions in the interface's own documents set names between backticks. */
export const withCode = (text: string): Html[] =>
  text.split('`').map((part, i) => (i % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))
