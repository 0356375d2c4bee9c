// resources/read: fixed resources are serialised once, templates are read for each request.
import type { Failure } from '../errors.ts'
import { truncate } from '../util/text.ts'
import type { McpDefinition, ResourceTemplate } from './definition.ts'
import { fixedTtlMs, type Method, messageOf, type Result } from './method.ts'
import { codes, type ProtocolError, protocolError, quote } from './protocol.ts'
import { contentsBytes } from './result-bytes.ts'

/** For resources with community data. */
const changingTtlMs = 5_000

export function resourceReader(
  { resources, templates }: McpDefinition,
  asFailure: (error: unknown) => Failure,
): Method {
  const fixedResults = new Map(
    resources.map(({ uri, mimeType, text, _meta }) => {
      const contents = { uri, mimeType, text, ...(_meta === undefined ? {} : { _meta }) }
      return [uri, { tail: contentsBytes(contents), ttlMs: fixedTtlMs }]
    }),
  )
  const patterns = templates.map(template => ({ template, pattern: patternOf(template.uriTemplate) }))
  return async ({ uri }) => {
    if (typeof uri !== 'string') return protocolError(codes.invalidParams, 'params.uri must be the URI of a resource.')
    const fixed = fixedResults.get(uri)
    if (fixed !== undefined) return fixed
    for (const { template, pattern } of patterns) {
      const values = valuesIn(pattern.exec(uri))
      if (values !== null) return readTemplate(template, values, uri, asFailure)
    }
    return noResource(uri, 'See resources/list and resources/templates/list.')
  }
}

async function readTemplate(
  { mimeType, read }: ResourceTemplate,
  values: Record<string, string>,
  uri: string,
  asFailure: (error: unknown) => Failure,
): Promise<Result | ProtocolError> {
  try {
    return { tail: contentsBytes({ uri, mimeType, text: await read(values) }), ttlMs: changingTtlMs }
  } catch (error) {
    const failure = asFailure(error)
    if (failure.status >= 500) return protocolError(codes.internalError, messageOf(failure))
    return noResource(uri, failure.message)
  }
}

const noResource = (uri: string, hint: string): ProtocolError =>
  protocolError(codes.resourceNotFound, `Resource not found: ${quote(uri)}. ${hint}`, {
    data: { uri: truncate(uri, 1000) },
  })

/** `{name}` matches one segment. */
function patternOf(uriTemplate: string): RegExp {
  const parts = uriTemplate.split(/(\{\w+\})/).map(part => {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? []
    return name === undefined ? RegExp.escape(part) : `(?<${name}>[^/?#]+)`
  })
  return new RegExp(`^${parts.join('')}$`)
}

function valuesIn(match: RegExpExecArray | null): Record<string, string> | null {
  if (match === null) return null
  try {
    return Object.fromEntries(Object.entries(match.groups!).map(([name, text]) => [name, decodeURIComponent(text)]))
  } catch {
    return null
  }
}
