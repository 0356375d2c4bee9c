// Parts of the service that a site pack can turn off. Their paths answer 404, and documents do not mention them.
import type { Feature, Site } from './site.ts'

const featurePaths: Readonly<Record<Exclude<Feature, 'pages'>, RegExp>> = {
  ask: /^\/(?:(?:api|nlweb|\{locale\}|:locale[^/]*)\/)?ask(?:[/?.]|$)|^\/await(?:[/?]|$)/,
  docs: /^\/(?:docs|changelog|llms-full\.txt)(?:[/?.]|$)/,
  mcp: /^\/(?:api\/mcp|mcp|webmcp|connect)(?:[/?.]|$)|^\/\.well-known\/(?:mcp|webmcp)(?:[/?.]|$)/,
}

export const hasPath = ({ features }: Pick<Site, 'features'>, path: string): boolean =>
  Object.entries(featurePaths).every(([feature, pattern]) => features[feature as Feature] || !pattern.test(path))

/** Without documentation pages, errors link to the OpenAPI document. */
export const addressesFor = <A extends { webUrl: string; documentation: (anchor: string) => string }>(
  { features }: Pick<Site, 'features'>,
  addresses: A,
): A => (features.docs ? addresses : { ...addresses, documentation: () => `${addresses.webUrl}/openapi.json` })

/**
 * Without the list items and table rows that link to what is turned off, and headings of nothing else. In sentences only the
 * text of such links remains.
 */
export function withoutDisabled(site: Pick<Site, 'features'>, hosts: readonly string[], text: string): string {
  if (Object.values(site.features).every(Boolean)) return text
  const isDisabled = (host: string, text: string) =>
    text
      .split(host)
      .slice(1)
      .some(rest => !hasPath(site, /^[^\s`)\]"<>]*/.exec(rest)![0]))
  const isLinked = (text: string) => hosts.some(host => isDisabled(host, text))
  return text
    .split('\n')
    .filter(line => !/^\s*(?:[-*|]|\d+\.)/.test(line) || !isLinked(line))
    .join('\n')
    .replace(/\[([^\]\n]+)\]\(([^)\s]+)\)/g, (link, label: string, url: string) => (isLinked(url) ? label : link))
    .replace(/^## .*\n+(?=## |$(?![\s\S]))/gm, '')
}
