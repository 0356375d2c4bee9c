// What the script in browser/webmcp registers with a browser that offers tools of pages to agents (WebMCP): the reads and
// ask, as the MCP server describes them. Their calls go to that server too.
import { mediaTypes } from '../discovery.ts'
import { operations } from '../operations/index.ts'
import { documentHeaders } from '../server/response/caching.ts'
import type { Serve } from '../server/response/serve.ts'
import type { Router } from '../server/router.ts'

type PageTool = { name: string; title: string; description: string; inputSchema: object }

/** The script is next to it and loads it by this name. */
const path = '/assets/webmcp.json'

/** `search` and `fetch` are for research connectors; page agents use the specific tools. */
const registered: ReadonlySet<string> = new Set([...operations.map(({ name }) => name), 'ask'])

export function addWebmcp(router: Router, { tools, serve }: { tools: readonly PageTool[]; serve: Serve }): void {
  const bytes = Buffer.from(JSON.stringify({ tools: tools.filter(({ name }) => registered.has(name)).map(pageTool) }))
  const content = async () => ({ bytes, type: mediaTypes.json, headers: documentHeaders })
  router.route({
    method: ['GET', 'HEAD'],
    url: path,
    config: { route: path },
    handler: (request, reply) => serve(request, reply, { key: path, content, fixed: true }),
  })
}

/** Titles and texts are written by members: an agent must not treat them as instructions. */
const pageTool = ({ name, title, description, inputSchema }: PageTool) => ({
  name,
  title,
  description,
  inputSchema,
  annotations: { readOnlyHint: true, untrustedContentHint: true },
})
