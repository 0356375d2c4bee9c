// How to connect each client to the service: for the page, and for the guides in docs/clients.
import { slugOf } from '../knowledge/values.ts'
import type { Words } from '../languages/language.ts'
import { pathWith } from '../operations/define.ts'
import { getCommunityFeed } from '../operations/index.ts'
import { nameIn } from '../site/text.ts'
import type { SiteContext } from './layout/page.ts'
import { filled } from './layout/words.ts'

export type Recipe = {
  id: string
  name: string
  steps: string
  code: { language: string; text: string }
  /** A URL that the program itself opens. */
  install?: string
  /** The page of the program where people add the address. */
  settings?: string
  /** It connects from its own servers. */
  isHosted?: true
}

/** The page shows them in two columns; the long ones are last. */
export const recipes = (site: SiteContext, words: Words): Recipe[] => [
  ...mcpRecipes(site, words),
  ...codeRecipes(site, words),
]

const json = (value: unknown) => ({ language: 'json', text: JSON.stringify(value, null, 2) })
const shell = (text: string) => ({ language: 'sh', text })

/** For programs that people use. */
export function mcpRecipes(site: SiteContext, words: Words): Recipe[] {
  const url = `${site.addresses.baseUrl}/mcp`
  const name = slugOf(nameIn(site))
  return [...hostedRecipes(url, words), ...editorRecipes(url, name, words), ...terminalRecipes(url, name, words)]
}

const hostedRecipes = (url: string, words: Words): Recipe[] => [
  {
    id: 'claude',
    name: 'Claude',
    steps: filled(words.connectClaude, { path: 'Settings → Connectors → Add custom connector' }),
    code: { language: 'text', text: url },
    settings: 'https://claude.ai/settings/connectors',
    isHosted: true,
  },
  {
    id: 'chatgpt',
    name: 'ChatGPT',
    steps: filled(words.connectChatgpt, {
      path: 'Settings → Apps & Connectors → Advanced settings',
      action: 'Create',
    }),
    code: { language: 'text', text: url },
    settings: 'https://chatgpt.com/#settings/Connectors',
    isHosted: true,
  },
]

function editorRecipes(url: string, name: string, words: Words): Recipe[] {
  const cursorConfig = encodeURIComponent(Buffer.from(JSON.stringify({ url })).toString('base64'))
  const vsCodeConfig = encodeURIComponent(JSON.stringify({ name, type: 'http', url }))
  return [
    {
      id: 'vs-code',
      name: 'VS Code',
      steps: filled(words.connectFile, { file: '`.vscode/mcp.json`' }),
      code: json({ servers: { [name]: { type: 'http', url } } }),
      install: `vscode:mcp/install?${vsCodeConfig}`,
    },
    {
      id: 'cursor',
      name: 'Cursor',
      steps: filled(words.connectFile, { file: '`~/.cursor/mcp.json`' }),
      code: json({ mcpServers: { [name]: { url } } }),
      install: `cursor://anysphere.cursor-deeplink/mcp/install?name=${name}&config=${cursorConfig}`,
    },
    {
      id: 'windsurf',
      name: 'Windsurf',
      steps: filled(words.connectFileOnly, { file: '`~/.codeium/windsurf/mcp_config.json`' }),
      code: json({ mcpServers: { [name]: { serverUrl: url } } }),
    },
    {
      id: 'zed',
      name: 'Zed',
      steps: filled(words.connectFileOnly, { file: '`~/.config/zed/settings.json`' }),
      code: json({ context_servers: { [name]: { url } } }),
    },
  ]
}

const terminalRecipes = (url: string, name: string, words: Words): Recipe[] => [
  {
    id: 'claude-code',
    name: 'Claude Code',
    steps: words.connectTerminal,
    code: shell(`claude mcp add --transport http ${name} ${url}`),
  },
  {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    steps: words.connectTerminal,
    code: shell(`gemini mcp add --transport http ${name} ${url}`),
  },
  {
    id: 'codex',
    name: 'Codex',
    steps: words.connectTerminal,
    code: shell(`codex mcp add ${name} --url ${url}`),
  },
]

/** For programs that people write. */
function codeRecipes({ addresses, examples }: SiteContext, words: Words): Recipe[] {
  const { baseUrl } = addresses
  return [
    {
      id: 'curl',
      name: 'curl',
      steps: words.connectHttp,
      code: shell(`curl '${baseUrl}${pathWith(getCommunityFeed, { q: examples.q })}'`),
    },
    {
      id: 'typescript',
      name: 'TypeScript',
      steps: words.connectClient,
      code: {
        language: 'ts',
        text: `import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'\n\nconst client = new Client({ name: 'my-agent', version: '1.0.0' })\nawait client.connect(new StreamableHTTPClientTransport(new URL('${baseUrl}/mcp')))\nconst answer = await client.callTool({ name: '${getCommunityFeed.name}', arguments: { q: '${examples.q}' } })`,
      },
    },
  ]
}
