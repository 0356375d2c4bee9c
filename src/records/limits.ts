// Limits of imported records: the import checks them, the schemas of the API announce them, docs/import.md lists them.
// Lengths of text count Unicode code points, as JSON Schema does.
export const recordLimits = {
  /** Bytes of one line of NDJSON. */
  line: 262_144,
  handle: 63,
  slug: 80,
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
  url: 2_048,
  /** Entries of a list or an object. */
  tags: 30,
  screenshots: 10,
  links: 10,
  translations: 100,
  labels: 100,
} as const

const label = (longest: number) => `^[a-z0-9](?:[a-z0-9-]{0,${longest - 2}}[a-z0-9])?$`

/** What most programs can check of a BCP-47 language tag. */
export const localePattern = '^[A-Za-z0-9]{1,8}(-[A-Za-z0-9]{1,8})*$'

/** Canonical forms; an import also accepts upper-case letters. */
export const namePatterns = { handle: label(recordLimits.handle), slug: label(recordLimits.slug) }
