// The methods of an MCP server: those of both generations of the protocol, and those that only the older one has.
import type { Failure } from '../errors.ts'
import { toolCaller } from './call-tool.ts'
import {
  type McpDefinition,
  type Prompt,
  type Resource,
  type ResourceTemplate,
  readOnly,
  type ToolDescription,
} from './definition.ts'
import { type IconName, iconsOf } from './icons.ts'
import { fixedTtlMs, type Method } from './method.ts'
import { completer, promptGetter } from './prompts/methods.ts'
import { codes, type Generation, protocolError } from './protocol.ts'
import { resourceReader } from './read-resource.ts'
import { resultBytes } from './result-bytes.ts'
import { handshakeVersions, methodNames, protocolVersions } from './schemas.ts'

export type Methods = Record<Generation, ReadonlyMap<string, Method>>

const onlyWithHandshake: readonly string[] = ['initialize', 'ping', 'logging/setLevel']

export function methodsOf(definition: McpDefinition, asFailure: (error: unknown) => Failure): Methods {
  const { tools, resources, templates, prompts, webUrl } = definition
  const entries = <T extends Listed>(list: readonly T[], entry: (item: Omit<T, 'icon'>) => object) =>
    list.map(({ icon, ...item }) => ({ ...entry(item), icons: iconsOf(icon, webUrl) }))
  const methods: Record<(typeof methodNames)[number], Method> = {
    initialize: initializer(definition),
    ping: emptyResult,
    'server/discover': fixed({ supportedVersions: protocolVersions, ...serverDescription(definition) }),
    'tools/list': list({ tools: entries(tools, toolEntry) }),
    'tools/call': toolCaller(definition, asFailure),
    'resources/list': list({ resources: entries(resources, resourceEntry) }),
    'resources/templates/list': list({ resourceTemplates: entries(templates, templateEntry) }),
    'resources/read': resourceReader(definition, asFailure),
    'prompts/list': list({ prompts: entries(prompts, promptEntry) }),
    'prompts/get': promptGetter(definition),
    'completion/complete': completer(definition, asFailure),
    'logging/setLevel': setLevel,
  }
  const all = methodNames.map(name => [name, methods[name]] as const)
  return { handshake: new Map(all), stateless: new Map(all.filter(([name]) => !onlyWithHandshake.includes(name))) }
}

const serverDescription = ({ instructions, extensions }: McpDefinition) => ({
  capabilities: {
    tools: {},
    resources: {},
    prompts: {},
    completions: {},
    ...(extensions === undefined ? {} : { extensions }),
  },
  instructions,
})

function fixed(members: object): Method {
  const result = { tail: resultBytes(members), ttlMs: fixedTtlMs }
  return () => result
}

/** Lists have one page, so there is no valid cursor. */
function list(members: object): Method {
  const onlyPage = fixed(members)
  return params =>
    params.cursor === undefined || params.cursor === null
      ? onlyPage(params)
      : protocolError(codes.invalidParams, 'There is no further page: leave params.cursor out.')
}

/** RFC 5424 names; this server sends no log messages, so every level is accepted and has no effect. */
const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']
const emptyResult = fixed({})

const setLevel: Method = params =>
  levels.includes(params.level as string)
    ? emptyResult(params)
    : protocolError(codes.invalidParams, `params.level must be one of ${levels.join(', ')}.`)

function initializer(definition: McpDefinition): Method {
  const byVersion = new Map<unknown, Method>(
    handshakeVersions.map(protocolVersion => [
      protocolVersion,
      fixed({ protocolVersion, serverInfo: definition.info, ...serverDescription(definition) }),
    ]),
  )
  const newest = byVersion.get(handshakeVersions[0])!
  return params =>
    params.protocolVersion === undefined || typeof params.protocolVersion === 'string'
      ? (byVersion.get(params.protocolVersion) ?? newest)(params)
      : protocolError(codes.invalidParams, 'params.protocolVersion must be a protocol version.')
}

type Listed = { icon: IconName }

function toolEntry({ name, title, description, inputSchema, outputSchema, view }: Omit<ToolDescription, 'icon'>) {
  // The flat key is for hosts that follow drafts of the extension.
  const ui = view === undefined ? {} : { _meta: { ui: { resourceUri: view }, 'ui/resourceUri': view } }
  return { name, title, description, inputSchema, outputSchema, annotations: readOnly, ...ui }
}

const resourceEntry = ({ text, ...entry }: Omit<Resource, 'icon'>) => ({ ...entry, size: Buffer.byteLength(text) })
const templateEntry = ({ read: _read, complete: _complete, ...entry }: Omit<ResourceTemplate, 'icon'>) => entry
const promptEntry = ({ text: _text, arguments: args, ...entry }: Omit<Prompt, 'icon'>) => ({
  ...entry,
  arguments: args.map(({ complete: _complete, ...argument }) => argument),
})
