// The names records are known by. All are case-insensitive and kept in lower case.
import { namePatterns, recordLimits } from './limits.ts'

// Tested before lower-casing: some letters outside ASCII, such as the Kelvin sign, lower-case into it.
const handlePattern = new RegExp(namePatterns.handle, 'i')
const slugPattern = new RegExp(namePatterns.slug, 'i')
// People tag in their own script; what separates words in queries and addresses stays out.
const tagPattern = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_+.#-]*$/u

/** A handle is a subdomain of the web host: these are names the service needs there, or that would mislead people. */
export const reservedHandles: ReadonlySet<string> = new Set(
  (
    'abuse admin administrator api app apps ask assets auth blog cdn docs ftp help hostmaster images imap img internal ' +
    'localhost login mail mcp media metrics ns1 ns2 oauth postmaster root security signin smtp static status support ' +
    'vitrine web webmaster webmcp www'
  ).split(' '),
)

/** Null when `text` cannot be a handle. A label that starts with `xn--` is one in another script, by RFC 5890. */
export function canonicalHandle(text: string): string | null {
  if (!handlePattern.test(text)) return null
  const handle = text.toLowerCase()
  return handle.startsWith('xn--') ? null : handle
}

/** Null when `text` cannot be the slug of a creation or a category. */
export function canonicalSlug(text: string): string | null {
  return slugPattern.test(text) ? text.toLowerCase() : null
}

/** Null when `text` cannot be the key of a tag. */
export function canonicalTagKey(text: string): string | null {
  if (slugPattern.test(text) && text.length <= recordLimits.tagKey) return text.toLowerCase()
  const key = text.normalize('NFC').toLowerCase()
  return tagPattern.test(key) && [...key.slice(0, 2 * recordLimits.tagKey + 1)].length <= recordLimits.tagKey
    ? key
    : null
}

const localeCache = new Map<string, string | null>()

/** The BCP-47 tag in its canonical spelling, or null. Remembered, because asking Intl takes longer than all the rest. */
export function canonicalLocale(text: string): string | null {
  if (text.length > recordLimits.locale) return null
  const cached = localeCache.get(text)
  if (cached !== undefined) return cached
  if (localeCache.size >= 1_000) localeCache.clear()
  const locale = askIntl(text)
  localeCache.set(text, locale)
  return locale
}

function askIntl(text: string): string | null {
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null
  } catch {
    return null
  }
}
