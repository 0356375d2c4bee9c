// One table: the filters of the feed. The API's parameters, cursors, cache keys, the lists of both stores, the explorer
// page and the web feeds are derived from it.
import type { TOptional } from 'typebox'
import { kindTitle, localePattern, namePatterns, recordLimits } from '../records/limits.ts'
import type { CreationRecord } from '../records/records.ts'
import { type TSchema, Type } from '../util/schema.ts'

/** Values of filters. Creations must pass all of them. */
export type Filters = {
  category?: string | undefined
  /** One or several keys, separated by commas. */
  tag?: string | undefined
  kind?: string | undefined
  featuredOnly?: boolean | undefined
  creator?: string | undefined
  language?: string | undefined
  /** `handle/slug` of the original. */
  remixOf?: string | undefined
}

export type FilterName = keyof Filters

type Filter = {
  /** The API's parameter. */
  schema: TSchema
  /** Starts the names of the filter's lists. Must not be a key of the word lists in lists.ts. */
  key: string
  /**
   * Whether lists are kept for all combinations with the other combined filters, in every sort order. Lists of other
   * filters are intersected with these.
   */
  combined: boolean
  /**
   * Whether a creation may have several values, and several can be selected, separated by commas. Only the last of the
   * combined filters may.
   */
  multiple?: boolean
  /** The values by which a creation is found, in canonical form. */
  valuesOf: (creation: CreationRecord) => readonly string[]
  /** The form in which values are compared. */
  canonical: (value: string) => string
}

const lowerCase = (value: string): string => value.toLowerCase()
/** Without its anchors, and for any case. */
const embedded = (pattern: string): string => pattern.slice(1, -1).replaceAll('a-z', 'A-Za-z')

/** Creations must have all selected tags. */
export const maxTags = 5
const separator = ','

/** Tags in one order and without duplicates. Tag keys contain no comma. */
const canonicalTags = (value: string): string =>
  [...new Set(value.normalize('NFC').toLowerCase().split(separator))].sort().join(separator)

/** What the format `tags` of a parameter means, beyond its pattern. */
export const tagsFormat = {
  allows: (value: string): boolean => canonicalTags(value).split(separator).length <= maxTags,
  rule: (name: string): string =>
    `${name} must be 1 to ${maxTags} tag keys of at most ${recordLimits.tagKey} characters, separated by single commas, such as a,b.`,
  canonical: canonicalTags,
}

const filters = {
  category: {
    schema: Type.String({
      minLength: 1,
      maxLength: recordLimits.slug,
      description: 'Category slug.',
      examples: ['health'],
    }),
    key: 'c',
    combined: true,
    valuesOf: ({ category }) => (category === null ? [] : [category]),
    canonical: lowerCase,
  },
  kind: {
    schema: Type.String({
      title: kindTitle,
      maxLength: recordLimits.kind,
      description: 'What a creation is.',
      examples: ['game'],
    }),
    key: 'k',
    combined: true,
    valuesOf: ({ kind }) => [kind],
    canonical: String,
  },
  featuredOnly: {
    schema: Type.Boolean({ default: false, description: 'Only featured creations.' }),
    key: 'f',
    combined: true,
    valuesOf: ({ featured }) => (featured ? ['true'] : []),
    canonical: String,
  },
  tag: {
    schema: Type.String({
      minLength: 1,
      maxLength: maxTags * (recordLimits.tagKey + 1) - 1,
      format: 'tags',
      pattern: `^[^,]{1,${recordLimits.tagKey}}(,[^,]{1,${recordLimits.tagKey}})*$`,
      description: `Tag key. Up to ${maxTags}, separated by commas: creations must have all of them.`,
      examples: ['hydration'],
    }),
    key: 't',
    combined: true,
    multiple: true,
    valuesOf: ({ tags }) => tags,
    canonical: canonicalTags,
  },
  creator: {
    schema: Type.String({
      minLength: 1,
      maxLength: recordLimits.handle,
      description: 'Handle of the creator.',
      examples: ['mira'],
    }),
    key: 'u',
    combined: false,
    valuesOf: ({ handle }) => [handle],
    canonical: lowerCase,
  },
  language: {
    schema: Type.String({
      minLength: 1,
      maxLength: recordLimits.locale,
      format: 'bcp47',
      pattern: localePattern,
      description: 'Original language as a BCP-47 tag; `es` also matches `es-MX`.',
      examples: ['es'],
    }),
    key: 'l',
    combined: false,
    valuesOf: ({ locale }) => prefixesOf(locale.toLowerCase()),
    canonical: lowerCase,
  },
  remixOf: {
    schema: Type.String({
      pattern: `^${embedded(namePatterns.handle)}/${embedded(namePatterns.slug)}$`,
      maxLength: recordLimits.handle + 1 + recordLimits.slug,
      description: 'Only remixes of this creation, as `handle/slug`.',
      examples: ['mira/water-log'],
    }),
    key: 'r',
    combined: false,
    valuesOf: ({ remixOf }) => (remixOf === null ? [] : [`${remixOf.handle}/${remixOf.slug}`]),
    canonical: lowerCase,
  },
} as const satisfies Record<FilterName, Filter>

export const filterNames = Object.keys(filters) as FilterName[]

/** The filters as optional parameters of an operation. */
export const filterParameters = Object.fromEntries(
  filterNames.map(name => [name, Type.Optional(filters[name].schema)]),
) as { [Name in FilterName]: TOptional<(typeof filters)[Name]['schema']> }

const rows: readonly (Filter & { name: FilterName })[] = filterNames.map(name => ({ name, ...filters[name] }))
const combined = rows.filter(row => row.combined)
const separate = rows.filter(row => !row.combined)

/** `zh-hant-tw` → `zh`, `zh-hant`, `zh-hant-tw` */
const prefixesOf = (tag: string): string[] => tag.split('-').map((_, i, parts) => parts.slice(0, i + 1).join('-'))

/** The selected filters in canonical form. */
export function canonicalFilters(selected: Filters): Partial<Record<FilterName, string>> {
  const values: Partial<Record<FilterName, string>> = {}
  for (const { name, canonical } of rows) {
    const value = selected[name]
    if (value !== undefined && value !== false) values[name] = canonical(String(value))
  }
  return values
}

/** The list of all public creations. */
export const everything = 'all'

const listName = (used: readonly { key: string; value: string }[]): string =>
  used.length === 0 ? everything : `${used.map(({ key }) => key).join('')} ${used.map(({ value }) => value).join(' ')}`

/** Lists whose intersection passes the filters. Of several tags, each has a list with the other combined filters. */
export function filterLists(selected: Filters): string[] {
  const single: { key: string; value: string }[] = []
  const several: typeof single = []
  const names: string[] = []
  for (const { name, key, canonical, combined, multiple } of rows) {
    const selectedValue = selected[name]
    if (selectedValue === undefined || selectedValue === false) continue
    const value = canonical(String(selectedValue))
    if (!combined) names.push(listName([{ key, value }]))
    else if (multiple) several.push(...value.split(separator).map(one => ({ key, value: one })))
    else single.push({ key, value })
  }
  if (several.length > 0) return [...several.map(one => listName([...single, one])), ...names]
  return single.length > 0 || names.length === 0 ? [listName(single), ...names] : names
}

/** Names of the lists of one filter start with this and continue with the value. */
export const listPrefix = (name: FilterName): string => `${filters[name].key} `

/** Lists of a creation: for each of `values` those that `lists` gives. Groups with the same key give the same lists. */
export type ListGroup = { key: string; values: readonly string[]; lists: (value: string) => string[] }

/** The lists of a creation for all filters. */
export const filterGroups = (creation: CreationRecord): ListGroup[] => [
  ...separate.map(({ key, valuesOf }) => ({
    key,
    values: valuesOf(creation),
    lists: (value: string) => [listName([{ key, value }])],
  })),
  combinedGroup(creation),
]

/** The values are those of the filter with several values, and '' for none of them. */
function combinedGroup(creation: CreationRecord): ListGroup {
  const single = combined
    .filter(({ multiple }) => !multiple)
    .flatMap(({ key, valuesOf }) => valuesOf(creation).map(value => ({ key, value })))
  const several = combined.find(({ multiple }) => multiple)!
  const lists = (value: string): string[] =>
    subsetsOf(single).map(subset => listName(value === '' ? subset : [...subset, { key: several.key, value }]))
  return { key: listName(single), values: ['', ...several.valuesOf(creation)], lists }
}

function subsetsOf<T>(items: readonly T[]): T[][] {
  const subsets: T[][] = [[]]
  for (const item of items) subsets.push(...subsets.map(subset => [...subset, item]))
  return subsets
}
