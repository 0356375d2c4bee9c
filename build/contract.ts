// Writes client/contract.ts: what the client knows of the service, made from openapi.json and the tables of src/.
import { readFileSync } from 'node:fs'
import { backoff, errors, retryableStatuses } from '../src/errors.ts'
import { askJobs } from '../src/limits.ts'
import { operations } from '../src/operations/index.ts'
import { kindTitle } from '../src/records/limits.ts'
import { newestVersion } from '../src/server/request/version.ts'
import { type Schema, typeText } from './type-text.ts'

type Parameter = { name: string; required: boolean; description?: string; schema: Schema; $ref?: string }
type Described = {
  operationId: string
  parameters: Parameter[]
  responses: Record<string, { content: Record<string, { schema: Schema }> }>
}
type Document = { paths: Record<string, { get: Described }>; components: { schemas: Record<string, Schema> } }

/** Besides what operations answer. */
const spoken = ['AskRequest', 'AskResponse', 'AsyncAskJob', 'AsyncAskJobStatus', 'StatusDocument', 'ErrorBody']

const refName = (schema: Schema): string | undefined => schema.$ref?.split('/').at(-1)

const openapiFile = new URL('../openapi.json', import.meta.url)

export function contractText(document: Document = JSON.parse(readFileSync(openapiFile, 'utf8'))): string {
  const read = operations.map(({ name, path, summary }) => ({
    name,
    path,
    summary,
    described: document.paths[path]!.get,
  }))
  // Every site has its own kinds.
  const schemas: Record<string, Schema> = { ...document.components.schemas, [kindTitle]: { type: 'string' } }
  const roots = [
    ...read.flatMap(({ described }) => refsOf(described.parameters, described.responses['200'])),
    ...spoken,
  ]
  const types = reachable(roots, schemas).map(name => declared(name, schemas[name]!))
  return [
    '// What the client knows of the service. Made by build/contract.ts from openapi.json and the tables of the service:',
    '// change those, then run `npm run build:client`.',
    '',
    ...tables(read),
    '',
    '/** The public reads: their names in batches, what they take and what they give. */',
    'export type Operations = {',
    ...read.map(({ name, summary, described }) => operationText(name, summary, described)),
    '}',
    '',
    types.join('\n\n'),
    '',
  ].join('\n')
}

type Read = { name: string; path: string; described: Described }

function tables(read: readonly Read[]): string[] {
  const { initial_delay_ms, multiplier, max_delay_ms, max_attempts } = backoff
  const names = Object.entries(errors).map(([name, { status }]) => `  ${status}: '${name}',`)
  return [
    `export const apiVersion = '${newestVersion}'`,
    '',
    '/** Where each read is on the API host. */',
    'export const paths = {',
    ...read.map(({ path, described }) => `  ${described.operationId}: '${path}',`),
    '} as const',
    '',
    '/** What may be sent again, and after how long: chance times the delay, which doubles. */',
    `export const retryable: readonly number[] = [${retryableStatuses.join(', ')}]`,
    `export const backoff = { initialMs: ${initial_delay_ms}, multiplier: ${multiplier}, maxMs: ${max_delay_ms}, attempts: ${max_attempts} }`,
    '',
    '/** The least time between two looks at an ask job. */',
    `export const pollMs = ${askJobs.pollSeconds * 1000}`,
    '',
    '/** What an error is called when its answer does not say. */',
    'export const errorNames: Record<number, string> = {',
    ...names,
    '}',
  ]
}

const outputOf = ({ responses }: Described): Schema =>
  responses['200']!.content['application/json']!.schema.properties!.data!

function operationText(name: string, summary: string, described: Described): string {
  const given = described.parameters.filter(({ $ref }) => $ref === undefined)
  const input: Schema = {
    type: 'object',
    required: given.filter(({ required }) => required).map(parameter => parameter.name),
    properties: Object.fromEntries(
      given.map(({ name, schema, description = '' }) => [
        name,
        { ...schema, description: description + boundsOf(schema) },
      ]),
    ),
  }
  const output = refName(outputOf(described))!
  return [
    `  /** ${summary} */`,
    `  ${described.operationId}: {`,
    `    name: '${name}'`,
    `    input: ${typeText(input, { indent: '    ', isInput: true })}`,
    `    output: ${output}`,
    '  }',
  ].join('\n')
}

const boundsOf = ({ minimum, maximum, default: usual }: Schema): string =>
  minimum === undefined ? '' : ` ${minimum} to ${maximum}, ${usual} unless given.`

function declared(name: string, schema: Schema): string {
  const about = schema.description === undefined ? '' : `/** ${schema.description} */\n`
  const isInput = name.endsWith('Request')
  return `${about}export type ${name} = ${typeText(schema, { indent: '', isInput })}`
}

/** In the order in which they are met. */
function reachable(roots: readonly string[], schemas: Record<string, Schema>): string[] {
  const met = new Set<string>()
  const visit = (name: string): void => {
    if (met.has(name)) return
    met.add(name)
    refsOf(schemas[name]).forEach(visit)
  }
  roots.forEach(visit)
  return [...met]
}

/** The schemas that something refers to. */
const refsOf = (...parts: unknown[]): string[] =>
  [...JSON.stringify(parts).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!)
