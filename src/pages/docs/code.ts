// Code blocks. The script adds a copy button to each.
import { type Html, html } from '../layout/html.ts'

export const codeBlock = (language: string, text: string): Html =>
  html`<pre tabindex="0"><code class="language-${language}">${text}</code></pre>`

/** Descriptions in OpenAPI use backticks for names. */
export const withCode = (text: string): Html[] =>
  text.split('`').map((part, i) => (i % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))

/** Fits into a line of the smallest screen; other letters may be wider. */
const short = /^[ -~…]{0,24}$/

/** Marks longer code in texts, which may be broken: a path after its slashes. */
export const withBreaks = ({ markup }: Html): Html => ({
  markup: markup.replace(/(?<!<pre[^>]*>)<code>([^<]*)<\/code>/g, (code, text: string) =>
    short.test(text.replace(/&\w+;/g, '&'))
      ? code
      : `<code class="long">${text.replace(/(?<=[^/])\/(?=[^/])/g, '/<wbr>')}</code>`,
  ),
})
