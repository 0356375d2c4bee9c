// A card is a creation as JSON text, written at import and sent without parsing. What may change independently of
// the creation (configured addresses, labels of categories and tags) is a placeholder in it: a control character,
// which never occurs in JSON text, and a letter.
import type { Addresses } from '../addresses.ts'
import { creationArtPath, creatorArtPath } from '../art-paths.ts'
import type { CreationRecord } from '../records/records.ts'
import { labelFromKey } from '../util/text.ts'
import { creationId } from './identity.ts'
import type { Locales } from './store.ts'

const markStart = '\x01'
const mark = {
  base: `${markStart}b`,
  web: `${markStart}w`,
  creatorPrefix: `${markStart}p`,
  creatorSuffix: `${markStart}s`,
}
/** The address that opens a creation whose record has none. */
const openMark = (handle: string, slug: string) => `${markStart}o${handle}/${slug}${markStart}e`
/** The same value as another field has: images are stored once, because cards are most of a store. */
const sameMark = (field: 'avatarUrl' | 'coverUrl' | 'iconUrl') => `${markStart}r${field}${markStart}e`
const labelMark = (kind: 'c' | 't', key: string) => `${markStart}${kind}${key}${markStart}e`

/**
 * `url` is the template of the site pack, with `{handle}` and `{slug}`, for creations without an address of their own. It
 * changes when the pack is loaded again.
 */
export type OpenTemplate = { url: string | null }

export type CardContext = {
  creator: { displayName: string; avatarUrl: string | null }
  /** The creation that this one is a remix of, if that is public. */
  parent: { handle: string; slug: string; title: string } | null
}

/** The languages a creation has its title and summary in: the original first. */
export function cardLocales(record: CreationRecord): string[] {
  const translated = Object.entries(record.translations).filter(
    ([, t]) => t.title !== undefined || t.summary !== undefined,
  )
  return [record.locale, ...translated.map(([locale]) => locale)]
}

/** The language used when none of the requested ones is available: English, else the original. */
export function defaultLocale(record: CreationRecord): string {
  const locales = cardLocales(record)
  return locales.find(locale => locale === 'en') ?? record.locale
}

const localeField = '"locale":"'

/** The language of a card. Quotes in texts are escaped, and only dates follow the field. */
export function localeOf(card: string): string {
  const from = card.lastIndexOf(localeField) + localeField.length
  return card.slice(from, card.indexOf('"', from))
}

/** Writes the cards of one creation, as text because most of it is the same in every language. */
export function cardWriter(
  record: CreationRecord,
  creator: CardContext['creator'],
): (locale: string, parent: CardContext['parent']) => string {
  // Handles and slugs are letters, digits and hyphens; nothing in them needs escaping.
  const { handle, slug, category, stats } = record
  const id = creationId(handle, slug)
  const head = `{"id":"${id}","handle":"${handle}","slug":"${slug}","title":`
  const categoryText = category === null ? 'null' : `{"slug":"${category}","label":"${labelMark('c', category)}"}`
  const middle = `,"kind":"${record.kind}","category":${categoryText},"tags":[${record.tags.map(tagText).join()}],\
"creator":{"handle":"${handle}","displayName":${quoted(creator.displayName)},\
"avatarUrl":${mediaText(creator.avatarUrl)},\
"imageUrl":${creator.avatarUrl === null ? mediaText(creatorArtPath(handle, creator.displayName)) : sameMark('avatarUrl')},"url":"${mark.creatorPrefix}${handle}${mark.creatorSuffix}"},\
"coverUrl":${mediaText(record.coverUrl)},"iconUrl":${mediaText(record.iconUrl)},\
"imageUrl":${imageText(record, id)},"url":"${mark.web}/@${handle}/${slug}",\
"apiUrl":"${mark.base}/public/share/app/${handle}/${slug}",\
"openUrl":${openText(record)},"stats":${JSON.stringify(stats)},"remixOf":`
  const dates = `,"publishedAt":${quoted(record.publishedAt)},"updatedAt":${quoted(record.updatedAt)}}`
  return (locale, parent) => {
    const { title = record.title, summary = record.summary } = record.translations[locale] ?? {}
    const remixOf = parent === null ? 'null' : JSON.stringify(parent)
    const tail = `${remixOf},"featured":${record.featured},"locale":${quoted(locale)}${dates}`
    return `${head}${quoted(title)},"summary":${quoted(summary)}${middle}${tail}`
  }
}

/**
 * What the answer about one creation has beyond its card, in one language: fields of a JSON object, without braces.
 * With placeholders, like cards. `text` is the record as it is stored. Its long texts are passed through, because to
 * parse the whole record takes longer than everything else here. Records have the fields in the order of checkCreation,
 * and quotes in texts are escaped, so names of fields only occur where they are fields.
 */
export function detailText(text: string, locale: string): string {
  const [textsAt, categoryAt] = [text.indexOf('"description":'), text.indexOf(',"category":')]
  const [coverAt, featuredAt] = [text.lastIndexOf('"coverUrl":'), text.lastIndexOf(',"featured":')]
  // Before the cover are the translations. A language may have the name of a later field, such as `stats`.
  const isTranslated = text.slice(categoryAt, coverAt).includes(`"${locale}":{`)
  const rest = JSON.parse(isTranslated ? text : `{${text.slice(coverAt, featuredAt)}}`) as CreationRecord
  const { screenshots, links = [], license = null, version = null, platforms = [] } = rest
  const texts = isTranslated ? translatedTexts(rest, locale) : text.slice(textsAt, categoryAt)
  const facts = JSON.stringify({ links, license, version, platforms }).slice(1, -1)
  return `${texts},"screenshots":[${screenshots.map(mediaText).join()}],${facts}`
}

function translatedTexts(record: CreationRecord, locale: string): string {
  const { description = record.description, instructions = record.instructions } = record.translations[locale]!
  return `"description":${quoted(description)},"instructions":${quoted(instructions)}`
}

function imageText(record: CreationRecord, id: string): string {
  if (record.coverUrl !== null) return sameMark('coverUrl')
  return record.iconUrl !== null ? sameMark('iconUrl') : mediaText(creationArtPath({ ...record, id }))
}

/** Characters to escape inside a JSON string, including unpaired surrogates. */
const needsEscaping = /["\\\u0000-\u001f\ud800-\udfff]/

const quoted = (text: string): string => (needsEscaping.test(text) ? JSON.stringify(text) : `"${text}"`)

// The keys of tags are letters, digits and a few signs that need no escaping.
const tagText = (key: string) => `{"key":"${key}","label":"${labelMark('t', key)}"}`

const openText = ({ openUrl, handle, slug }: CreationRecord): string =>
  openUrl === undefined ? openMark(handle, slug) : quoted(openUrl)

/** Paths on the web host get a placeholder as prefix. */
const mediaText = (url: string | null): string =>
  url === null ? 'null' : url.startsWith('/') ? `"${mark.web}${escapeLabel(url)}"` : quoted(url)

/** Labels for use inside a JSON string: escaped, without quotes. */
export type Labels = {
  category: (slug: string, locales: Locales) => string
  tag: (key: string, locales: Locales) => string
}

export const escapeLabel = (text: string): string => quoted(text).slice(1, -1)

/**
 * Replaces the placeholders. Scanning with indexOf is several times faster than a regular expression with a
 * callback.
 */
export function readCard(text: string, { addresses, open }: CardAddresses, labels: Labels, locales: Locales): string {
  let card = ''
  let from = 0
  for (let at = text.indexOf(markStart); at !== -1; at = text.indexOf(markStart, from)) {
    card += text.slice(from, at)
    from = at + 2
    const end = () => text.indexOf(markStart, from)
    switch (text[at + 1]) {
      case 'b':
        card += addresses.baseUrl
        break
      case 'w':
        card += addresses.webUrl
        break
      case 'p':
        card += addresses.creatorPrefix
        break
      case 's':
        card += addresses.creatorSuffix
        break
      case 'r':
        card += writtenValue(card, text.slice(from, end()))
        from = end() + 2
        break
      case 'o':
        card += openedBy(open, text.slice(from, end()))
        from = end() + 2
        break
      case 'c':
        card += labels.category(text.slice(from, end()), locales)
        from = end() + 2
        break
      case 't':
        card += labels.tag(text.slice(from, end()), locales)
        from = end() + 2
        break
    }
  }
  return card + text.slice(from)
}

/** The value of a field that has been written already. Quotes in values are escaped, so `,"` is the end. */
function writtenValue(card: string, field: string): string {
  const name = `"${field}":`
  const start = card.lastIndexOf(name) + name.length
  return card.slice(start, card.indexOf(',"', start))
}

export type CardAddresses = { addresses: Addresses; open: OpenTemplate }

/** JSON text. Names are letters, digits and hyphens, which are the same when they are percent-encoded. */
function openedBy({ url }: OpenTemplate, name: string): string {
  if (url === null) return 'null'
  const [handle, slug] = name.split('/') as [string, string]
  return quoted(url.replaceAll('{handle}', handle).replaceAll('{slug}', slug))
}

export type LabelKind = 'category' | 'tag'

/** Without labels, tags stay as members wrote them: a capital would be wrong for names such as `gtk`. */
export function bestLabel(
  kind: LabelKind,
  labels: Record<string, string> | undefined,
  key: string,
  locales: Locales,
): string {
  const locale = labels && locales.find(tag => tag in labels)
  if (labels && locale) return labels[locale]!
  return (labels && Object.values(labels)[0]) ?? (kind === 'tag' ? key : labelFromKey(key))
}
