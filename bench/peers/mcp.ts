// The same tool, called on Vitrine, on the official SDK's server and on fastmcp.
import { join } from 'node:path'
import type { Request } from '../load.ts'
import { type Command, type Places, packages, versionOf, vitrine } from './contestants.ts'
import { alternate, isAnswered, type Measured, type Rounds, type Started, startPeer, summary } from './measure.ts'

export type McpOutcome = { name: string; version: string; loaded: Measured; megabytes: number }

const sorts = ['recent', 'popular', 'liked']
const calls = sorts.map((sort): Request => {
  const params = { name: 'get_community_feed', arguments: { sort } }
  return ['POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }]
})

export async function measureMcp(places: Places, rounds: Rounds): Promise<McpOutcome[]> {
  console.error('Measuring MCP.')
  const rivals = rivalsOn(places)
  const started: Started[] = []
  try {
    for (const { command } of rivals) started.push(await startPeer(command, url => isAnswered(url, calls[0]!)))
    const loads = await alternate(
      started.map(({ url }) => ({ url, requests: calls })),
      rounds,
    )
    return rivals.map(({ name, version }, i) => ({
      name,
      version,
      loaded: summary(loads[i]!),
      megabytes: started[i]!.megabytes(),
    }))
  } finally {
    await Promise.all(started.map(({ stop }) => stop()))
  }
}

function rivalsOn(places: Places) {
  const ours = vitrine({ pages: [], apps: [], words: [] })
  const rival =
    (name: 'sdk' | 'fastmcp') =>
    (port: number): Command => {
      const settings = { rival: name, store: places.sqlite(), port, packages: join(packages, '..') }
      return { args: [join(import.meta.dirname, 'plain-mcp.ts'), JSON.stringify(settings)] }
    }
  return [
    {
      name: 'Vitrine',
      version: ours.version(),
      command: (port: number, spare: number) => ours.command(places, port, spare),
    },
    { name: 'official SDK', version: versionOf('@modelcontextprotocol/server'), command: rival('sdk') },
    { name: 'fastmcp', version: versionOf('fastmcp'), command: rival('fastmcp') },
  ]
}
