// Registers the public reads and ask as tools of the page, where the browser offers pages' tools to agents (WebMCP).
// Which tools there are is told by the server; calls go to its MCP endpoint. Other browsers are asked for nothing.
const modelContext = document.modelContext ?? navigator.modelContext

/** What an agent reads when a call did not work. Thrown errors would reach the console instead. */
const mistake = text => ({ isError: true, content: [{ type: 'text', text }] })

async function callTool(name, given, signal) {
  const answer = await fetch(new URL('/webmcp', import.meta.url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
    signal: signal ?? null,
  })
  const { result, error, message } = await answer.json()
  if (result === undefined) return mistake(error?.message ?? message ?? 'The service gave no answer; try again.')
  return result.isError ? { isError: true, content: result.content } : result.structuredContent
}

const toolOf = tool => ({
  ...tool,
  async execute(input, { signal } = {}) {
    // Null is how many say that they leave an argument out.
    const given = Object.fromEntries(Object.entries(input ?? {}).filter(([, value]) => value !== null))
    const problem = problemWith(tool.inputSchema, given)
    if (problem) return mistake(problem)
    try {
      return await callTool(tool.name, given, signal)
    } catch {
      return mistake('The service could not be reached; try again in a moment.')
    }
  },
})

async function registerTools() {
  const answer = await fetch(new URL('webmcp.json', import.meta.url))
  if (!answer.ok) return
  const { tools } = await answer.json()
  for (const tool of tools) await modelContext.registerTool(toolOf(tool))
}

// A page without its tools is still a page.
if (modelContext?.registerTool) registerTools().catch(() => {})
