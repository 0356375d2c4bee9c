// Operations as they are published for a site.
import type { Operation } from './define.ts'
import { schemaWithKinds } from './kinds.ts'

type Kinds = readonly { readonly key: string }[]

export function withKinds(operation: Operation, siteKinds: Kinds): Operation {
  const kinds = keysOf(siteKinds)
  return {
    ...operation,
    input: schemaWithKinds(operation.input, kinds),
    output: schemaWithKinds(operation.output, kinds),
    fields: operation.fields.map(field => ({ ...field, schema: schemaWithKinds(field.schema, kinds) })),
  }
}

export const keysOf = (kinds: Kinds): string[] => kinds.map(({ key }) => key)
