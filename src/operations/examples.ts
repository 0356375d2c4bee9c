// Names for the examples in documents: those of a creation of the community, else placeholders. Only names that consist
// of letters, digits and hyphens are used: texts of members do not belong into descriptions that agents read.
import { type Examples, placeholders, type Site } from '../site/site.ts'
import type { Store } from '../store/store.ts'
import type { Input, Operation } from './define.ts'

const candidates = 12
const simpleName = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/

type Listed = {
  handle: string
  slug: string
  title: string
  kind: string
  category: { slug: string } | null
  tags: { key: string }[]
}

/** From a popular creation with a category and a tag, if there is one. */
export async function examplesIn(
  store: Pick<Store, 'feed'>,
  site: Pick<Site, 'examples' | 'kinds'>,
): Promise<Examples> {
  const { items } = await store.feed({ sort: 'popular', locales: ['en'], limit: candidates })
  const creations = items.map(item => JSON.parse(item) as Listed)
  const complete = creations.find(({ category, tags }) => category !== null && tags.length > 0) ?? creations[0]
  return complete === undefined ? site.examples : examplesOf(complete, site)
}

function examplesOf(creation: Listed, site: Pick<Site, 'examples' | 'kinds'>): Examples {
  const { handle, slug, category, tags } = creation
  const { examples, kinds } = site
  return {
    handle,
    slug,
    kind: kinds.some(({ key }) => key === creation.kind) ? creation.kind : examples.kind,
    category: [category?.slug].find(isSimple) ?? examples.category,
    tag: tags.map(({ key }) => key).find(isSimple) ?? examples.tag,
    q: searchWord(creation) ?? examples.q,
  }
}

const isSimple = (name: string | undefined): name is string => name !== undefined && simpleName.test(name)

/** A word of the address that the title contains too, so that the search finds something. */
function searchWord({ slug, title }: Listed): string | undefined {
  const inTitle = new Set(title.toLowerCase().split(/[^a-z]+/))
  const words = slug.split('-').filter(word => word.length > 2 && inTitle.has(word))
  return words.sort((one, other) => other.length - one.length)[0]
}

/** Whether the creation of the examples can still be read. Placeholders are current while there is no creation. */
export async function areCurrent(store: Pick<Store, 'app' | 'feed'>, { handle, slug }: Examples): Promise<boolean> {
  if ((await store.app({ handle, slug, locales: ['en'] })) !== null) return true
  if (handle !== placeholders.handle || slug !== placeholders.slug) return false
  return (await store.feed({ sort: 'popular', locales: ['en'], limit: 1 })).items.length === 0
}

/** Example values of parameters, by name. */
const byParameter: Readonly<Record<string, (examples: Examples) => string>> = {
  handle: ({ handle }) => handle,
  slug: ({ slug }) => slug,
  creator: ({ handle }) => handle,
  remixOf: ({ handle, slug }) => `${handle}/${slug}`,
  kind: ({ kind }) => kind,
  category: ({ category }) => category,
  tag: ({ tag }) => tag,
  q: ({ q }) => q,
}

/** The operation with these names in the examples of its parameters. */
export function withExamples(operation: Operation, examples: Examples): Operation {
  const properties = Object.entries(operation.input.properties).map(([name, schema]) => [
    name,
    schemaWithExample(name, schema, examples),
  ])
  return {
    ...operation,
    input: { ...operation.input, properties: Object.fromEntries(properties) },
    fields: operation.fields.map(field => ({
      ...field,
      schema: schemaWithExample(field.name, field.schema, examples),
    })),
    example: Object.fromEntries(
      Object.entries(operation.example).map(([name, value]) => [name, byParameter[name]?.(examples) ?? value]),
    ) as Input,
  }
}

const schemaWithExample = <T extends object>(name: string, schema: T, examples: Examples): T => {
  const example = byParameter[name]?.(examples)
  return example === undefined || !('examples' in schema) ? schema : { ...schema, examples: [example] }
}
