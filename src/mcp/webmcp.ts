// What the script in browser/webmcp registers with a browser that offers tools of pages to agents (WebMCP): the reads and
// ask, as the MCP server describes them. Their calls go to that server too.
import { mediaTypes } from '../discovery.ts'
import { operations } from '../operations/index.ts'
import { documentAnswer } from '../server/response/caching.ts'
import type { Serve } from '../server/response/serve.ts'
import type { Router } from '../server/router.ts'

type PageTool = { name: string; title: string; description: string; inputSchema: object }

/** The script is beside it under an address of its own, and finds it by this name. */
const path = '/assets/webmcp.json'

/** `search` and `fetch` of the MCP server are for research connectors: what they do, these do better. */
const registered: ReadonlySet<string> = new Set([...operations.map(({ name }) => name), 'ask'])

export function addWebmcp(router: Router, { tools, serve }: { tools: readonly PageTool[]; serve: Serve }): void {
  const bytes = Buffer.from(JSON.stringify({ tools: tools.filter(({ name }) => registered.has(name)).map(pageTool) }))
  const content = async () => ({ bytes, type: mediaTypes.json, headers: documentAnswer })
  router.route({
    method: ['GET', 'HEAD'],
    url: path,
    config: { route: path },
    handler: (request, reply) => serve(request, reply, { key: path, content, fixed: true }),
  })
}

/** Titles and texts in the answers were written by anybody: an agent must not take them for instructions. */
const pageTool = ({ name, title, description, inputSchema }: PageTool) => ({
  name,
  title,
  description,
  inputSchema,
  annotations: { readOnlyHint: true, untrustedContentHint: true },
})
