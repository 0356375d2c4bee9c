// What the discovery documents are made from.
import type { Knowledge } from '../knowledge/knowledge.ts'
import type { Page } from '../knowledge/page.ts'
import type { SiteContext } from '../pages/layout/page.ts'

/** What is told about an MCP server; its definition is one. */
export type McpFacts = {
  info: { name: string; title: string; version: string; description: string; websiteUrl: string }
  instructions: string
  tools: readonly { name: string; title: string; description: string; inputSchema: object }[]
}

export type Site = {
  context: SiteContext
  knowledge: Knowledge
  /** The product's name as it stands in addresses. */
  productSlug: string
  mcp: { product: McpFacts; docs: McpFacts; versions: readonly string[] }
  /** A URI: mailto: or https:. */
  securityContact: string
  now: () => number
}

export const skillName = (productSlug: string): string => `browse-${productSlug}`

/** A page that documents are made from cannot be missing. */
export function pageCalled({ knowledge }: Site, slug: string): Page {
  const page = knowledge.page(slug)
  if (page === undefined) throw new Error(`The knowledge has no page ${slug}.`)
  return page
}

/** The host as it may stand in names and identifiers. */
export const hostIn = ({ context: house }: Site): string =>
  new URL(house.addresses.webUrl).hostname.replace(/[^a-z0-9.-]+/gi, '-').replace(/^-|-$/g, '')
