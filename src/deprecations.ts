// One table: deprecated operations. Removal is announced at least 90 days before.

export type Deprecation = {
  operation: string
  /** RFC 3339: when the operation became (or becomes) deprecated. */
  deprecated: string
  /** RFC 3339: when it may be removed. */
  sunset: string
  /** Documentation of the replacement. */
  link: string
}

export const deprecations: readonly Deprecation[] = []

export const noticeDays = 90
const dayMs = 24 * 60 * 60 * 1000

/** Throws when an entry is unknown, has an invalid date, or gives too little notice. */
export function checkDeprecations(table: readonly Deprecation[], operationNames: readonly string[]): void {
  for (const { operation, deprecated, sunset } of table) {
    if (!operationNames.includes(operation)) throw new Error(`Deprecated operation ${operation} does not exist.`)
    const notice = Date.parse(sunset) - Date.parse(deprecated)
    if (!(notice >= noticeDays * dayMs)) {
      throw new Error(`${operation} must stay for at least ${noticeDays} days between deprecation and sunset.`)
    }
  }
}

/** Response headers of a deprecated operation, as a flat list: RFC 9745 and RFC 8594. */
export function deprecationHeaders(table: readonly Deprecation[], operation: string): string[] {
  const entry = table.find(candidate => candidate.operation === operation)
  if (!entry) return []
  return [
    'Deprecation',
    `@${Math.floor(Date.parse(entry.deprecated) / 1000)}`,
    'Sunset',
    new Date(entry.sunset).toUTCString(),
    'Link',
    `<${entry.link}>; rel="deprecation"; type="text/html"`,
  ]
}
