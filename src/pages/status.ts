// The status page, as HTML and Markdown.

import { en } from '../languages/en.ts'
import type { Words } from '../languages/language.ts'
import type { Policy } from '../limits.ts'
import { nameIn } from '../site/text.ts'
import { markdownTable } from '../util/markdown-table.ts'
import { type Html, html } from './layout/html.ts'
import { layout } from './layout/layout.ts'
import type { SiteContext } from './layout/page.ts'
import type { Reader } from './layout/reader.ts'
import { table } from './layout/table.ts'
import { filled } from './layout/words.ts'
import type { HealthStatus, StatusDocument } from './status-document.ts'
import { componentName, type DayHistory, historyMarkdown, historySections } from './status-history.ts'

const headlines: Record<HealthStatus, keyof Words> = { operational: 'allWell', degraded: 'degraded', outage: 'outage' }
const states = {
  operational: 'partWell',
  degraded: 'partDegraded',
  outage: 'partOutage',
} satisfies Record<HealthStatus, keyof Words>

export function statusPage(site: SiteContext, document: StatusDocument, day: DayHistory, reader: Reader): string {
  const { status, time, version, api_version } = document
  const { words } = reader
  const { webUrl } = site.addresses
  const names = document.components.map(({ name }) => name)
  return layout(site, {
    title: `${words.status} · ${nameIn(site, reader.locale)}`,
    description: words[headlines[status]],
    reader,
    canonical: `${webUrl}/status`,
    markdownUrl: `${webUrl}/status.md`,
    menuEntry: 'status',
    body: html`<div class="wrap status status-${status}"><h1>${words[headlines[status]]}</h1>
<p class="lead">${words.checked} <time dir="ltr" datetime="${time}">${time.slice(0, 19).replace('T', ' ')} UTC</time></p>
${components(document, reader)}${historySections(day, names, reader)}${limits(document, reader)}
<section class="panel"><h2>${words.whenItFails}</h2><p>${retryAdvice(document, words)}</p>
<p>Vitrine <code>${version}</code> · ${words.apiVersion} <code>${api_version}</code></p><p>${words.asJson} <code dir="ltr">curl ${webUrl}/status</code></p></section></div>`,
  })
}

function components({ components }: StatusDocument, { words, duration }: Reader): Html {
  const rows = components.map(({ name, status, latency_ms }) => [
    html`${componentName(name, words)}`,
    html`<span class="dot dot-${status}"></span>${words[states[status]]}`,
    html`${duration(latency_ms, 'millisecond')}`,
  ])
  return html`<section class="panel"><h2>${words.components}</h2>${table([words.component, words.status, words.latency], rows, true)}</section>`
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

export function statusMarkdown(document: StatusDocument, day: DayHistory): string {
  const { status, time, components, rate_limits, retry, links } = document
  const parts = components.map(({ name, status, latency_ms }) => [
    componentName(name, en.words),
    status,
    `${latency_ms} ms`,
  ])
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
    historyMarkdown(
      day,
      components.map(({ name }) => name),
      en.words,
    ),
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
