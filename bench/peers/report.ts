// What a run found, as Markdown and as charts.
import type { Loaded } from '../load.ts'
import { whole } from '../units.ts'
import { type Bar, barChart } from './chart.ts'
import type { McpOutcome } from './mcp.ts'
import type { Outcome } from './measure.ts'
import { type Read, reads } from './wishes.ts'

type Found = {
  outcomes: readonly Outcome[]
  limit: Record<Read, Loaded>
  mcp: readonly McpOutcome[]
  machine: string
  creations: number
  seconds: number
  date: string
}

const names = Object.keys(reads) as Read[]
const ms = (value: number): string => (value < 10 ? value.toFixed(1) : whole(value))
const refused = ({ failed, requests }: Loaded): string =>
  failed === 0 ? '' : ` (${Math.ceil((100 * failed) / requests)} % refused)`
const cell = (loaded: Loaded): string =>
  loaded.perSecond === 0
    ? 'no answer in time'
    : `${whole(loaded.perSecond)}/s, ${ms(loaded.p50Ms)} / ${ms(loaded.p99Ms)} ms${refused(loaded)}`
const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

export function reportOf({ outcomes, limit, mcp, machine, creations, seconds, date }: Found) {
  const readTable = [
    line(['', ...names.map(name => reads[name]), 'start', 'memory']),
    line(['---', ...names.map(() => '---'), '---', '---']),
    line(['bare node:http, the limit', ...names.map(name => cell(limit[name])), '', '']),
    ...outcomes.map(({ contestant, loads, startSeconds, megabytes }) =>
      line([
        `${contestant.name} ${contestant.version}`,
        ...names.map(name => cell(loads[name])),
        `${startSeconds.toFixed(1)} s`,
        `${whole(megabytes)} MB`,
      ]),
    ),
  ]
  const mcpTable = [
    line(['', 'tools/call', 'memory']),
    line(['---', '---', '---']),
    ...mcp.map(({ name, version, loaded, megabytes }) =>
      line([`${name} ${version}`, cell(loaded), `${whole(megabytes)} MB`]),
    ),
  ]
  const setUps = outcomes.map(
    ({ contestant }) => `- **${contestant.name} ${contestant.version}**: ${contestant.setUp}.`,
  )
  const markdown = `
## Comparison

Made by \`npm run bench:peers -- --write\` on ${date}: ${machine}; ${whole(creations)} creations; 32 connections from wrk on the same machine, ${seconds} s after a warm-up of the same length. Cells show
successful requests per second, then median and p99 latency. Memory is that of the server processes after all reads, without PostgreSQL.

${readTable.join('\n')}

![First pages a second](charts/peers-feed.svg)

![Searches a second](charts/peers-search.svg)

${setUps.join('\n')}

*First pages* are three sort orders in each category, *one creation* is 200 different ones, *search* is 40 different words. Responses have about the same content; search ranking differs. If no response arrived in
time with 32 connections, one connection was measured.

### MCP

The tool lists the newest, most viewed or most liked creations. The other servers read the SQLite file of the hand-written server.

${mcpTable.join('\n')}

![Tool calls a second](charts/peers-mcp.svg)

`
  const bars = (list: readonly { name: string; loaded: Loaded }[]): Bar[] =>
    list.map(({ name, loaded }) => ({
      name,
      value: Math.max(loaded.perSecond, 0.1), // the scale has no zero
      label: `${whole(loaded.perSecond)}/s`,
      ours: name.startsWith('Vitrine'),
    }))
  const chartOf = (read: Read, title: string) =>
    barChart(title, bars(outcomes.map(({ contestant, loads }) => ({ name: contestant.name, loaded: loads[read] }))))
  return {
    markdown,
    charts: {
      'peers-feed': chartOf('feed', 'First pages of the feed a second (logarithmic)'),
      'peers-search': chartOf('search', 'Searches a second (logarithmic)'),
      'peers-mcp': barChart('MCP tool calls a second (logarithmic)', bars(mcp)),
    },
  }
}
