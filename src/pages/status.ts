// The status of the service for people, and as Markdown.
import { html } from './html.ts'
import { type House, layout } from './layout.ts'
import type { StatusFacts, Wellness } from './status-facts.ts'

const headlines: Record<Wellness, string> = {
  operational: 'Everything works.',
  degraded: 'Some things are slow, old or missing.',
  outage: 'The service cannot answer now.',
}

export function statusPage(house: House, facts: StatusFacts): string {
  const { status, time, components, rate_limits, version, api_version } = facts
  const parts = components.map(
    ({ name, status, latency_ms }) =>
      html`<tr><td>${spaced(name)}</td><td>${status}</td><td>${latency_ms} ms</td></tr>`,
  )
  const limits = rate_limits.map(
    ({ policy, limit, covers }) => html`<tr><td>${policy}</td><td>${limit ?? 'no limit'}</td><td>${covers}</td></tr>`,
  )
  return layout(house, {
    title: `Status · ${house.productName}`,
    description: headlines[status],
    locale: 'en',
    canonical: `${house.addresses.webUrl}/status`,
    markdownUrl: `${house.addresses.webUrl}/status.md`,
    body: html`<h1>${headlines[status]}</h1>
<p class="lead">Status: ${status}. Checked <time datetime="${time}">${time}</time>.</p>
<h2>Components</h2>
<table><thead><tr><th>Component</th><th>Status</th><th>Latency</th></tr></thead><tbody>${parts}</tbody></table>
<h2>Rate limits</h2>
<table><thead><tr><th>Policy</th><th>Requests in ${rate_limits[0]?.window_seconds ?? 60} seconds</th><th>Covers</th></tr></thead><tbody>${limits}</tbody></table>
<h2>When a request fails</h2>
<p>${retryAdvice(facts)}</p>
<p>Vitrine <code>${version}</code>, API version <code>${api_version}</code>. Programs get this as JSON: <code>curl ${house.addresses.webUrl}/status</code></p>`,
  })
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
    `${headlines[status]} Checked ${time}.`,
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
