// The definition of an MCP server: data, and a function for each tool.
import type { Buffer } from 'node:buffer'
import type { IconName } from './icons.ts'

export type JsonSchema = { [keyword: string]: unknown }

/** The description of a tool in tools/list and in documents. */
export type ToolDescription = {
  name: string
  title: string
  description: string
  inputSchema: JsonSchema
  outputSchema: JsonSchema
  icon: IconName
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
  icon: IconName
  text: string
  _meta?: Record<string, unknown>
}

/** Values for an argument that begins with `value`, best first; `args` are the arguments given so far. */
export type Complete = (value: string, args: Record<string, string>) => Promise<string[]>

/** `read` returns the text of the resource, or throws a Failure when it does not exist. */
export type ResourceTemplate = {
  uriTemplate: string
  name: string
  title: string
  description: string
  mimeType: string
  icon: IconName
  read: (values: Record<string, string>) => Promise<string>
  /** By the name of the variable. */
  complete?: Record<string, Complete>
}

export type Prompt = {
  name: string
  title: string
  description: string
  icon: IconName
  arguments: readonly { name: string; description: string; required?: true; complete?: Complete }[]
  /** What the person says to the model. The arguments are checked. */
  text: (args: Record<string, string>) => string
}

export type McpDefinition = {
  info: { name: string; title: string; version: string; description: string; websiteUrl: string }
  instructions: string
  /** The web host, which has the icons. */
  webUrl: string
  /** Optional protocol features of the server, as named by the protocol. */
  extensions?: Record<string, object>
  tools: readonly Tool[]
  resources: readonly Resource[]
  templates: readonly ResourceTemplate[]
  prompts: readonly Prompt[]
}

/** The hint about idempotence has a meaning only for tools that write. */
export const readOnly = { readOnlyHint: true, destructiveHint: false, openWorldHint: false } as const
