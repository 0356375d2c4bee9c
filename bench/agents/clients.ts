// Two ways in which an agent reads the service. Both count calls and the bytes of text that a model would read.
import type { Server } from '../processes.ts'

export type Cost = { calls: number; bytes: number }

/** `text` is everything that was read. */
export type Agent = {
  cost: Cost
  text: string
  tool: (name: string, args?: object) => Promise<string>
  get: (url: string) => Promise<string>
  post: (url: string, body: object) => Promise<string>
}

/** Statuses that are answers too: a job was accepted, agents cannot sign up. */
const answers: readonly number[] = [200, 202, 403]

export function makeAgent({ url, webUrl }: Server & { webUrl: string }): Agent {
  const agent: Agent = {
    cost: { calls: 0, bytes: 0 },
    text: '',
    tool: async (name, args = {}) => {
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
      const { result } = JSON.parse(await send(`${url}/mcp`, message)) as ToolAnswer
      if (result.isError) throw new Error(`${name}: ${result.content[0]?.text}`)
      return read(result.content.map(({ text }) => text ?? '').join('\n'))
    },
    get: async path => read(await send(path.startsWith('/public/') ? url + path : webUrl + path)),
    post: async (path, body) => read(await send(webUrl + path, body)),
  }
  const read = (text: string): string => {
    agent.cost.calls++
    agent.cost.bytes += Buffer.byteLength(text)
    agent.text += `${text}\n`
    return text
  }
  return agent
}

type ToolAnswer = { result: { isError?: boolean; content: { text?: string }[] } }

async function send(url: string, body?: object): Promise<string> {
  const headers = { accept: 'text/markdown, application/json;q=0.9', 'content-type': 'application/json' }
  const request = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(url, { headers, ...request })
  const text = await response.text()
  if (!answers.includes(response.status)) throw new Error(`${url}: ${response.status} ${text}`)
  return text
}
