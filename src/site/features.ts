// Parts of the service that a site pack can turn off. Their paths answer 404, and documents do not mention them.
import type { Feature, Site } from './site.ts'

const featurePaths: Readonly<Record<Exclude<Feature, 'pages'>, RegExp>> = {
  ask: /^\/(?:(?:api|nlweb|\{locale\}|:locale[^/]*)\/)?ask(?:[/?.]|$)|^\/await(?:[/?]|$)/,
  docs: /^\/(?:docs|changelog|llms-full\.txt)(?:[/?.]|$)/,
  mcp: /^\/(?:api\/mcp|mcp|webmcp|connect)(?:[/?.]|$)|^\/\.well-known\/(?:mcp|webmcp)(?:[/?.]|$)/,
}

export const hasPath = ({ features }: Pick<Site, 'features'>, path: string): boolean =>
  Object.entries(featurePaths).every(([feature, pattern]) => features[feature as Feature] || !pattern.test(path))

/** Without the list items and table rows that link to what is turned off. */
export function withoutDisabled(site: Pick<Site, 'features'>, hosts: readonly string[], text: string): string {
  if (Object.values(site.features).every(Boolean)) return text
  const isLinked = (line: string) =>
    hosts.some(host =>
      line
        .split(host)
        .slice(1)
        .some(rest => !hasPath(site, /^[^\s`)\]"<>]*/.exec(rest)![0])),
    )
  return text
    .split('\n')
    .filter(line => !/^\s*(?:[-*|]|\d+\.)/.test(line) || !isLinked(line))
    .join('\n')
}
