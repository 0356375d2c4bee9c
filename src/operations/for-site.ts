// Operations as they are published for a site.
import type { Site } from '../site/site.ts'
import type { Operation } from './define.ts'
import { withExamples } from './examples.ts'
import { schemaWithKinds } from './kinds.ts'

/** With the kinds of the site, and examples from its community. */
export function forSite(definition: Operation, site: Pick<Site, 'kinds' | 'examples'>): Operation {
  const kinds = keysOf(site.kinds)
  const operation = withExamples(definition, site.examples)
  return {
    ...operation,
    input: schemaWithKinds(operation.input, kinds),
    output: schemaWithKinds(operation.output, kinds),
    fields: operation.fields.map(field => ({ ...field, schema: schemaWithKinds(field.schema, kinds) })),
  }
}

export const keysOf = (kinds: readonly { readonly key: string }[]): string[] => kinds.map(({ key }) => key)
