// Limits of imported records: the import checks them, the schemas of the API contain them, docs/import.md lists them.
// Lengths of text count Unicode code points, as JSON Schema does.
export const recordLimits = {
  // Bytes of one line of NDJSON
  line: 262_144,

  // Characters
  handle: 63,
  slug: 80,
  kind: 40,
  tagKey: 80,
  locale: 35,
  title: 120,
  summary: 400,
  description: 10_000,
  instructions: 10_000,
  displayName: 80,
  bio: 1_000,
  label: 80,
  unit: 40,
  license: 120,
  version: 40,
  platform: 40,
  url: 2_048,

  // Entries of a list or an object
  tags: 30,
  screenshots: 10,
  links: 10,
  platforms: 20,
  translations: 100,
  labels: 100,
} as const

const namePattern = (maxLength: number) => `^[a-z0-9](?:[a-z0-9-]{0,${maxLength - 2}}[a-z0-9])?$`

/** The rough form of BCP-47 tags, for JSON Schemas. `canonicalLocale` is the exact check. */
export const localePattern = '^[A-Za-z0-9]{1,8}(-[A-Za-z0-9]{1,8})*$'

/** The name of the schema of kinds, by which the kinds of a site are filled in. */
export const kindTitle = 'CreationKind'

/** Regular expressions of the canonical forms. An import also accepts upper-case letters. */
export const namePatterns = { handle: namePattern(recordLimits.handle), slug: namePattern(recordLimits.slug) }
