// Field validators. Each takes an unknown value and returns its canonical form, or throws an InvalidRecord whose
// message names the field and the rule. Null means absent; the exceptions are in check-creation.ts.
import { nearest } from '../util/nearest.ts'
import { truncate } from '../util/text.ts'
import { canonicalDate } from './dates.ts'
import { recordLimits } from './limits.ts'
import { canonicalHandle, canonicalLocale, canonicalSlug, canonicalTagKey } from './names.ts'

export type Fields = Readonly<Record<string, unknown>>

export class InvalidRecord extends Error {}

export function reject(reason: string): never {
  throw new InvalidRecord(reason)
}

// Control characters: C0 without tab and line feed, DEL, C1.
const controlInText = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/
const controlInLine = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
// Anything but spaces, format and ignorable characters (such as the Hangul fillers), and blank symbols: U+2800 of
// Braille, U+1D159 of music, the fillers and blanks of Khitan and Egyptian.
const visible =
  /[^\p{White_Space}\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\u{16fe4}\u{13441}\u{13442}]/u
// ASCII characters that RFC 3986 does not allow in URLs. Rejected, so that a URL cannot break out of markup or headers.
const notInUrl = /[\s\u0000-\u001f\u007f-\u009f"<>\\^`{|}]/
// Credentials before the host are misleading, so they are rejected.
const webUrl = /^https?:\/\/(?![^/?#]*@)/i

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function rejectUnknownFields(fields: Fields, allowed: ReadonlySet<string>, prefix = ''): void {
  for (const name in fields) {
    if (allowed.has(name)) continue
    const suggestion = nearest(truncate(name, 40), allowed)
    reject(
      `${prefix}${excerpt(name)} is not a known field${suggestion === undefined ? '' : `; did you mean ${suggestion}?`}`,
    )
  }
}

/** Text of several lines; empty when absent. */
export function text(value: unknown, field: string, maxLength: number): string {
  if (value == null) return ''
  const checked = bounded(value, field, maxLength)
  if (controlInText.test(checked)) reject(`${field} must not contain control characters other than line feed and tab`)
  return checked
}

/** A non-blank single line. */
export function line(value: unknown, field: string, maxLength: number): string {
  if (value == null) reject(`${field} is required`)
  const checked = bounded(value, field, maxLength)
  if (controlInLine.test(checked)) reject(`${field} must be one line without control characters`)
  if (checked.trim() === '') reject(`${field} must not be empty`)
  if (!visible.test(checked)) reject(`${field} must contain a visible character (it has only invisible ones)`)
  return checked
}

function bounded(value: unknown, field: string, maxLength: number): string {
  if (typeof value !== 'string') reject(`${field} must be text`)
  if (value.length > maxLength && isTooLong(value, maxLength))
    reject(`${field} must have at most ${maxLength} characters`)
  if (!value.isWellFormed()) reject(`${field} contains half a character (a lone surrogate)`)
  return value
}

/** Counts code points, as JSON Schema does. */
function isTooLong(value: string, maxLength: number): boolean {
  if (value.length > 2 * maxLength) return true
  let length = 0
  for (const _ of value) length++
  return length > maxLength
}

export function handle(value: unknown, field: string): string {
  return (
    canonicalString(value, field, canonicalHandle) ??
    reject(
      `${field} must be 1 to ${recordLimits.handle} letters a-z, digits and inner hyphens (it is ${excerpt(value)})`,
    )
  )
}

export function slug(value: unknown, field: string): string {
  return (
    canonicalString(value, field, canonicalSlug) ??
    reject(`${field} must be 1 to ${recordLimits.slug} letters a-z, digits and inner hyphens (it is ${excerpt(value)})`)
  )
}

export function tagKey(value: unknown, field: string): string {
  return (
    canonicalString(value, field, canonicalTagKey) ??
    reject(`${field} must be 1 to ${recordLimits.tagKey} letters, digits and _ + . # - (it is ${excerpt(value)})`)
  )
}

export function locale(value: unknown, field: string): string {
  return (
    canonicalString(value, field, canonicalLocale) ??
    reject(`${field} must be a BCP-47 language tag such as en or pt-BR (it is ${excerpt(value)})`)
  )
}

function canonicalString(value: unknown, field: string, canonical: (text: string) => string | null): string | null {
  if (value == null) reject(`${field} is required`)
  return typeof value === 'string' ? canonical(value) : null
}

/** Undefined when absent. */
export function date(value: unknown, field: string): string | undefined {
  if (value == null) return undefined
  return (
    (typeof value === 'string' ? canonicalDate(value) : null) ??
    reject(`${field} must be an RFC 3339 date and time such as 2026-01-05T10:00:00Z (it is ${excerpt(value)})`)
  )
}

/** An http(s) URL or an absolute path on the website; null when absent. */
export function mediaUrl(value: unknown, field: string): string | null {
  if (value == null) return null
  if (typeof value === 'string' && /^\/(?!\/)/.test(value) && isUrlText(value)) return asUri(value)
  return isWebUrl(value)
    ? asUri(value)
    : reject(`${field} must be an http(s) address or a path that starts with one / (it is ${excerpt(value)})`)
}

export function linkUrl(value: unknown, field: string): string {
  if (value == null) reject(`${field} is required`)
  return isWebUrl(value) ? asUri(value) : reject(`${field} must be an http(s) address (it is ${excerpt(value)})`)
}

function isWebUrl(value: unknown): value is string {
  return typeof value === 'string' && webUrl.test(value) && isUrlText(value) && URL.canParse(value)
}

function isUrlText(value: string): boolean {
  return value.isWellFormed() && asUri(value).length <= recordLimits.url && !notInUrl.test(value)
}

/** Converts an IRI (RFC 3987) to an ASCII URI, because responses have `format: uri`. */
function asUri(value: string): string {
  if (/^[\x00-\x7f]*$/.test(value)) return value
  if (value.startsWith('/')) return value.replace(/[^\x00-\x7f]+/g, encodeURIComponent)
  return URL.canParse(value) ? new URL(value).href : value
}

export function choice<T extends string>(value: unknown, field: string, allowed: readonly T[], fallback: T): T {
  if (value == null) return fallback
  if (allowed.includes(value as T)) return value as T
  return reject(`${field} must be one of ${allowed.join(', ')} (it is ${excerpt(value)})`)
}

export function flag(value: unknown, field: string): boolean {
  if (value == null) return false
  return typeof value === 'boolean' ? value : reject(`${field} must be true or false (it is ${excerpt(value)})`)
}

export function count(value: unknown, field: string): number {
  if (value == null) return 0
  if (Number.isSafeInteger(value) && (value as number) >= 0) return withoutNegativeZero(value as number)
  return reject(`${field} must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER} (it is ${excerpt(value)})`)
}

export function finite(value: unknown, field: string): number {
  if (value == null) return 0
  if (Number.isFinite(value)) return withoutNegativeZero(value as number)
  return reject(`${field} must be a number (it is ${excerpt(value)})`)
}

/** -0 becomes 0, as in JSON.stringify. */
function withoutNegativeZero(value: number): number {
  return value + 0
}

/** The entries of a list, each checked; empty when absent. */
export function list<T>(
  value: unknown,
  field: string,
  maxLength: number,
  check: (entry: unknown, field: string) => T,
): T[] {
  if (value == null) return []
  if (!Array.isArray(value)) reject(`${field} must be a list`)
  if (value.length > maxLength) reject(`${field} must have at most ${maxLength} entries (it has ${value.length})`)
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
  if (!isFields(value)) reject(`${field} must be an object with languages as keys`)
  const keys = Object.keys(value)
  if (keys.length > maxLength) reject(`${field} must have at most ${maxLength} languages (it has ${keys.length})`)
  const sorted = keys.map(key => [locale(key, `a key of ${field}`), key] as const).sort(byFirst)
  for (const [tag, key] of sorted) {
    if (Object.hasOwn(checked, tag)) reject(`${field} has ${tag} twice`)
    checked[tag] = check(value[key], `${field}.${tag}`, tag)
  }
  return checked
}

function byFirst(a: readonly [string, string], b: readonly [string, string]): number {
  return a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0
}

/** A value in an error message. */
export function excerpt(value: unknown): string {
  return truncate(JSON.stringify(value) ?? String(value), 60, '…')
}
