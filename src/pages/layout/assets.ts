// Assets of pages: the style sheet and the scripts, assembled from browser/ at start. Their URLs contain a content hash,
// so they can be cached forever.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { allColors, colorsCss } from '../../site/colors.ts'
import type { Site } from '../../site/site.ts'
import { lazily, memoizeLast } from '../../util/lazily.ts'

export type Asset = { path: string; type: string; bytes: Buffer }

const folder = new URL('../../../browser/', import.meta.url)

export function asset(name: string, type: string, text: string): Asset {
  const bytes = Buffer.from(text)
  const [stem, ending] = name.split('.') as [string, string]
  const digest = hash('sha256', bytes, 'base64url').replaceAll(/[-_]/g, '').slice(0, 12)
  return { path: `/assets/${stem}-${digest}.${ending}`, type, bytes }
}

const read = (file: string): string => readFileSync(new URL(file, folder), 'utf8')

const concatenate = (files: readonly string[]): string => files.map(file => minify(read(file))).join('\n')

/** Strips indentation and comment lines. No string literal in the files spans lines. */
const minify = (text: string): string =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !/^(?:\/\/|\/\*)/.test(line))
    .join('\n')

const styleSheet = 'text/css; charset=utf-8'
const sheets = ['tokens', 'frame', 'cards', 'community', 'people', 'creation', 'ask', 'docs', 'icons']
const scripts = ['theme', 'frame', 'copy', 'explorer', 'images', 'rails']
const script = 'text/javascript; charset=utf-8'

/** The API client, which the build has already minified. */
const client = asset('client.js', script, read('client.js'))

/** Scripts import the client as in browser/; the import is rewritten to its URL. */
const withClient = (files: readonly string[]): string =>
  concatenate(files).replace("'../client.js'", `'${client.path.replace('/assets', '.')}'`)

export const assets = {
  client,
  script: asset('site.js', script, concatenate(scripts.map(name => `site/${name}.js`))),
  /** On the pages of creations with screenshots. */
  gallery: asset('gallery.js', script, concatenate(['site/gallery.js'])),
  /** Only on the page of the same name, as is `reference`. */
  ask: asset('ask.js', script, withClient(['site/ask.js'])),
  reference: asset('reference.js', script, withClient(['site/reference.js'])),
  /** Tools for agents in the browser; reads /assets/webmcp.json. */
  webmcp: asset('webmcp.js', script, withClient(['webmcp/check.js', 'webmcp/register.js'])),
} satisfies Record<string, Asset>

const builtInSheet = lazily(() => concatenate(sheets.map(name => `site/${name}.css`)))

/** The built-in style sheet with the font, colours and style sheet of the site. */
export const sheetOf = memoizeLast(({ font, colors, css }: Site): Asset => {
  const fontCss =
    font === null
      ? ''
      : `@font-face{font-family:site;src:url(${font.path.replace('/assets/', '')});font-display:swap}:root{--sans:site,system-ui,sans-serif}`
  const own = css === null ? '' : css.bytes.toString()
  return asset('site.css', styleSheet, [builtInSheet(), fontCss, colorsCss(colors), own].filter(Boolean).join('\n'))
})

/** The style of cards in frames is inline, allowed by hash: one request shows the card. */
export const embedStyle = memoizeLast(
  ({ colors }: Site): string => `${colorsCss(allColors(colors))}\n${concatenate(['site/embed.css'])}`,
)

/**
 * The only inline script: it runs before the first paint, so that colours do not change visibly. The content
 * security policy allows it by hash.
 */
export const themeScript =
  "try{const t=localStorage.getItem('theme');if(t==='dark'||t==='light')document.documentElement.dataset.theme=t}catch{}"

export const themeScriptHash = `'sha256-${hash('sha256', themeScript, 'base64')}'`
