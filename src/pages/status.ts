// The status of the service for people, and as Markdown.
import { linePlot } from './charts.ts'
import { type Html, html } from './html.ts'
import { type House, layout } from './layout.ts'
import type { Reader } from './reader.ts'
import type { StatusFacts, Wellness } from './status-facts.ts'
import { en } from './words/en.ts'
import type { Words } from './words.ts'

const headlines: Record<Wellness, keyof Words> = { operational: 'allWell', degraded: 'degraded', outage: 'outage' }

/** The slowest check of a component in each minute; `ago` counts minutes. */
export type Measured = { name: string; points: readonly { ago: number; ms: number }[] }

export const minutesShown = 60

export function statusPage(house: House, facts: StatusFacts, measured: readonly Measured[], reader: Reader): string {
  const { status, time, version, api_version } = facts
  const { words } = reader
  const { webUrl } = house.addresses
  return layout(house, {
    title: `${words.status} · ${house.productName}`,
    description: words[headlines[status]],
    reader,
    canonical: `${webUrl}/status`,
    markdownUrl: `${webUrl}/status.md`,
    place: 'status',
    body: html`<div class="wrap status status-${status}"><h1>${words[headlines[status]]}</h1>
<p class="lead">${words.status}: ${status}. ${words.checked} <time dir="ltr" datetime="${time}">${time.slice(0, 19).replace('T', ' ')} UTC</time></p>
${components(facts, reader)}${history(measured, reader)}${limits(facts, reader)}
<section class="panel" lang="en" dir="ltr"><h2>When a request fails</h2><p>${retryAdvice(facts)}</p>
<p>Vitrine <code>${version}</code>, API version <code>${api_version}</code>. Programs get this as JSON: <code>curl ${webUrl}/status</code></p></section></div>`,
  })
}

function components({ components }: StatusFacts, { words }: Reader): Html {
  const rows = components.map(
    ({ name, status, latency_ms }) =>
      html`<tr><td>${spaced(name)}</td><td><span class="dot dot-${status}"></span>${status}</td><td><bdi dir="ltr">${Math.round(latency_ms * 10) / 10} ms</bdi></td></tr>`,
  )
  return html`<section class="panel"><h2>${words.components}</h2><div class="wide"><table><thead><tr><th>${words.component}</th><th>${words.status}</th><th>${words.latency}</th></tr></thead><tbody>${rows}</tbody></table></div></section>`
}

function history(measured: readonly Measured[], { words }: Reader): Html {
  const lines = measured.map(({ name, points }) => ({
    name: spaced(name),
    points: points.map(({ ago, ms }) => ({ x: minutesShown - ago, y: ms })),
  }))
  return html`<section class="panel"><h2>${words.latencyHour}</h2>${linePlot(words.latencyHour, lines, minutesShown, 'min')}<p class="note">${words.latencyNote}</p></section>`
}

function limits({ rate_limits }: StatusFacts, { words }: Reader): Html {
  const rows = rate_limits.map(
    ({ policy, limit, covers }) =>
      html`<tr><td>${policy}</td><td>${limit ?? 'no limit'}</td><td lang="en">${covers}</td></tr>`,
  )
  return html`<section class="panel"><h2>${words.limits}</h2><div class="wide"><table><thead><tr><th>Policy</th><th>/ ${rate_limits[0]?.window_seconds ?? 60} s</th><th>Covers</th></tr></thead><tbody>${rows}</tbody></table></div></section>`
}

export function statusMarkdown(facts: StatusFacts): string {
  const { status, time, components, rate_limits, links } = facts
  const rows = (cells: (string | number)[][]) => cells.map(row => `| ${row.join(' | ')} |`).join('\n')
  const parts = components.map(({ name, status, latency_ms }) => [spaced(name), status, `${latency_ms} ms`])
  const limits = rate_limits.map(({ policy, limit, window_seconds, covers }) => [
    policy,
    limit === null ? 'no limit' : `${limit} in ${window_seconds} s`,
    covers,
  ])
  const more = Object.entries(links).map(([name, url]) => `- ${spaced(name)}: <${url}>`)
  return [
    `# Status: ${status}`,
    `${en[headlines[status]]} Checked ${time}.`,
    `| component | status | latency |\n| --- | --- | --- |\n${rows(parts)}`,
    `## Rate limits\n\n| policy | requests | covers |\n| --- | --- | --- |\n${rows(limits)}`,
    `## When a request fails\n\n${retryAdvice(facts)}`,
    `## More\n\n${more.join('\n')}\n`,
  ].join('\n\n')
}

function retryAdvice({ retry }: StatusFacts): string {
  const { retryable, non_retryable, backoff } = retry
  return (
    `Retry ${retryable.join(', ')} with exponential backoff and full jitter: up to ${backoff.initial_delay_ms} ms first, ` +
    `${backoff.multiplier} times as long each time up to ${backoff.max_delay_ms} ms, ${backoff.max_attempts} attempts in all. ` +
    `After a 429 wait for Retry-After. Do not retry ${non_retryable.join(', ')} unless the request changes.`
  )
}

const spaced = (name: string): string => name.replaceAll('_', ' ')
