// The tools of the service in an agent framework. `tools` is what `generateText({ model, tools, prompt })` of the AI SDK
// takes; so that this runs without a model, two calls are made here that a model would make.
import { createMCPClient } from '@ai-sdk/mcp'
import { makeClient } from 'vitrine/client'

const { links } = await makeClient({ url: process.argv[2] ?? 'http://localhost:4000' }).status()
const mcp = await createMCPClient({ transport: { type: 'http', url: `${links.api}/mcp` } })

try {
  const tools = await mcp.tools()
  console.log(`tools: ${Object.keys(tools).join(', ')}`)

  const call = async (name, input) => {
    const { isError, structuredContent, content } = await tools[name].execute(input, { toolCallId: name, messages: [] })
    if (isError) throw new Error(content[0].text)
    return structuredContent
  }

  const { items } = await call('get_community_feed', { sort: 'popular', limit: 3 })
  for (const { title, handle, slug } of items) console.log(`${title}: ${handle}/${slug}`)
  const { answer } = await call('ask', { query: 'What does it cost?' })
  console.log(answer)
} finally {
  await mcp.close()
}
