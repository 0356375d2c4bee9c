// How to connect AI assistants and programs to the service.

import { en } from '../languages/en.ts'
import type { Words } from '../languages/language.ts'
import { nameIn } from '../site/text.ts'
import { type Recipe, recipes } from './connect-recipes.ts'
import { codeBlock, withCode } from './docs/code.ts'
import { type Html, html } from './layout/html.ts'
import { icon } from './layout/icons.ts'
import { articleThing, jsonLd } from './layout/json-ld.ts'
import { layout } from './layout/layout.ts'
import { markdownDocument } from './layout/markdown-text.ts'
import type { SiteContext } from './layout/page.ts'
import type { Reader } from './layout/reader.ts'
import { filled } from './layout/words.ts'

/** When the recipes were last checked. */
const updated = '2026-11-19'

export function connectPage(site: SiteContext, reader: Reader): string {
  const { webUrl, baseUrl } = site.addresses
  const { words, to } = reader
  const lead = filled(words.connectLead, { product: nameIn(site, reader.locale) })
  const url = `${webUrl}/connect`
  const list = recipes(site, words)
  const more = site.features.docs
    ? html`<p><a class="see" href="${to(`${webUrl}/docs/mcp`)}">${words.connectMore}${icon('arrow')}</a></p>`
    : null
  return layout(site, {
    title: `${words.connectTitle} · ${nameIn(site, reader.locale)}`,
    description: lead,
    reader,
    canonical: url,
    markdownUrl: `${url}.md`,
    data: jsonLd(articleThing(site, { title: words.connectTitle, summary: lead, url, updated })),
    menuEntry: 'connect',
    body: html`<div class="wrap connect"><h1>${words.connectTitle}</h1><p class="lead">${lead}</p>
<div class="address">${codeBlock('text', `${baseUrl}/mcp`)}</div>
<ul class="chips">${list.map(({ id, name }) => html`<li><a class="chip" href="#${id}">${name}</a></li>`)}</ul>
<div class="recipes">${list.map(entry => recipe(entry, words))}</div>${more}</div>`,
  })
}

/** What is quickest comes first: a button where there is one. */
function recipe(entry: Recipe, words: Words): Html {
  const { id, name, steps, code } = entry
  const link = linkOf(entry, words)
  const button =
    link && html`<p><a class="button${link.isQuiet ? ' quiet' : ''}" href="${link.url}">${link.label}</a></p>`
  return html`<section class="panel" id="${id}"><h2>${name}</h2>${button}<p>${withCode(steps)}</p>${codeBlock(code.language, code.text)}</section>`
}

function linkOf({ name, install, settings }: Recipe, { connectInstall, connectOpen }: Words) {
  if (install !== undefined) return { url: install, label: filled(connectInstall, { name }), isQuiet: false }
  return settings === undefined ? null : { url: settings, label: filled(connectOpen, { name }), isQuiet: true }
}

export function connectMarkdown(site: SiteContext): string {
  const { webUrl } = site.addresses
  const parts = recipes(site, en.words).map(entry => {
    const { name, steps, code } = entry
    const link = linkOf(entry, en.words)
    const start = link === null ? '' : `${link.label}: <${link.url}>\n\n`
    return `## ${name}\n\n${start}${steps}\n\n${fenced(code.language, code.text)}`
  })
  if (site.features.docs) parts.push(`[${en.words.connectMore}](${webUrl}/docs/mcp.md)\n`)
  const description = filled(en.words.connectLead, { product: nameIn(site) })
  const address = fenced('text', `${site.addresses.baseUrl}/mcp`)
  const head = { title: en.words.connectTitle, description, canonical: `${webUrl}/connect`, updated }
  return markdownDocument(
    head,
    webUrl,
    `# ${en.words.connectTitle}\n\n${description}\n\n${address}\n${parts.join('\n')}`,
  )
}

const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\`\n`
