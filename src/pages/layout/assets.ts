// What pages load besides themselves: a sheet and a script, put together from the files in browser/ when the service
// starts. Their addresses carry a hash of what they hold, so they may be kept for ever.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export type Asset = { path: string; type: string; bytes: Buffer }

const folder = new URL('../../../browser/', import.meta.url)

function asset(name: string, type: string, text: string): Asset {
  const bytes = Buffer.from(text)
  const [stem, ending] = name.split('.') as [string, string]
  const mark = hash('sha256', bytes, 'base64url').replaceAll(/[-_]/g, '').slice(0, 12)
  return { path: `/assets/${stem}-${mark}.${ending}`, type, bytes }
}

const read = (file: string): string => readFileSync(new URL(file, folder), 'utf8')

const together = (files: readonly string[]): string => files.map(file => slim(read(file))).join('\n')

/** Without indentation and lines of comment: readers of the source have the files. No text in them spans lines. */
const slim = (text: string): string =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !/^(?:\/\/|\/\*)/.test(line))
    .join('\n')

const sheets = ['tokens', 'frame', 'cards', 'community', 'people', 'docs', 'icons']
const scripts = ['theme', 'copy', 'explorer']
const script = 'text/javascript; charset=utf-8'

/** The client of the API, which is as small as it gets already. */
const client = asset('client.js', script, read('client.js'))

/** Scripts name the client as they find it in browser/, and load it from where it is. */
const withClient = (files: readonly string[]): string =>
  together(files).replace("'../client.js'", `'${client.path.replace('/assets', '.')}'`)

export const assets = {
  client,
  sheet: asset('site.css', 'text/css; charset=utf-8', together(sheets.map(name => `site/${name}.css`))),
  script: asset('site.js', script, together(scripts.map(name => `site/${name}.js`))),
  /** What only some pages need. */
  ask: asset('ask.js', script, withClient(['site/ask.js'])),
  reference: asset('reference.js', script, withClient(['site/reference.js'])),
  /** Tools for agents in the browser; it reads /assets/webmcp.json, which is beside it. */
  webmcp: asset('webmcp.js', script, withClient(['webmcp/check.js', 'webmcp/register.js'])),
} satisfies Record<string, Asset>

/**
 * The one script in the page itself: it runs before anything is shown, so that a page never changes its colours before
 * the reader's eyes. The policy of pages allows it by its hash.
 */
export const themeScript =
  "try{const t=localStorage.getItem('theme');if(t==='dark'||t==='light')document.documentElement.dataset.theme=t}catch{}"

export const themeScriptHash = `'sha256-${hash('sha256', themeScript, 'base64')}'`
