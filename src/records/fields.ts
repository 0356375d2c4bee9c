// Field validators. Each takes an unknown value and returns its canonical form, or throws a sentence that names the
// field and the rule. Null means absent, except for visibility.
import { nearest } from '../util/nearest.ts'
import { truncate } from '../util/text.ts'
import { canonicalDate } from './dates.ts'
import { recordLimits } from './limits.ts'
import { canonicalHandle, canonicalLocale, canonicalSlug, canonicalTagKey } from './names.ts'

export type Fields = Readonly<Record<string, unknown>>

export class Refusal extends Error {}

export function refuse(reason: string): never {
  throw new Refusal(reason)
}

// C0 except line feed and tab, DEL and C1.
const controlInText = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/
const controlInLine = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
// Anything but spaces, format and ignorable characters (such as the Hangul fillers), and blank symbols: U+2800 of
// Braille, U+1D159 of music, the fillers and blanks of Khitan and Egyptian.
const visible =
  /[^\p{White_Space}\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\u{16fe4}\u{13441}\u{13442}]/u
// Characters that RFC 3986 forbids in URLs, so that none can break out of markup or headers.
const notInUrl = /[\s\u0000-\u001f\u007f-\u009f"<>\\^`{|}]/
// Credentials before the host are misleading, so they are rejected.
const webUrl = /^https?:\/\/(?![^/?#]*@)/i

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function known(fields: Fields, names: ReadonlySet<string>, where = ''): void {
  for (const name in fields) {
    if (names.has(name)) continue
    const meant = nearest(truncate(name, 40), names)
    refuse(`${where}${quoted(name)} is not a known field${meant === undefined ? '' : `; did you mean ${meant}?`}`)
  }
}

/** Text of several lines; empty when absent. */
export function text(value: unknown, field: string, longest: number): string {
  if (value == null) return ''
  const checked = bounded(value, field, longest)
  if (controlInText.test(checked)) refuse(`${field} must not contain control characters other than line feed and tab`)
  return checked
}

/** A non-blank single line. */
export function line(value: unknown, field: string, longest: number): string {
  if (value == null) refuse(`${field} is required`)
  const checked = bounded(value, field, longest)
  if (controlInLine.test(checked)) refuse(`${field} must be one line without control characters`)
  if (checked.trim() === '') refuse(`${field} must not be empty`)
  if (!visible.test(checked)) refuse(`${field} must contain a visible character (it has only invisible ones)`)
  return checked
}

function bounded(value: unknown, field: string, longest: number): string {
  if (typeof value !== 'string') refuse(`${field} must be text`)
  if (value.length > longest && tooLong(value, longest)) refuse(`${field} must have at most ${longest} characters`)
  if (!value.isWellFormed()) refuse(`${field} contains half a character (a lone surrogate)`)
  return value
}

function tooLong(value: string, longest: number): boolean {
  if (value.length > 2 * longest) return true
  let length = 0
  for (const _ of value) length++
  return length > longest
}

export function handle(value: unknown, field: string): string {
  return (
    named(value, field, canonicalHandle) ??
    refuse(
      `${field} must be 1 to ${recordLimits.handle} letters a-z, digits and inner hyphens (it is ${quoted(value)})`,
    )
  )
}

export function slug(value: unknown, field: string): string {
  return (
    named(value, field, canonicalSlug) ??
    refuse(`${field} must be 1 to ${recordLimits.slug} letters a-z, digits and inner hyphens (it is ${quoted(value)})`)
  )
}

export function tagKey(value: unknown, field: string): string {
  return (
    named(value, field, canonicalTagKey) ??
    refuse(`${field} must be 1 to ${recordLimits.tagKey} letters, digits and _ + . # - (it is ${quoted(value)})`)
  )
}

export function locale(value: unknown, field: string): string {
  return (
    named(value, field, canonicalLocale) ??
    refuse(`${field} must be a BCP-47 language tag such as en or pt-BR (it is ${quoted(value)})`)
  )
}

function named(value: unknown, field: string, canonical: (text: string) => string | null): string | null {
  if (value == null) refuse(`${field} is required`)
  return typeof value === 'string' ? canonical(value) : null
}

/** Undefined when absent. */
export function date(value: unknown, field: string): string | undefined {
  if (value == null) return undefined
  return (
    (typeof value === 'string' ? canonicalDate(value) : null) ??
    refuse(`${field} must be an RFC 3339 date and time such as 2026-01-05T10:00:00Z (it is ${quoted(value)})`)
  )
}

/** An http(s) address or a path on the web host; null when absent. */
export function mediaUrl(value: unknown, field: string): string | null {
  if (value == null) return null
  if (typeof value === 'string' && /^\/(?!\/)/.test(value) && fitsUrl(value)) return asUri(value)
  return isWebUrl(value)
    ? asUri(value)
    : refuse(`${field} must be an http(s) address or a path that starts with one / (it is ${quoted(value)})`)
}

export function linkUrl(value: unknown, field: string): string {
  if (value == null) refuse(`${field} is required`)
  return isWebUrl(value) ? asUri(value) : refuse(`${field} must be an http(s) address (it is ${quoted(value)})`)
}

function isWebUrl(value: unknown): value is string {
  return typeof value === 'string' && webUrl.test(value) && fitsUrl(value) && URL.canParse(value)
}

function fitsUrl(value: string): boolean {
  return value.isWellFormed() && asUri(value).length <= recordLimits.url && !notInUrl.test(value)
}

/** URLs may contain any letters (RFC 3987); responses have ASCII, as `format: uri` requires. */
function asUri(value: string): string {
  if (/^[\x00-\x7f]*$/.test(value)) return value
  if (value.startsWith('/')) return value.replace(/[^\x00-\x7f]+/g, encodeURIComponent)
  return URL.canParse(value) ? new URL(value).href : value
}

export function choice<T extends string>(value: unknown, field: string, allowed: readonly T[], fallback: T): T {
  if (value == null) return fallback
  if (allowed.includes(value as T)) return value as T
  return refuse(`${field} must be one of ${allowed.join(', ')} (it is ${quoted(value)})`)
}

export function flag(value: unknown, field: string): boolean {
  if (value == null) return false
  return typeof value === 'boolean' ? value : refuse(`${field} must be true or false (it is ${quoted(value)})`)
}

export function count(value: unknown, field: string): number {
  if (value == null) return 0
  if (Number.isSafeInteger(value) && (value as number) >= 0) return (value as number) + 0
  return refuse(`${field} must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER} (it is ${quoted(value)})`)
}

export function finite(value: unknown, field: string): number {
  if (value == null) return 0
  // Adding zero turns -0 into 0; JSON text cannot distinguish them.
  return Number.isFinite(value) ? (value as number) + 0 : refuse(`${field} must be a number (it is ${quoted(value)})`)
}

/** The entries of a list, each checked; empty when absent. */
export function list<T>(
  value: unknown,
  field: string,
  maxLength: number,
  check: (entry: unknown, field: string) => T,
): T[] {
  if (value == null) return []
  if (!Array.isArray(value)) refuse(`${field} must be a list`)
  if (value.length > maxLength) refuse(`${field} must have at most ${maxLength} entries (it has ${value.length})`)
  return value.map((entry, index) => check(entry, `${field}[${index}]`))
}

/** The entries of an object whose keys are languages, in the order of the keys; empty when absent. */
export function byLocale<T>(
  value: unknown,
  field: string,
  maxLength: number,
  check: (entry: unknown, field: string, locale: string) => T,
): Record<string, T> {
  const checked: Record<string, T> = {}
  if (value == null) return checked
  if (!isFields(value)) refuse(`${field} must be an object with languages as keys`)
  const keys = Object.keys(value)
  if (keys.length > maxLength) refuse(`${field} must have at most ${maxLength} languages (it has ${keys.length})`)
  const sorted = keys.map(key => [locale(key, `a key of ${field}`), key] as const).sort(byFirst)
  for (const [tag, key] of sorted) {
    if (Object.hasOwn(checked, tag)) refuse(`${field} has ${tag} twice`)
    checked[tag] = check(value[key], `${field}.${tag}`, tag)
  }
  return checked
}

function byFirst(a: readonly [string, string], b: readonly [string, string]): number {
  return a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0
}

export function quoted(value: unknown): string {
  return truncate(JSON.stringify(value) ?? String(value), 60, '…')
}
