// `Service-API-Version`: a date selects the newest version that existed on that day.
import { fail } from '../../errors.ts'

export const versionHeader = 'Service-API-Version'

/** Oldest first. */
export const apiVersions = ['2026-05-26'] as const
export const newestVersion = apiVersions[apiVersions.length - 1]!

/** Throws for a date before the first version and for anything that is not a date. */
export function versionFor(header: string | undefined): string {
  if (header === undefined || header === newestVersion) return newestVersion
  const version = isDate(header) ? apiVersions.findLast(candidate => candidate <= header) : undefined
  if (version !== undefined) return version
  const supported = `Supported: ${apiVersions.join(', ')}; leave the header out for the newest.`
  const reason = isDate(header)
    ? `${versionHeader} is before the first version. ${supported}`
    : `${versionHeader} must be a date such as ${newestVersion}. ${supported}`
  throw fail('invalid_request', reason, { details: [{ field: versionHeader, reason }] })
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
