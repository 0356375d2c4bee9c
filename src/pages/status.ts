// The status page, as HTML and Markdown.

import { en } from '../languages/en.ts'
import type { Words } from '../languages/language.ts'
import type { Policy } from '../limits.ts'
import { markdownTable } from '../util/markdown-table.ts'
import { linePlot } from './layout/charts.ts'
import { type Html, html } from './layout/html.ts'
import { layout } from './layout/layout.ts'
import type { SiteContext } from './layout/page.ts'
import type { Reader } from './layout/reader.ts'
import { table } from './layout/table.ts'
import { filled } from './layout/words.ts'
import type { StatusFacts, Wellness } from './status-facts.ts'

const headlines: Record<Wellness, keyof Words> = { operational: 'allWell', degraded: 'degraded', outage: 'outage' }
const states = {
  operational: 'partWell',
  degraded: 'partDegraded',
  outage: 'partOutage',
} satisfies Record<Wellness, keyof Words>

/** The slowest check of a component in each minute; `ago` counts minutes. */
export type Measured = { name: string; points: readonly { ago: number; ms: number }[] }

export const minutesShown = 60

export function statusPage(
  site: SiteContext,
  facts: StatusFacts,
  measured: readonly Measured[],
  reader: Reader,
): string {
  const { status, time, version, api_version } = facts
  const { words } = reader
  const { webUrl } = site.addresses
  return layout(site, {
    title: `${words.status} · ${site.productName}`,
    description: words[headlines[status]],
    reader,
    canonical: `${webUrl}/status`,
    markdownUrl: `${webUrl}/status.md`,
    menuEntry: 'status',
    body: html`<div class="wrap status status-${status}"><h1>${words[headlines[status]]}</h1>
<p class="lead">${words.checked} <time dir="ltr" datetime="${time}">${time.slice(0, 19).replace('T', ' ')} UTC</time></p>
${components(facts, reader)}${history(measured, reader)}${limits(facts, reader)}
<section class="panel"><h2>${words.whenItFails}</h2><p>${retryAdvice(facts, words)}</p>
<p>Vitrine <code>${version}</code> · ${words.apiVersion} <code>${api_version}</code></p><p>${words.asJson} <code dir="ltr">curl ${webUrl}/status</code></p></section></div>`,
  })
}

function components({ components }: StatusFacts, { words, lasting }: Reader): Html {
  const rows = components.map(({ name, status, latency_ms }) => [
    html`<code>${name}</code>`,
    html`<span class="dot dot-${status}"></span>${words[states[status]]}`,
    html`${lasting(latency_ms, 'millisecond')}`,
  ])
  return html`<section class="panel"><h2>${words.components}</h2>${table([words.component, words.status, words.latency], rows, true)}</section>`
}

function history(measured: readonly Measured[], { words, lasting }: Reader): Html {
  const lines = measured.map(({ name, points }) => ({
    name,
    points: points.map(({ ago, ms }) => ({ x: minutesShown - ago, y: ms })),
  }))
  const plot = linePlot(words.latencyHour, lines, minutesShown, {
    y: value => lasting(value, 'millisecond'),
    from: lasting(-minutesShown, 'minute'),
    to: lasting(0, 'minute'),
  })
  return html`<section class="panel"><h2>${words.latencyHour}</h2>${plot}<p class="note">${words.latencyNote}</p></section>`
}

/** The purpose of each limit in the reader's language; others use the limit's own text. */
const purposes: Record<string, keyof Words> = {
  read: 'limitRead',
  mcp: 'limitMcp',
  media: 'limitMedia',
  discovery: 'limitDiscovery',
} satisfies Record<Policy, keyof Words>

function limits({ rate_limits }: StatusFacts, { words, number }: Reader): Html {
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

export function statusMarkdown(facts: StatusFacts): string {
  const { status, time, components, rate_limits, retry, links } = facts
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
    `## When a request fails\n\n${retryAdvice(facts, en.words)}\n\n${rules.join('\n')}`,
    `## More\n\n${more.join('\n')}\n`,
  ].join('\n\n')
}

function retryAdvice({ retry }: StatusFacts, words: Words): string {
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
