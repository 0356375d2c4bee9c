// Features that the operator has turned off: their checks are skipped.
import { linkedDocuments } from '../discovery.ts'
import { hasPath } from '../site/features.ts'
import type { Feature } from '../site/site.ts'
import type { Check } from './check.ts'
import type { Target } from './target.ts'

type Features = Readonly<Record<Feature, boolean>>

/** Checks that need a feature without having its path in their name. */
const neededBy: readonly [RegExp, Feature][] = [
  [/^(?:ask stream|ask job|idempotency)$/, 'ask'],
  [/^(?:mcp |limit mcp|no sign-in)/, 'mcp'],
  [/^parts of pages$/, 'docs'],
  [/^(?:page |markdown|parts of pages|creator addresses|links)/, 'pages'],
]

/** As far as can be seen from outside: agent endpoints are in OpenAPI, pages exist or not. */
export async function featuresOf({ webUrl, read }: Target): Promise<Features> {
  const paths = Object.keys((await read(webUrl + linkedDocuments.openapi.path)).json()?.paths ?? {})
  const exists = async (path: string) => (await read(webUrl + path)).status !== 404
  const [docs, pages] = [await exists(linkedDocuments.docs.path), await exists('/community')]
  return { ask: paths.includes('/ask'), mcp: paths.includes('/mcp'), docs, pages }
}

export function isEnabled({ name }: Check, features: Features): boolean {
  const path = /(?<=^|\s)\/\S*/.exec(name)?.[0]
  if (path !== undefined && !hasPath({ features }, path)) return false
  return neededBy.every(([pattern, feature]) => features[feature] || !pattern.test(name))
}
