// What an MCP server is made from: data, and a function for each tool.
import type { Buffer } from 'node:buffer'

export type JsonSchema = { [keyword: string]: unknown }

/** What clients and documents are told about a tool. */
export type ToolFacts = {
  name: string
  title: string
  description: string
  inputSchema: JsonSchema
  outputSchema: JsonSchema
  /** The view that hosts may show the answer in. */
  view?: string
}

/**
 * `call` gives the members of the result as JSON text together with the braces that close result and response, ready to
 * be sent: see `finished.ts`. It throws a Failure when the caller made a mistake.
 */
export type Tool = ToolFacts & { call: (given: Record<string, unknown>) => Promise<Buffer | StandIn> }

/** An answer in place of one that cannot be made now; `age` is how many seconds ago it was last known to be right. */
export type StandIn = { bytes: Buffer; age: number }

export type Resource = {
  uri: string
  name: string
  title: string
  description: string
  mimeType: string
  text: string
  _meta?: Record<string, unknown>
}

/** `read` gives the text of the resource, or throws a Failure when there is none. */
export type ResourceTemplate = {
  uriTemplate: string
  name: string
  title: string
  description: string
  mimeType: string
  read: (values: Record<string, string>) => Promise<string>
}

export type McpDefinition = {
  info: { name: string; title: string; version: string; description: string; websiteUrl: string }
  instructions: string
  /** Optional parts of the protocol that the server knows, as the protocol names them. */
  extensions?: Record<string, object>
  tools: readonly Tool[]
  resources: readonly Resource[]
  templates: readonly ResourceTemplate[]
}

export const readOnly = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const
