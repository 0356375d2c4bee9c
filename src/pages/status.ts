// The status page, as HTML and Markdown.

import { en } from '../languages/en.ts'
import type { Words } from '../languages/language.ts'
import type { Policy } from '../limits.ts'
import { nameIn } from '../site/text.ts'
import { markdownTable } from '../util/markdown-table.ts'
import { linePlot } from './layout/charts.ts'
import { type Html, html } from './layout/html.ts'
import { layout } from './layout/layout.ts'
import type { SiteContext } from './layout/page.ts'
import type { Reader } from './layout/reader.ts'
import { table } from './layout/table.ts'
import { filled } from './layout/words.ts'
import type { HealthStatus, StatusDocument } from './status-document.ts'

const headlines: Record<HealthStatus, keyof Words> = { operational: 'allWell', degraded: 'degraded', outage: 'outage' }
const states = {
  operational: 'partWell',
  degraded: 'partDegraded',
  outage: 'partOutage',
} satisfies Record<HealthStatus, keyof Words>

/** The slowest check of a component in each minute; `ago` counts minutes. */
export type ComponentLatency = { name: string; points: readonly { ago: number; ms: number }[] }

export const minutesShown = 60

export function statusPage(
  site: SiteContext,
  document: StatusDocument,
  latencies: readonly ComponentLatency[],
  reader: Reader,
): string {
  const { status, time, version, api_version } = document
  const { words } = reader
  const { webUrl } = site.addresses
  return layout(site, {
    title: `${words.status} · ${nameIn(site, reader.locale)}`,
    description: words[headlines[status]],
    reader,
    canonical: `${webUrl}/status`,
    markdownUrl: `${webUrl}/status.md`,
    menuEntry: 'status',
    body: html`<div class="wrap status status-${status}"><h1>${words[headlines[status]]}</h1>
<p class="lead">${words.checked} <time dir="ltr" datetime="${time}">${time.slice(0, 19).replace('T', ' ')} UTC</time></p>
${components(document, reader)}${history(latencies, reader)}${limits(document, reader)}
<section class="panel"><h2>${words.whenItFails}</h2><p>${retryAdvice(document, words)}</p>
<p>Vitrine <code>${version}</code> · ${words.apiVersion} <code>${api_version}</code></p><p>${words.asJson} <code dir="ltr">curl ${webUrl}/status</code></p></section></div>`,
  })
}

function components({ components }: StatusDocument, { words, duration }: Reader): Html {
  const rows = components.map(({ name, status, latency_ms }) => [
    html`<code>${name}</code>`,
    html`<span class="dot dot-${status}"></span>${words[states[status]]}`,
    html`${duration(latency_ms, 'millisecond')}`,
  ])
  return html`<section class="panel"><h2>${words.components}</h2>${table([words.component, words.status, words.latency], rows, true)}</section>`
}

function history(latencies: readonly ComponentLatency[], { words, duration }: Reader): Html {
  const lines = latencies.map(({ name, points }) => ({
    name,
    points: points.map(({ ago, ms }) => ({ x: minutesShown - ago, y: ms })),
  }))
  const plot = linePlot(words.latencyDay, lines, minutesShown, {
    y: value => duration(value, 'millisecond'),
    from: duration(-minutesShown, 'minute'),
    to: duration(0, 'minute'),
  })
  return html`<section class="panel"><h2>${words.latencyDay}</h2>${plot}<p class="note">${filled(words.latencyNote, { n: '1' })}</p></section>`
}

/** The purpose of each limit in the reader's language; others use the limit's own text. */
const purposes: Record<string, keyof Words> = {
  read: 'limitRead',
  mcp: 'limitMcp',
  media: 'limitMedia',
  discovery: 'limitDiscovery',
} satisfies Record<Policy, keyof Words>

function limits({ rate_limits }: StatusDocument, { words, number }: Reader): Html {
  const rows = rate_limits.map(({ policy, limit, covers }) => {
    const purpose = purposes[policy]
    return [
      html`<code>${policy}</code>`,
      html`${limit === null ? words.noLimit : number(limit)}`,
      html`${purpose === undefined ? covers : words[purpose]}`,
    ]
  })
  const requests = filled(words.requestsIn, { n: String(rate_limits[0]?.window_seconds ?? 60) })
  return html`<section class="panel"><h2>${words.limits}</h2>${table([words.policy, requests, words.covers], rows)}</section>`
}

export function statusMarkdown(document: StatusDocument): string {
  const { status, time, components, rate_limits, retry, links } = document
  const parts = components.map(({ name, status, latency_ms }) => [spaced(name), status, `${latency_ms} ms`])
  const limits = rate_limits.map(({ policy, limit, window_seconds, covers }) => [
    policy,
    limit === null ? 'no limit' : `${limit} in ${window_seconds} s`,
    covers,
  ])
  const rules = retry.rules.map(({ status, action }) => `- ${status}: ${action}`)
  const more = Object.entries(links).map(([name, url]) => `- ${spaced(name)}: <${url}>`)
  return [
    `# Status: ${status}`,
    `${en.words[headlines[status]]} Checked ${time}.`,
    markdownTable(['component', 'status', 'latency'], parts),
    `## Rate limits\n\n${markdownTable(['policy', 'requests', 'covers'], limits)}`,
    `## When a request fails\n\n${retryAdvice(document, en.words)}\n\n${rules.join('\n')}`,
    `## More\n\n${more.join('\n')}\n`,
  ].join('\n\n')
}

function retryAdvice({ retry }: StatusDocument, words: Words): string {
  const { retryable, non_retryable, backoff } = retry
  return filled(words.retryAdvice, {
    retryable: retryable.join(', '),
    first: String(backoff.initial_delay_ms),
    times: String(backoff.multiplier),
    most: String(backoff.max_delay_ms),
    attempts: String(backoff.max_attempts),
    never: non_retryable.join(', '),
  })
}

const spaced = (name: string): string => name.replaceAll('_', ' ')
