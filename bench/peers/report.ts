// What a run found, as Markdown and as charts.
import type { Loaded } from '../load.ts'
import { whole } from '../table.ts'
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
## Beside what else could be picked

Made by \`npm run bench:peers -- --write\` on ${date}: ${machine}; ${whole(creations)} creations; 32 connections from wrk on the same machine, ${seconds} s after as long a warm-up, one
contestant at a time. Good answers a second, then median and 99th percentile of the answer's time. Memory is that of the server's processes after all reads; PostgreSQL's own is not counted.

${readTable.join('\n')}

![First pages a second](charts/peers-feed.svg)

![Searches a second](charts/peers-search.svg)

${setUps.join('\n')}

*First pages* are three orders in each category, *one creation* is 200 different ones, *search* 40 different words. What an answer holds is about the same; how a search ranks is not. Vitrine remembers answers until the data changes, which is what it is for; the row without cache shows what
each costs to make. The hand-written server has none of the rest that the others bring (limits, ETags, compression, documents), and json-server is made for trying things out, not for this many rows: where none of 32 connections got an answer, one was measured alone.

### MCP

The tool lists the newest, most viewed or most liked creations; the others read the same SQLite file as the hand-written server.

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
