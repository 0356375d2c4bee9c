// Registers the public reads and ask as tools of the page, where the browser offers pages' tools to agents (WebMCP).
// The server lists the tools; calls go to its MCP endpoint. Other browsers send no requests.
const modelContext = document.modelContext ?? navigator.modelContext

/** The result of a failed call. Thrown errors would only reach the console. */
const mistake = text => ({ isError: true, content: [{ type: 'text', text }] })

/** Shorter than a rate-limit window, so that agents get the error instead of waiting. */
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
    // Many agents send null for absent arguments.
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

// The page works without its tools.
if (modelContext?.registerTool) registerTools().catch(() => {})
