// The input of the discovery documents.
import type { Knowledge } from '../knowledge/knowledge.ts'
import type { Page } from '../knowledge/page.ts'
import type { SiteContext } from '../pages/layout/page.ts'

/** Description of an MCP server; its definition has this type. */
export type McpFacts = {
  info: { name: string; title: string; version: string; description: string; websiteUrl: string }
  instructions: string
  tools: readonly { name: string; title: string; description: string; inputSchema: object }[]
}

export type Site = {
  context: SiteContext
  knowledge: Knowledge
  /** The product's name for use in URLs. */
  productSlug: string
  mcp: { product: McpFacts; docs: McpFacts; versions: readonly string[] }
  /** A URI: mailto: or https:. */
  securityContact: string
  now: () => number
}

export const skillName = (productSlug: string): string => `browse-${productSlug}`

/** A documentation page; throws when it does not exist. */
export function docsPageOf({ knowledge }: Pick<Site, 'knowledge'>, slug: string): Page {
  const page = knowledge.page(slug)
  if (page === undefined) throw new Error(`The knowledge has no page ${slug}.`)
  return page
}

/** The web host, with other characters than letters, digits, dots and hyphens replaced. */
export const hostIdOf = ({ context }: Site): string =>
  new URL(context.addresses.webUrl).hostname.replace(/[^a-z0-9.-]+/gi, '-').replace(/^-|-$/g, '')
