// How to add the MCP server to the assistants that people use.
import { codeBlock } from './code.ts'
import { type Html, html } from './html.ts'
import { articleThing, jsonLd } from './json-ld.ts'
import { type House, layout } from './layout.ts'
import { markdownDocument } from './markdown-text.ts'
import type { Reader } from './reader.ts'
import { en } from './words/en.ts'
import { filled } from './words.ts'

type Recipe = {
  id: string
  name: string
  steps: string
  language: string
  code: string
  link?: { label: string; url: string }
}

/** When the recipes were last checked. */
const updated = '2026-11-15'

const slugOf = (productName: string): string =>
  productName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'community'

function recipes({ productName, addresses }: House): Recipe[] {
  const url = `${addresses.baseUrl}/mcp`
  const name = slugOf(productName)
  const json = (value: unknown) => JSON.stringify(value, null, 2)
  const cursor = Buffer.from(JSON.stringify({ url })).toString('base64')
  const code = encodeURIComponent(JSON.stringify({ name, type: 'http', url }))
  return [
    {
      id: 'claude',
      name: 'Claude',
      steps:
        'In Claude on the web and the desktop: Settings, Connectors, Add custom connector, and give it this address. Leave the OAuth fields empty.',
      language: 'text',
      code: url,
    },
    {
      id: 'claude-code',
      name: 'Claude Code',
      steps: 'In a terminal:',
      language: 'sh',
      code: `claude mcp add --transport http ${name} ${url}`,
    },
    {
      id: 'chatgpt',
      name: 'ChatGPT',
      steps:
        'Settings, Apps & Connectors, Advanced settings: turn on developer mode. Then Create, give it this address, and choose no authentication.',
      language: 'text',
      code: url,
    },
    {
      id: 'vs-code',
      name: 'VS Code',
      steps: 'Put this into .vscode/mcp.json, or use the link.',
      language: 'json',
      code: json({ servers: { [name]: { type: 'http', url } } }),
      link: { label: 'Install in VS Code', url: `vscode:mcp/install?${code}` },
    },
    {
      id: 'cursor',
      name: 'Cursor',
      steps: 'Put this into ~/.cursor/mcp.json, or use the link.',
      language: 'json',
      code: json({ mcpServers: { [name]: { url } } }),
      link: {
        label: 'Install in Cursor',
        url: `cursor://anysphere.cursor-deeplink/mcp/install?name=${name}&config=${encodeURIComponent(cursor)}`,
      },
    },
    {
      id: 'typescript',
      name: 'TypeScript',
      steps: 'With the official client, or any other that speaks Streamable HTTP:',
      language: 'ts',
      code: `import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'\n\nconst client = new Client({ name: 'my-agent', version: '1.0.0' })\nawait client.connect(new StreamableHTTPClientTransport(new URL('${url}')))\nconst answer = await client.callTool({ name: 'get_community_feed', arguments: { q: 'water' } })`,
    },
    {
      id: 'curl',
      name: 'curl',
      steps: 'Or without MCP, as plain HTTP:',
      language: 'sh',
      code: `curl '${addresses.baseUrl}/public/share/community?q=water'`,
    },
  ]
}

export function connectPage(house: House, reader: Reader): string {
  const { webUrl, baseUrl } = house.addresses
  const { words, to } = reader
  const lead = filled(words.connectLead, { product: house.productName })
  const url = `${webUrl}/connect`
  const list = recipes(house)
  return layout(house, {
    title: `${words.connectTitle} · ${house.productName}`,
    description: lead,
    reader,
    canonical: url,
    markdownUrl: `${url}.md`,
    data: jsonLd(articleThing(house, { title: words.connectTitle, summary: lead, url, updated })),
    place: 'connect',
    body: html`<div class="wrap connect"><h1>${words.connectTitle}</h1><p class="lead">${lead}</p>
<div class="address">${codeBlock('text', `${baseUrl}/mcp`)}</div>
<ul class="chips">${list.map(({ id, name }) => html`<li><a class="chip" href="#${id}">${name}</a></li>`)}</ul>
<div class="recipes" lang="en" dir="ltr">${list.map(recipe)}</div><p><a href="${to(`${webUrl}/docs/mcp`)}">MCP · ${words.docs}</a></p></div>`,
  })
}

const recipe = ({ id, name, steps, language, code, link }: Recipe): Html =>
  html`<section class="panel" id="${id}"><h2>${name}</h2><p>${steps}</p>${codeBlock(language, code)}${link === undefined ? null : html`<p><a class="button quiet" href="${link.url}">${link.label}</a></p>`}</section>`

export function connectMarkdown(house: House): string {
  const { webUrl } = house.addresses
  const parts = recipes(house).map(
    ({ name, steps, language, code }) => `## ${name}\n\n${steps}\n\n\`\`\`${language}\n${code}\n\`\`\`\n`,
  )
  const description = filled(en.connectLead, { product: house.productName })
  const head = { title: en.connectTitle, description, canonical: `${webUrl}/connect`, updated }
  return markdownDocument(head, webUrl, `# ${en.connectTitle}\n\n${description}\n\n${parts.join('\n')}`)
}
