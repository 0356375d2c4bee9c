// `node build/guides.ts`: an installation guide for each MCP client, in docs/clients. They are committed; a test says when
// they are no longer what would be made.
import { mkdirSync, writeFileSync } from 'node:fs'
import { makeAddresses } from '../src/addresses.ts'
import { en } from '../src/languages/en.ts'
import { getCommunityFeed } from '../src/operations/index.ts'
import { mcpRecipes, type Recipe } from '../src/pages/connect-recipes.ts'
import { neutralSite } from '../src/site/site.ts'

const folder = new URL('../docs/clients/', import.meta.url)

const site = { ...neutralSite, addresses: makeAddresses('http://localhost:4010', 'http://localhost:4000') }
const address = `${site.addresses.baseUrl}/mcp`

/** By file name. */
export function madeGuides(): Record<string, string> {
  const recipes = mcpRecipes(site, en.words)
  const guides = recipes.map(recipe => [`${recipe.id}.md`, guideOf(recipe)])
  return { 'README.md': indexOf(recipes), ...Object.fromEntries(guides) }
}

const indexOf = (recipes: readonly Recipe[]): string => `# MCP clients

Every service has these instructions with its own address on the page \`{web_url}/connect\` (\`/connect.md\` for agents). The server is read-only and needs no credentials.

${recipes.map(({ id, name }) => `- [${name}](${id}.md)`).join('\n')}

Other clients need only the address \`{base_url}/mcp\` and the transport Streamable HTTP.
`

function guideOf({ name, steps, code, install, isHosted }: Recipe): string {
  const hosted = isHosted
    ? `\n${name} connects from its own servers, so the address must be public and use HTTPS: the one of your deployment, not localhost.\n`
    : ''
  const block = isHosted ? '' : `\n\`\`\`${code.language}\n${code.text}\n\`\`\`\n`
  const link = install === undefined ? '' : `Open this link:\n\n\`\`\`text\n${install}\n\`\`\`\n\n`
  return `# ${name}

The address is \`{base_url}/mcp\`; a service on your machine has \`${address}\`. No account and no key are needed.
${hosted}
## Install

${link}${steps}
${block}
## Check

Ask ${name}: "What is trending in the community?" It calls \`${getCommunityFeed.name}\` and names creations with their addresses.

If it does not connect, open the address in a browser: it describes the server as JSON. An answer with status 403 means that the \`Host\` or \`Origin\` is not that of the service, see [configuration](../configuration.md).
`
}

if (import.meta.main) {
  mkdirSync(folder, { recursive: true })
  for (const [file, text] of Object.entries(madeGuides())) writeFileSync(new URL(file, folder), text)
}
