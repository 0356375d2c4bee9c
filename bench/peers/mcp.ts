// The same tool, called on Vitrine, on the official SDK's server and on fastmcp.
import { join } from 'node:path'
import type { Loaded, Request } from '../load.ts'
import { freePort, stop } from '../processes.ts'
import { type Command, type Places, packages, start, versionOf, vitrine } from './contestants.ts'
import { loadWith, residentMegabytes } from './measure.ts'

export type McpOutcome = { name: string; version: string; loaded: Loaded; megabytes: number }

const sorts = ['recent', 'popular', 'liked']
const call = (path: string): Request[] =>
  sorts.map(sort => {
    const params = { name: 'get_community_feed', arguments: { sort } }
    return ['POST', path, { jsonrpc: '2.0', id: 1, method: 'tools/call', params }]
  })

export async function measureMcp(places: Places, seconds: number): Promise<McpOutcome[]> {
  const ours = vitrine({ pages: [], apps: [], words: [] })
  const rival =
    (name: 'sdk' | 'fastmcp') =>
    (port: number): Command => {
      const settings = { rival: name, store: places.sqlite, port, packages: join(packages, '..') }
      return { args: [join(import.meta.dirname, 'plain-mcp.ts'), JSON.stringify(settings)] }
    }
  const rivals = [
    {
      name: 'Vitrine',
      version: ours.version,
      command: (port: number, spare: number) => ours.command(places, port, spare),
    },
    { name: 'official SDK', version: versionOf('@modelcontextprotocol/server'), command: rival('sdk') },
    { name: 'fastmcp', version: versionOf('fastmcp'), command: rival('fastmcp') },
  ]
  const outcomes: McpOutcome[] = []
  for (const { name, version, command } of rivals) {
    console.error(`Measuring MCP of ${name}.`)
    const port = await freePort()
    const child = start(command(port, await freePort()))
    try {
      const loaded = await loadWith(`http://127.0.0.1:${port}`, call('/mcp'), seconds)
      outcomes.push({ name, version, loaded, megabytes: residentMegabytes(child.pid!) })
    } finally {
      await stop(child)
    }
  }
  return outcomes
}
