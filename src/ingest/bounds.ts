// One table: how long and how many. Lengths of texts count Unicode code points.
export const bounds = {
  /** Bytes of one line of NDJSON. */
  line: 262_144,
  title: 120,
  summary: 400,
  description: 10_000,
  instructions: 10_000,
  displayName: 80,
  bio: 1_000,
  label: 80,
  unit: 40,
  tagKey: 60,
  url: 2_048,
  locale: 35,
  tags: 12,
  screenshots: 10,
  links: 10,
  translations: 40,
  labels: 100,
} as const
