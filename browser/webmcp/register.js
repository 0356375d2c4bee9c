// Registers the public reads and ask as tools of the page, where the browser offers pages' tools to agents (WebMCP).
// Which tools there are is told by the server; calls go to its MCP endpoint. Other browsers are asked for nothing.
const modelContext = document.modelContext ?? navigator.modelContext

/** What an agent reads when a call did not work. Thrown errors would reach the console instead. */
const mistake = text => ({ isError: true, content: [{ type: 'text', text }] })

/** An agent would rather be told of a limit than wait for it. */
const patienceMs = 20_000

async function callTool(client, name, given, signal) {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }
  const { result, error } = await client.request('/webmcp', { method: 'POST', body, signal, deadlineMs: patienceMs })
  if (result === undefined) return mistake(error?.message ?? 'The service gave no answer; try again.')
  return result.isError ? { isError: true, content: result.content } : result.structuredContent
}

const toolOf = (client, tool) => ({
  ...tool,
  async execute(input, { signal } = {}) {
    // Null is how many say that they leave an argument out.
    const given = Object.fromEntries(Object.entries(input ?? {}).filter(([, value]) => value !== null))
    const problem = problemWith(tool.inputSchema, given)
    if (problem) return mistake(problem)
    try {
      return await callTool(client, tool.name, given, signal)
    } catch ({ status, message }) {
      return mistake(status > 0 ? message : 'The service could not be reached; try again in a moment.')
    }
  },
})

async function registerTools() {
  const { makeClient } = await import('../client.js')
  const client = makeClient({ url: new URL('/', import.meta.url).href })
  const { tools } = await client.request('/assets/webmcp.json')
  for (const tool of tools) await modelContext.registerTool(toolOf(client, tool))
}

// A page without its tools is still a page.
if (modelContext?.registerTool) registerTools().catch(() => {})
