// The ui:// views: HTML documents of a few kilobytes, assembled at start from the output of build/views.ts. They
// make no network requests: the host passes them the result of a tool.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ViewName } from '../operations/define.ts'
import type { Site } from '../site/site.ts'
import type { Resource } from './definition.ts'
import type { IconName } from './icons.ts'
import { siteWords } from './view-words.ts'

export const viewType = 'text/html;profile=mcp-app'

const views: Record<ViewName, { title: string; description: string; icon: IconName }> = {
  community: { icon: 'home', title: 'Community', description: 'A page of the feed, or the front page with its rails.' },
  tags: { icon: 'flag', title: 'Popular tags', description: 'The most used tags, each with its count.' },
  creator: {
    icon: 'experience',
    title: 'Creator',
    description: 'A creator with their creations, or a list of creators.',
  },
  app: { icon: 'cube', title: 'Creation', description: 'One creation with its texts, totals and leaderboard.' },
}

export const viewUri = (name: ViewName): string => `ui://vitrine/${name}`

export const viewIcon = (name: ViewName): IconName => views[name].icon

export const viewUris: readonly string[] = (Object.keys(views) as ViewName[]).map(viewUri)

export function viewResources(site: Pick<Site, 'kinds' | 'stats'>): Resource[] {
  const words = siteWords(site, 'en')
  return (Object.keys(views) as ViewName[]).map(name => ({
    uri: viewUri(name),
    name: `${name}-view`,
    ...views[name],
    mimeType: viewType,
    text: viewDocument(name, words),
    // Empty lists: no network access.
    _meta: { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } },
  }))
}

const source = (file: string): string => readFileSync(new URL(`../../browser/${file}`, import.meta.url), 'utf8')

/** Each view contains the screens of all views, so that people can navigate between them. */
function viewDocument(name: ViewName, words: Record<string, string>): string {
  const style = source('views.css')
  const script = source('views.js')
  const policy = `default-src 'none'; script-src ${digest(script)}; style-src ${digest(style)}; base-uri 'none'; form-action 'none'`
  const data = Object.keys(words).length === 0 ? '' : ` data-words='${escaped(JSON.stringify(words))}'`
  return `<!doctype html>
<html lang=en${data}>
<meta charset=utf-8>
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${views[name].title}</title>
<style>${style}</style>
<main tabindex=-1 aria-busy=true><p class=wait><p class=wait><p class=wait></main>
<script type="module">${script}</script>
`
}

/** For an attribute in single quotes, because JSON has many double ones. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('<', '&lt;')

const digest = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`
