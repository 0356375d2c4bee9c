// The words of a creation by field and language. Lists are made of them, and they are stored as one text, from which
// the matches of a search are ranked.
import type { CreationRecord } from '../../records/records.ts'
import { indexedText, wordsOf } from '../search-text.ts'

/** Search words of a creation beyond its own texts, precomputed because many creations share them. */
export type WordContext = {
  /** From the creator's names. */
  creatorWords: readonly string[]
  /** From a tag's key and its label in the creation's own language. Other languages are found by `tagWord`. */
  tagWords: (key: string, locale: string) => readonly string[]
}

/** In the order in which they are stored. */
export const fieldNames = ['title', 'tags', 'creator', 'summary'] as const
export type FieldName = (typeof fieldNames)[number]
/** The words of each field, each once. */
export type WordFields = Record<FieldName, readonly string[]>

/** `titleKeys` and `translated` are by language; the original title and the slug have the language ''. */
export type SearchFields = {
  original: WordFields
  translated: Map<string, WordFields>
  titleKeys: [locale: string, key: string][]
}

/** The words under which a short text is found, each once: also neighbouring words written together. */
export const nameWords = (text: string): string[] => indexedText(text).words

const proseWords = (text: string): string[] => indexedText(text, true).words

/** Search words of creations with this tag; the label is in the creation's own language. */
export const ownTagWords = (key: string, label: string | undefined): string[] => [
  ...new Set([...nameWords(key), ...nameWords(label ?? '')]),
]

export const creatorWords = (displayName: string, handle: string): string[] => [
  ...new Set([...nameWords(displayName), ...nameWords(handle)]),
]

/** Something may be known by its address: the slug of “Document Viewer” is evince. Mostly, the slug repeats the title. */
export const hasOwnSlug = (slug: string, wordsOfTitle: readonly string[]): boolean =>
  !wordsOf(slug).some(word => wordsOfTitle.includes(word))

export function searchFields(record: CreationRecord, context: WordContext): SearchFields {
  const { words, written, key } = indexedText(record.title)
  const titleKeys: SearchFields['titleKeys'] = [['', key]]
  const titleWords = (locale: string, title: string): string[] => {
    const { words, key } = indexedText(title)
    titleKeys.push([locale, key])
    return words
  }
  const tags = new Set(record.tags.flatMap(key => context.tagWords(key, record.locale)))
  const original = {
    title: hasOwnSlug(record.slug, written) ? [...words, ...titleWords('', record.slug)] : words,
    tags: [...tags],
    creator: context.creatorWords,
    summary: proseWords(record.summary),
  }
  const translated = new Map<string, WordFields>()
  for (const [locale, { title, summary = '' }] of Object.entries(record.translations)) {
    const words = title === undefined ? [] : titleWords(locale, title)
    translated.set(locale, { title: words, tags: [], creator: [], summary: proseWords(summary) })
  }
  return { original, translated, titleKeys }
}

/**
 * A line for each language, first the original: its name, the words of the fields, and the keys of the tags. Every word
 * is between spaces.
 */
export function searchText({ original, translated }: SearchFields, tags: readonly string[]): string {
  const keys = spaced(tags)
  const lines = [lineOf('', original, keys)]
  for (const [locale, fields] of translated) lines.push(lineOf(locale, fields, ' '))
  return lines.join('\n')
}

const spaced = (words: readonly string[]): string => ` ${words.join(' ')} `

const lineOf = (locale: string, fields: WordFields, keys: string): string =>
  [locale, ...fieldNames.map(name => spaced(fields[name])), keys].join('\t')

/** The fields of a stored text in some languages and in the original, and the keys of its tags. */
export type StoredFields = { fields: Record<FieldName, string>[]; tagKeys: string }

export function storedFields(text: string, locales: readonly string[]): StoredFields {
  const fields: StoredFields['fields'] = []
  let tagKeys = ''
  for (const line of text.split('\n')) {
    const [locale = '', title = '', tags = '', creator = '', summary = '', keys = ''] = line.split('\t')
    if (locale === '') tagKeys = keys
    else if (!locales.includes(locale)) continue
    fields.push({ title, tags, creator, summary })
  }
  return { fields, tagKeys }
}
