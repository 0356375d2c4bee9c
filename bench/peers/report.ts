// What a run found, as Markdown and as charts.
import { ratio, whole } from '../units.ts'
import { type Bar, barChart } from './chart.ts'
import { baselineName } from './contestants.ts'
import type { McpOutcome } from './mcp.ts'
import type { Measured, Rounds } from './measure.ts'
import type { Limit, Outcome } from './reads.ts'
import { type Read, reads } from './wishes.ts'

/** Chosen by these names, like contestants. */
export const bareName = 'bare node:http'
export const mcpName = 'MCP'

type Found = {
  outcomes: readonly Outcome[]
  limit: Limit | null
  mcp: readonly McpOutcome[]
  machine: string
  creations: number
  rounds: Rounds
  date: string
}

const names = Object.keys(reads) as Read[]
const ms = (value: number): string => (value < 10 ? value.toFixed(1) : whole(value))
const failures = ({ failed, requests }: Measured): string =>
  failed === 0 ? '' : ` (${whole(failed)} of ${whole(requests)} failed)`
const ratioOf = (loaded: Measured): string => (loaded.ratio === null ? '' : `, **${ratio(loaded.ratio)}**`)
const cell = (loaded: Measured): string =>
  loaded.perSecond === 0
    ? 'no answer in time'
    : `${whole(loaded.perSecond)}/s, ${ms(loaded.p50Ms)} / ${ms(loaded.p99Ms)} ms${ratioOf(loaded)}${failures(loaded)}`
const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

export function reportOf({ outcomes, limit, mcp, machine, creations, rounds, date }: Found) {
  const readTable = [
    line(['', ...names.map(name => reads[name]), 'start', 'memory']),
    line(['---', ...names.map(() => '---'), '---', '---']),
    ...(limit ? [line([`${bareName}, the limit`, ...names.map(name => cell(limit[name])), '', ''])] : []),
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
  const mcpText = `
### MCP

The tool lists the newest, most viewed or most liked creations. The other servers read the SQLite file of the hand-written server.

${mcpTable.join('\n')}

![Tool calls a second](charts/peers-mcp.svg)
`
  const setUps = outcomes.map(
    ({ contestant }) => `- **${contestant.name} ${contestant.version}**: ${contestant.setUp}.`,
  )
  const markdown = `
## Comparison

Made by \`npm run bench:peers -- --write\` on ${date}: ${machine}; ${whole(creations)} creations; 32 connections from wrk on the same machine. The servers stay running and are loaded in turn, ${rounds.rounds} rounds of ${rounds.seconds} s for each read, after a warm-up. Cells show
medians of the rounds: successful requests per second, median and p99 latency, and in bold the ratio to ${baselineName}. Memory is that of the server processes after all reads, without PostgreSQL.

${readTable.join('\n')}

![First pages a second](charts/peers-feed.svg)

![Searches a second](charts/peers-search.svg)

${setUps.join('\n')}

*First pages* are three sort orders in each category, *one creation* is 200 different ones, *search* is 40 different words. Pages have about the same content; search ranking differs. One creation of Vitrine also has its
leaderboard, up to six remixes and six more creations of its creator: about 8 kB instead of 1 kB. If no response arrived in time with 32 connections, one connection was measured.
${mcp.length === 0 ? '' : mcpText}
`
  const bars = (list: readonly { name: string; loaded: Measured }[]): Bar[] =>
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
