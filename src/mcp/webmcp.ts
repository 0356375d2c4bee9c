// The tools that the script in browser/webmcp registers in browsers with WebMCP (tools of a page for agents): the reads
// and ask, as described by the product MCP server, which also answers their calls.
import { mediaTypes } from '../discovery.ts'
import { operations } from '../operations/index.ts'
import { documentHeaders } from '../server/response/caching.ts'
import type { Serve } from '../server/response/serve.ts'
import type { Router } from '../server/router.ts'

type PageTool = { name: string; title: string; description: string; inputSchema: object }

/** The script loads it by this name, from its own folder. */
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

type Schemas = Record<string, object>

/** With the limits of texts, which tools/list leaves out: the script checks arguments before it sends them. */
function checkable(name: string, inputSchema: object): object {
  const operation = operations.find(candidate => candidate.name === name)
  const { properties } = inputSchema as { properties?: Schemas }
  if (operation === undefined || properties === undefined) return inputSchema
  const limited = operation.fields.map(({ name, schema: { minLength, maxLength, pattern } }) => [
    name,
    { ...properties[name], minLength, maxLength, pattern },
  ])
  return { ...inputSchema, properties: Object.fromEntries(limited) as Schemas }
}

/** Titles and texts are written by members: an agent must not treat them as instructions. */
const pageTool = ({ name, title, description, inputSchema }: PageTool) => ({
  name,
  title,
  description,
  inputSchema: checkable(name, inputSchema),
  annotations: { readOnlyHint: true, untrustedContentHint: true },
})
