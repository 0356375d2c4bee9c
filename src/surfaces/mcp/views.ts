// The ui:// views: each one HTML document of a few kilobytes, put together at start from the files in browser/views.
// They ask no network for anything: what they show comes from the host, as the result of a tool.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Resource } from './definition.ts'

export const viewType = 'text/html;profile=mcp-app'

const views = {
  community: { title: 'Community', description: 'A page of the feed, or the front page with its rails.' },
  tags: { title: 'Popular tags', description: 'The most used tags, each with its count.' },
  creator: { title: 'Creator', description: 'A creator with their apps, or a list of creators.' },
  app: { title: 'Creation', description: 'One creation with its texts, totals and leaderboard.' },
} as const

export type ViewName = keyof typeof views

export const viewUri = (name: ViewName): string => `ui://vitrine/${name}`
export const viewUris: readonly string[] = (Object.keys(views) as ViewName[]).map(viewUri)

export function viewResources(): Resource[] {
  return (Object.keys(views) as ViewName[]).map(name => ({
    uri: viewUri(name),
    name: `${name}-view`,
    ...views[name],
    mimeType: viewType,
    text: viewDocument(name),
    // Empty lists: no address is ever asked for anything.
    _meta: { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } },
  }))
}

const folder = new URL('../../../browser/views/', import.meta.url)
const source = (file: string): string => lean(readFileSync(new URL(file, folder), 'utf8'))

/** Comments and indentation are for those who read the files. */
const lean = (text: string): string => text.replace(/^\s*(?:\/\/.*|\/\*\*.*\*\/)?\n|^ +/gm, '')

/** All of them in each view: whoever looks closer goes from one to the next. */
const scripts = ['bridge', 'words', 'elements', 'screens', 'trail']

function viewDocument(name: ViewName): string {
  const style = source('view.css')
    .replace(/\s*([{};,])\s*/g, '$1')
    .replaceAll(': ', ':')
  const script = scripts.map(file => source(`${file}.js`)).join('')
  const policy = `default-src 'none'; script-src ${digest(script)}; style-src ${digest(style)}; base-uri 'none'; form-action 'none'`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${views[name].title}</title>
<style>${style}</style>
</head>
<body>
<main tabindex="-1" aria-busy="true"><p class="wait"></p><p class="wait"></p><p class="wait"></p></main>
<script type="module">${script}</script>
</body>
</html>
`
}

const digest = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`
