// Parses a line of NDJSON into a record in canonical form, or returns the reason why it is invalid.

import { checkCreation, type RecordRules } from './check-creation.ts'
import { dateOf } from './dates.ts'
import { checkMarker, isMarker, type Marker } from './export-frame.ts'
import * as field from './fields.ts'
import { type Fields, InvalidRecord, reject } from './fields.ts'
import { recordLimits } from './limits.ts'
import { reservedHandles } from './names.ts'
import type { CheckedRecord, CommunityRecord, DeleteRecord, Labels, RenameRecord } from './records.ts'
import { repeatedKey } from './repeated-keys.ts'

export type Outcome = { checked: CheckedRecord } | { reason: string }
/** `reason`: the record is invalid. `broken`: the whole input is, for example an export in a newer format. */
export type LineOutcome = Outcome | { marker: Marker } | { broken: string }
type Check = (fields: Fields, rules: RecordRules) => CheckedRecord

/** The fields of each record in canonical order; all others are errors. */
export const recordFields = {
  category: ['type', 'slug', 'labels'],
  tag: ['type', 'key', 'labels'],
  creator: ['type', 'handle', 'displayName', 'bio', 'avatarUrl', 'links', 'joinedAt'],
  // biome-ignore format: a list
  creation: ['type', 'handle', 'slug', 'kind', 'title', 'summary', 'description', 'instructions', 'category', 'tags',
    'locale', 'translations', 'coverUrl', 'iconUrl', 'screenshots', 'openUrl', 'links', 'license', 'version', 'platforms', 'featured',
    'visibility', 'stats', 'remixOf', 'publishedAt', 'updatedAt'],
  follow: ['type', 'follower', 'following'],
  score: ['type', 'handle', 'slug', 'player', 'score', 'unit', 'achievedAt'],
  rename: ['type', 'of', 'handle', 'from', 'to'],
} as const

/** The fields that identify a record. */
export const identities: Record<DeleteRecord['of'], readonly string[]> = {
  category: ['slug'],
  tag: ['key'],
  creator: ['handle'],
  creation: ['handle', 'slug'],
  follow: ['follower', 'following'],
  score: ['handle', 'slug', 'player'],
}

const checks: Record<CommunityRecord['type'], { fields: ReadonlySet<string>; check: Check }> = {
  category: { fields: new Set(recordFields.category), check: checkCategory },
  tag: { fields: new Set(recordFields.tag), check: checkTag },
  creator: { fields: new Set(recordFields.creator), check: checkCreator },
  creation: { fields: new Set(recordFields.creation), check: checkCreation },
  follow: { fields: new Set(recordFields.follow), check: checkFollow },
  score: { fields: new Set(recordFields.score), check: checkScore },
  rename: { fields: new Set(recordFields.rename), check: checkRename },
  delete: { fields: new Set(['type', 'of', ...Object.values(identities).flat()]), check: checkDelete },
}
const types = Object.keys(checks)
const linkFields = new Set(['label', 'url'])
const none = [] as const

export function checkLine(text: string, rules: RecordRules): LineOutcome {
  if (text.length > recordLimits.line) return { reason: tooLong }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { reason: notJson(error as SyntaxError) }
  }
  if (isMarker(value)) {
    const marker = checkMarker(value)
    return typeof marker === 'string' ? { broken: marker } : { marker }
  }
  const outcome = checkRecord(value, rules)
  if ('reason' in outcome) return outcome
  // After validation, which bounds the depth of the value.
  const repeated = repeatedKey(text, value)
  if (repeated !== undefined) return { reason: `${field.excerpt(repeated)} is in the record twice; remove one of them` }
  // The canonical form can be longer than the input, and exports must be importable.
  if (text.length > recordLimits.line / 4) {
    if (Buffer.byteLength(JSON.stringify(outcome.checked.record)) > recordLimits.line) return { reason: tooLong }
  }
  return outcome
}

function notJson({ message }: SyntaxError): string {
  const position = /position (\d+)/.exec(message)?.[1]
  if (position !== undefined) return `the line is not JSON from character ${Number(position) + 1} on`
  return /end of JSON/.test(message) ? 'the line is not JSON: it ends too early' : 'the line is not JSON'
}

export const tooLong = `the line is longer than ${recordLimits.line} bytes`

/** For a value that is already parsed. */
export function checkRecord(value: unknown, rules: RecordRules): Outcome {
  try {
    if (!field.isFields(value)) return { reason: 'the line must be a JSON object' }
    const type = field.choice(value.type ?? reject('type is required'), 'type', types, '')
    const { fields, check } = checks[type as keyof typeof checks]
    field.rejectUnknownFields(value, fields)
    return { checked: check(value, rules) }
  } catch (error) {
    if (error instanceof InvalidRecord) return { reason: error.message }
    throw error
  }
}

function checkCategory(fields: Fields): CheckedRecord {
  const slug = field.slug(fields.slug, 'slug')
  return { record: { type: 'category', slug, labels: checkLabels(fields.labels) }, undated: none }
}

function checkTag(fields: Fields): CheckedRecord {
  const key = field.tagKey(fields.key, 'key')
  return { record: { type: 'tag', key, labels: checkLabels(fields.labels) }, undated: none }
}

function checkLabels(value: unknown): Labels {
  return field.byLocale(value, 'labels', recordLimits.labels, (entry, name) =>
    field.line(entry, name, recordLimits.label),
  )
}

function checkCreator(fields: Fields, { now }: RecordRules): CheckedRecord {
  const handle = field.handle(fields.handle, 'handle')
  if (reservedHandles.has(handle)) reject(reservedReason('handle', handle))
  const displayName = field.line(fields.displayName, 'displayName', recordLimits.displayName)
  const bio = field.text(fields.bio, 'bio', recordLimits.bio)
  const avatarUrl = field.mediaUrl(fields.avatarUrl, 'avatarUrl')
  const links = field.list(fields.links, 'links', recordLimits.links, checkLink)
  const joinedAt = field.date(fields.joinedAt, 'joinedAt')
  const record = { type: 'creator', handle, displayName, bio, avatarUrl, links } as const
  if (joinedAt !== undefined) return { record: { ...record, joinedAt }, undated: none }
  return { record: { ...record, joinedAt: dateOf(now()) }, undated: ['joinedAt'] }
}

function checkLink(value: unknown, name: string): { label: string; url: string } {
  if (!field.isFields(value)) return reject(`${name} must be an object with label and url`)
  field.rejectUnknownFields(value, linkFields, `${name}: `)
  return {
    label: field.line(value.label, `${name}.label`, recordLimits.label),
    url: field.linkUrl(value.url, `${name}.url`),
  }
}

function checkFollow(fields: Fields): CheckedRecord {
  const follower = field.handle(fields.follower, 'follower')
  const following = field.handle(fields.following, 'following')
  if (follower === following) reject('following must be another creator than follower')
  return { record: { type: 'follow', follower, following }, undated: none }
}

function checkScore(fields: Fields, { now }: RecordRules): CheckedRecord {
  const achievedAt = field.date(fields.achievedAt, 'achievedAt')
  return {
    record: {
      type: 'score',
      handle: field.handle(fields.handle, 'handle'),
      slug: field.slug(fields.slug, 'slug'),
      player: field.handle(fields.player, 'player'),
      score: field.finite(fields.score, 'score'),
      unit: fields.unit == null ? 'points' : field.line(fields.unit, 'unit', recordLimits.unit),
      achievedAt: achievedAt ?? dateOf(now()),
    },
    undated: achievedAt === undefined ? ['achievedAt'] : none,
  }
}

function checkRename(fields: Fields): CheckedRecord {
  const of = field.choice(fields.of ?? reject('of is required'), 'of', ['creator', 'creation'], 'creator')
  const check = of === 'creator' ? field.handle : field.slug
  if (of === 'creator' && fields.handle != null) reject('rename of a creator: "handle" is not a known field; use from')
  const names = { from: check(fields.from, 'from'), to: check(fields.to, 'to') }
  if (names.from === names.to) reject('to must be another name than from')
  if (of === 'creator' && reservedHandles.has(names.to)) reject(reservedReason('to', names.to))
  const record: RenameRecord =
    of === 'creator'
      ? { type: 'rename', of, ...names }
      : { type: 'rename', of, handle: field.handle(fields.handle, 'handle'), ...names }
  return { record, undated: none }
}

const reservedReason = (name: string, handle: string) =>
  `${name} must not be ${handle}, a name the service keeps for itself`

function checkDelete(fields: Fields): CheckedRecord {
  const kinds = Object.keys(identities) as DeleteRecord['of'][]
  const of = field.choice(fields.of ?? reject('of is required'), 'of', kinds, 'creation')
  const names = identities[of]
  field.rejectUnknownFields(fields, new Set(['type', 'of', ...names]), `delete of a ${of}: `)
  const record: Record<string, string> = { type: 'delete', of }
  for (const name of names) {
    const check = name === 'slug' ? field.slug : name === 'key' ? field.tagKey : field.handle
    record[name] = check(fields[name], name)
  }
  return { record: record as DeleteRecord, undated: none }
}
