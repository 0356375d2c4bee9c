// How to connect AI assistants and programs to the service.

import { slugOf } from '../knowledge/values.ts'
import { en } from '../languages/en.ts'
import type { Words } from '../languages/language.ts'
import { pathWith } from '../operations/define.ts'
import { getCommunityFeed } from '../operations/index.ts'
import { nameIn } from '../site/text.ts'
import { codeBlock, withCode } from './docs/code.ts'
import { type Html, html } from './layout/html.ts'
import { icon } from './layout/icons.ts'
import { articleThing, jsonLd } from './layout/json-ld.ts'
import { layout } from './layout/layout.ts'
import { markdownDocument } from './layout/markdown-text.ts'
import type { SiteContext } from './layout/page.ts'
import type { Reader } from './layout/reader.ts'
import { filled } from './layout/words.ts'

type Recipe = {
  id: string
  name: string
  steps: string
  /** Absent where the address at the top of the page is enough. */
  code?: { language: string; text: string }
  /** A URL that the program itself opens. */
  install?: string
}

/** When the recipes were last checked. */
const updated = '2026-11-15'

/** The page shows them in two columns; the long ones are last. */
function recipes(site: SiteContext, words: Words): Recipe[] {
  const { addresses, examples } = site
  const url = `${addresses.baseUrl}/mcp`
  const name = slugOf(nameIn(site))
  const json = (value: unknown) => JSON.stringify(value, null, 2)
  const cursorConfig = Buffer.from(JSON.stringify({ url })).toString('base64')
  const vsCodeConfig = encodeURIComponent(JSON.stringify({ name, type: 'http', url }))
  return [
    {
      id: 'claude',
      name: 'Claude',
      steps: filled(words.connectClaude, { path: 'Settings → Connectors → Add custom connector' }),
    },
    {
      id: 'chatgpt',
      name: 'ChatGPT',
      steps: filled(words.connectChatgpt, {
        path: 'Settings → Apps & Connectors → Advanced settings',
        action: 'Create',
      }),
    },
    {
      id: 'vs-code',
      name: 'VS Code',
      steps: filled(words.connectFile, { file: '`.vscode/mcp.json`' }),
      code: { language: 'json', text: json({ servers: { [name]: { type: 'http', url } } }) },
      install: `vscode:mcp/install?${vsCodeConfig}`,
    },
    {
      id: 'cursor',
      name: 'Cursor',
      steps: filled(words.connectFile, { file: '`~/.cursor/mcp.json`' }),
      code: { language: 'json', text: json({ mcpServers: { [name]: { url } } }) },
      install: `cursor://anysphere.cursor-deeplink/mcp/install?name=${name}&config=${encodeURIComponent(cursorConfig)}`,
    },
    {
      id: 'claude-code',
      name: 'Claude Code',
      steps: words.connectTerminal,
      code: { language: 'sh', text: `claude mcp add --transport http ${name} ${url}` },
    },
    {
      id: 'curl',
      name: 'curl',
      steps: words.connectHttp,
      code: { language: 'sh', text: `curl '${addresses.baseUrl}${pathWith(getCommunityFeed, { q: examples.q })}'` },
    },
    {
      id: 'typescript',
      name: 'TypeScript',
      steps: words.connectClient,
      code: {
        language: 'ts',
        text: `import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'\n\nconst client = new Client({ name: 'my-agent', version: '1.0.0' })\nawait client.connect(new StreamableHTTPClientTransport(new URL('${url}')))\nconst answer = await client.callTool({ name: '${getCommunityFeed.name}', arguments: { q: '${examples.q}' } })`,
      },
    },
  ]
}

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

function recipe({ id, name, steps, code, install }: Recipe, words: Words): Html {
  const link =
    install === undefined
      ? null
      : html`<p><a class="button quiet" href="${install}">${filled(words.connectInstall, { name })}</a></p>`
  return html`<section class="panel" id="${id}"><h2>${name}</h2><p>${withCode(steps)}</p>${code === undefined ? null : codeBlock(code.language, code.text)}${link}</section>`
}

export function connectMarkdown(site: SiteContext): string {
  const { webUrl } = site.addresses
  const parts = recipes(site, en.words).map(
    ({ name, steps, code }) =>
      `## ${name}\n\n${steps}\n${code === undefined ? '' : `\n${fenced(code.language, code.text)}`}`,
  )
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
