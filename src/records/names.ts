// Names that identify records: case-insensitive, stored in lower case.
import { namePatterns, recordLimits } from './limits.ts'

// Tested before lower-casing: some letters outside ASCII, such as the Kelvin sign, lower-case into it.
const handlePattern = new RegExp(namePatterns.handle, 'i')
const slugPattern = new RegExp(namePatterns.slug, 'i')
// Tags may be in any script; characters that separate words in queries and URLs are excluded.
const tagPattern = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_+.#-]*$/u

/** Handles are subdomains of the web host: these are reserved for the service, or misleading. */
export const reservedHandles: ReadonlySet<string> = new Set(
  (
    'abuse admin administrator api app apps ask assets auth blog cdn docs ftp help hostmaster images imap img internal ' +
    'localhost login mail mcp media metrics ns1 ns2 oauth postmaster root security signin smtp static status support ' +
    'vitrine web webmaster webmcp www'
  ).split(' '),
)

/**
 * Null when `text` is not a valid handle. Names that start with `xn--` are rejected: as a subdomain they
 * would be shown in another script (RFC 5890).
 */
export function canonicalHandle(text: string): string | null {
  if (!handlePattern.test(text)) return null
  const handle = text.toLowerCase()
  return handle.startsWith('xn--') ? null : handle
}

/** Null when `text` is not a valid slug of a creation or category. */
export function canonicalSlug(text: string): string | null {
  return slugPattern.test(text) ? text.toLowerCase() : null
}

/** Null when `text` is not a valid tag key. */
export function canonicalTagKey(text: string): string | null {
  if (slugPattern.test(text) && text.length <= recordLimits.tagKey) return text.toLowerCase()
  const key = text.normalize('NFC').toLowerCase()
  return tagPattern.test(key) && [...key.slice(0, 2 * recordLimits.tagKey + 1)].length <= recordLimits.tagKey
    ? key
    : null
}

const localeCache = new Map<string, string | null>()

/** The canonical BCP-47 tag, or null. Cached, because Intl dominates the cost of a check. */
export function canonicalLocale(text: string): string | null {
  if (text.length > recordLimits.locale) return null
  const cached = localeCache.get(text)
  if (cached !== undefined) return cached
  if (localeCache.size >= 1_000) localeCache.clear()
  const locale = canonicalize(text)
  localeCache.set(text, locale)
  return locale
}

function canonicalize(text: string): string | null {
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null
  } catch {
    return null
  }
}
