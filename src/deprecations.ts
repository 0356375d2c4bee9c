// One table: operations that will go away. Nothing leaves before it has said so for at least 90 days.

export type Deprecation = {
  operation: string
  /** RFC 3339: when the operation became (or becomes) deprecated. */
  deprecated: string
  /** RFC 3339: when it may stop answering. */
  sunset: string
  /** Where to read what to use instead. */
  link: string
}

export const deprecations: readonly Deprecation[] = []

export const noticeDays = 90
const dayMs = 24 * 60 * 60 * 1000

/** Throws when an entry is unknown, has a bad date, or gives less notice than promised. */
export function checkDeprecations(table: readonly Deprecation[], operationNames: readonly string[]): void {
  for (const { operation, deprecated, sunset } of table) {
    if (!operationNames.includes(operation)) throw new Error(`Deprecated operation ${operation} does not exist.`)
    const notice = Date.parse(sunset) - Date.parse(deprecated)
    if (!(notice >= noticeDays * dayMs)) {
      throw new Error(`${operation} must stay for at least ${noticeDays} days between deprecation and sunset.`)
    }
  }
}

/** Response headers of a deprecated operation, name and value in turn: RFC 9745 and RFC 8594. */
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
