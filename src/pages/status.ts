// The status page, as HTML and Markdown.

import { en } from '../languages/en.ts'
import type { Words } from '../languages/language.ts'
import { nameIn } from '../site/text.ts'
import { markdownTable } from '../util/markdown-table.ts'
import { type Html, html } from './layout/html.ts'
import { icon } from './layout/icons.ts'
import { layout } from './layout/layout.ts'
import type { SiteContext } from './layout/page.ts'
import type { Reader } from './layout/reader.ts'
import type { HealthStatus, StatusDocument } from './status-document.ts'
import { componentName, type DayHistory, historyMarkdown, historySections, timeOf } from './status-history.ts'

const headlines: Record<HealthStatus, keyof Words> = { operational: 'allWell', degraded: 'degraded', outage: 'outage' }

export function statusPage(site: SiteContext, document: StatusDocument, day: DayHistory, reader: Reader): string {
  const { status, time, api_version } = document
  const { words } = reader
  const { webUrl } = site.addresses
  return layout(site, {
    title: `${words.status} · ${nameIn(site, reader.locale)}`,
    description: words[headlines[status]],
    reader,
    canonical: `${webUrl}/status`,
    markdownUrl: `${webUrl}/status.md`,
    menuEntry: 'status',
    body: html`<div class="wrap status status-${status}"><header class="verdict"><p class="kicker">${words.status}</p><h1>${words[headlines[status]]}</h1>
<p class="lead">${words.checked} ${timeOf(time, reader)}</p></header>
${historySections(day, document.components, reader)}${rules(site, reader)}
<p class="note">${words.apiVersion} <code>${api_version}</code> · ${words.asJson} <code dir="ltr">GET /status</code></p></div>`,
  })
}

/** Rate limits and retries are described in the documentation. */
function rules({ features, addresses: { webUrl } }: SiteContext, { words, to }: Reader): Html | null {
  if (!features.docs) return null
  const link = (path: string, text: string) =>
    html`<li><a class="see" href="${to(webUrl + path)}">${text}${icon('arrow')}</a></li>`
  return html`<ul class="links">${link('/docs/limits', words.limits)}${link('/docs/errors', words.whenItFails)}</ul>`
}

export function statusMarkdown(document: StatusDocument, day: DayHistory): string {
  const { status, time, api_version, components, rate_limits, retry, links } = document
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
  const retryRules = retry.rules.map(({ status, action }) => `- ${status}: ${action}`)
  const more = Object.entries(links).map(([name, url]) => `- ${spaced(name)}: <${url}>`)
  return [
    `# Status: ${status}`,
    `${en.words[headlines[status]]} Checked ${time}. ${en.words.apiVersion} \`${api_version}\` · ${en.words.asJson} \`GET /status\``,
    `## ${en.words.serviceParts}\n\n${markdownTable(['component', 'status', 'latency'], parts)}`,
    historyMarkdown(
      day,
      components.map(({ name }) => name),
      en.words,
    ),
    `## Rate limits\n\n${markdownTable(['policy', 'requests', 'covers'], limits)}`,
    `## When a request fails\n\n${retryAdvice(document)}\n\n${retryRules.join('\n')}`,
    `## More\n\n${more.join('\n')}\n`,
  ].join('\n\n')
}

function retryAdvice({ retry }: StatusDocument): string {
  const { retryable, non_retryable, backoff } = retry
  const { initial_delay_ms: first, multiplier: times, max_delay_ms: most, max_attempts: attempts } = backoff
  return `Retry ${retryable.join(', ')} with exponential backoff and full jitter: up to ${first} ms first, ${times} times as long each time up to ${most} ms, ${attempts} attempts in all. After a 429 wait for Retry-After. Do not retry ${non_retryable.join(', ')} unless the request changes.`
}

const spaced = (name: string): string => name.replaceAll('_', ' ')
