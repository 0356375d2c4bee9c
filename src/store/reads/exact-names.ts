// Creations and creators by their whole names. Names with the same `titleKey` are equal.
import type { CreationRecord } from '../../records/records.ts'
import { titleList } from '../lists.ts'
import { storedFields } from '../search/fields.ts'
import { titleKey } from '../search-text.ts'
import type { Locales } from '../store.ts'

/** Creations that are looked at in one list of titles: mostly a handful, but a community may have many of one title. */
export const titleCandidates = 200
/** Creators that are looked at for one name: those that have it as a word. */
export const nameCandidates = 500

/** The lists that contain the creations with this title in one of the languages, among others. */
export const titleLists = (key: string, locales: Locales): string[] =>
  ['', ...locales].map(locale => titleList(locale, key))

/** Whether the key begins with a word of a title, as that of every title does. `text` is the search text of a creation. */
export const mayHaveTitle = (text: string, key: string, locales: Locales): boolean =>
  storedFields(text, locales).fields.some(({ title }) =>
    title.split(' ').some(word => word !== '' && key.startsWith(word)),
  )

/** The names of a creation: from columns of `creation`. */
export type Titles = { title: string; slug: string; translations: string }

export function hasTitle({ title, slug, translations }: Titles, key: string, locales: Locales): boolean {
  if (titleKey(title) === key || titleKey(slug) === key) return true
  if (translations === '{}') return false
  const translated = JSON.parse(translations) as CreationRecord['translations']
  return locales.some(locale => titleKey(translated[locale]?.title ?? '') === key)
}
