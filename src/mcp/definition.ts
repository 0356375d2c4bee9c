// The definition of an MCP server: data, and a function for each tool.
import type { Buffer } from 'node:buffer'

export type JsonSchema = { [keyword: string]: unknown }

/** The description of a tool in tools/list and in documents. */
export type ToolDescription = {
  name: string
  title: string
  description: string
  inputSchema: JsonSchema
  outputSchema: JsonSchema
  /** The view that hosts may show the answer in. */
  view?: string
}

/** `call` returns the bytes of the result as `result-bytes.ts` makes them, and throws a Failure on wrong arguments. */
export type Tool = ToolDescription & { call: (args: Record<string, unknown>) => Promise<Buffer | StaleResult> }

/** A stale result while the store is unavailable; `age` is in seconds. */
export type StaleResult = { bytes: Buffer; age: number }

export type Resource = {
  uri: string
  name: string
  title: string
  description: string
  mimeType: string
  text: string
  _meta?: Record<string, unknown>
}

/** `read` returns the text of the resource, or throws a Failure when it does not exist. */
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
  /** Optional protocol features of the server, as named by the protocol. */
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
