import { defaultKinds, kindPattern } from '../site/site.ts'
import { nearest } from '../util/nearest.ts'
import { truncate } from '../util/text.ts'
import { dateOf } from './dates.ts'
import * as field from './fields.ts'
import { type Fields, reject } from './fields.ts'
import { recordLimits } from './limits.ts'
import {
  type CheckedRecord,
  type CreationLink,
  type CreationRecord,
  linkRels,
  type Translation,
  type Visibility,
  visibilities,
} from './records.ts'

/**
 * `kinds` are those of the site: a creation without a kind gets the first one. Null accepts any key, for records of
 * a backup. Default: the built-in kinds.
 */
export type RecordRules = { now: () => number; kinds?: readonly string[] | null | undefined }

const statFields = new Set(['views', 'plays', 'likes', 'remixes'])
const linkFields = new Set(['label', 'url', 'rel'])
const remixFields = new Set(['handle', 'slug'])
const translated = ['title', 'summary', 'description', 'instructions'] as const
const translatedFields: ReadonlySet<string> = new Set(translated)

export function checkCreation(fields: Fields, { now, kinds = defaultKinds }: RecordRules): CheckedRecord {
  const handle = field.handle(fields.handle, 'handle')
  const slug = field.slug(fields.slug, 'slug')
  const locale = fields.locale == null ? 'en' : field.locale(fields.locale, 'locale')
  const { publishedAt, updatedAt, undated } = checkDates(fields, now)
  const record: CreationRecord = {
    type: 'creation',
    handle,
    slug,
    kind: checkKind(fields.kind, kinds),
    title: field.line(fields.title, 'title', recordLimits.title),
    summary: field.text(fields.summary, 'summary', recordLimits.summary),
    description: field.text(fields.description, 'description', recordLimits.description),
    instructions: field.text(fields.instructions, 'instructions', recordLimits.instructions),
    category: fields.category == null ? null : field.slug(fields.category, 'category'),
    tags: checkTags(fields.tags),
    locale,
    translations: checkTranslations(fields.translations, locale),
    coverUrl: field.mediaUrl(fields.coverUrl, 'coverUrl'),
    iconUrl: field.mediaUrl(fields.iconUrl, 'iconUrl'),
    screenshots: field.list(fields.screenshots, 'screenshots', recordLimits.screenshots, checkScreenshot),
    ...checkDetails(fields),
    featured: field.flag(fields.featured, 'featured'),
    visibility: checkVisibility(fields.visibility),
    stats: checkStats(fields.stats),
    remixOf: checkRemixOf(fields.remixOf, handle, slug),
    publishedAt,
    updatedAt,
  }
  return { record, undated }
}

const kindForm = new RegExp(kindPattern)

function checkKind(value: unknown, kinds: readonly string[] | null): string {
  if (value == null) return (kinds ?? defaultKinds)[0]!
  if (kinds === null) {
    if (typeof value === 'string' && kindForm.test(value)) return value
    return reject(
      `kind must be lower-case letters, digits and inner hyphens, at most 40 (it is ${field.excerpt(value)})`,
    )
  }
  if (kinds.includes(value as string)) return value as string
  const suggestion = typeof value === 'string' ? nearest(truncate(value, 40), kinds) : undefined
  const hint = suggestion === undefined ? '' : `; did you mean ${suggestion}?`
  return reject(`kind must be one of ${kinds.join(', ')} (it is ${field.excerpt(value)})${hint}`)
}

// Null may mean that the exporting program found no value; such a creation must not become public.
function checkVisibility(value: unknown): Visibility {
  if (value !== null) return field.choice(value, 'visibility', visibilities, 'public')
  return reject(`visibility must not be null; write one of ${visibilities.join(', ')}, or leave it out for public`)
}

const bothUndated = ['publishedAt', 'updatedAt'] as const
const publishedUndated = ['publishedAt'] as const
const none = [] as const

function checkDates(fields: Fields, now: () => number) {
  const publishedAt = field.date(fields.publishedAt, 'publishedAt')
  const updatedAt = field.date(fields.updatedAt, 'updatedAt')
  if (publishedAt !== undefined) return { publishedAt, updatedAt: updatedAt ?? publishedAt, undated: none }
  const importedAt = dateOf(now())
  return {
    publishedAt: importedAt,
    updatedAt: updatedAt ?? importedAt,
    undated: updatedAt ? publishedUndated : bothUndated,
  }
}

function checkTags(value: unknown): string[] {
  const tags = field.list(value, 'tags', recordLimits.tags, field.tagKey)
  return tags.length > 1 ? [...new Set(tags)] : tags
}

function checkScreenshot(value: unknown, name: string): string {
  return field.mediaUrl(value, name) ?? reject(`${name} must not be null`)
}

type Details = Pick<CreationRecord, 'openUrl' | 'links' | 'license' | 'version' | 'platforms'>

/** Only those that are not empty. */
function checkDetails(fields: Fields): Details {
  const details: Details = {}
  if (fields.openUrl != null) details.openUrl = field.linkUrl(fields.openUrl, 'openUrl')
  const links = field.list(fields.links, 'links', recordLimits.links, checkLink)
  if (links.length > 0) details.links = links
  if (!isBlank(fields.license)) details.license = field.line(fields.license, 'license', recordLimits.license)
  if (!isBlank(fields.version)) details.version = field.line(fields.version, 'version', recordLimits.version)
  const platforms = field.list(fields.platforms, 'platforms', recordLimits.platforms, checkPlatform)
  if (platforms.length > 0) details.platforms = [...new Set(platforms)]
  return details
}

const isBlank = (value: unknown): boolean => value == null || value === ''

const checkPlatform = (value: unknown, name: string): string => field.line(value, name, recordLimits.platform)

function checkLink(value: unknown, name: string): CreationLink {
  if (!field.isFields(value)) return reject(`${name} must be an object with label, url and rel`)
  field.rejectUnknownFields(value, linkFields, `${name}: `)
  return {
    label: field.line(value.label, `${name}.label`, recordLimits.label),
    url: field.linkUrl(value.url, `${name}.url`),
    rel: field.choice(value.rel, `${name}.rel`, linkRels, 'other'),
  }
}

function checkTranslations(value: unknown, original: string): Record<string, Translation> {
  if (value == null) return {}
  return field.byLocale(value, 'translations', recordLimits.translations, (entry, name, locale) => {
    if (locale === original) reject(`${name} is the language of the original`)
    if (!field.isFields(entry)) return reject(`${name} must be an object`)
    field.rejectUnknownFields(entry, translatedFields, `${name}: `)
    return checkTranslation(entry, name)
  })
}

function checkTranslation(fields: Fields, name: string): Translation {
  const translation: Translation = {}
  for (const part of translated) {
    const value = fields[part]
    if (value == null || value === '') continue
    const check = part === 'title' ? field.line : field.text
    translation[part] = check(value, `${name}.${part}`, recordLimits[part])
  }
  for (const _ in translation) return translation
  return reject(`${name} must have at least one of ${translated.join(', ')}`)
}

function checkStats(value: unknown): CreationRecord['stats'] {
  if (value == null) return { views: 0, plays: 0, likes: 0, remixes: 0 }
  if (!field.isFields(value)) return reject('stats must be an object')
  field.rejectUnknownFields(value, statFields, 'stats: ')
  return {
    views: field.count(value.views, 'stats.views'),
    plays: field.count(value.plays, 'stats.plays'),
    likes: field.count(value.likes, 'stats.likes'),
    remixes: field.count(value.remixes, 'stats.remixes'),
  }
}

function checkRemixOf(value: unknown, ownHandle: string, ownSlug: string): CreationRecord['remixOf'] {
  if (value == null) return null
  if (!field.isFields(value)) return reject('remixOf must be an object with handle and slug')
  field.rejectUnknownFields(value, remixFields, 'remixOf: ')
  const handle = field.handle(value.handle, 'remixOf.handle')
  const slug = field.slug(value.slug, 'remixOf.slug')
  if (handle === ownHandle && slug === ownSlug) reject('remixOf must name another creation')
  return { handle, slug }
}
