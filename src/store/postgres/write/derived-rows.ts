// Derived data as rows of its tables.

import type { PublicCreation } from '../../derive-creation.ts'
import { isPlaced, quoted } from '../lists/list-keys.ts'
import type { DerivedName } from '../schema.ts'
import { type CopyTo, copyRow } from './copy.ts'

type DerivedRows = Record<DerivedName, string[]>

export const noRows = (): DerivedRows => ({
  shown: [],
  place: [],
  card: [],
  card_locale: [],
  search_text: [],
  list: [],
  posting: [],
})

export function addRows(rows: DerivedRows, creation: PublicCreation<string>): void {
  const { creationNo, handle, views, keys, lists, locale, card, translatedCards, searchText } = creation
  let words = ''
  for (const name of lists) words += ` ${quoted(name)}`
  rows.shown.push(copyRow([creationNo, ...keys, views, handle, words]))
  rows.card.push(copyRow([creationNo, locale, translatedCards.length > 0, card]))
  rows.search_text.push(copyRow([creationNo, searchText]))
  for (const other of translatedCards) rows.card_locale.push(copyRow([creationNo, other.locale, other.text]))
}

export function addPlaces(
  rows: DerivedRows,
  { creationNo, keys, lists }: PublicCreation<string>,
  keyOf: (name: string) => string,
): void {
  const rest = `${keys.join('\t')}\t${creationNo}\n`
  for (const name of lists) if (isPlaced(name)) rows.place.push(`${keyOf(name)}\t${rest}`)
}

export async function copyDerived(copy: CopyTo, rows: DerivedRows, prefix = '', options = ''): Promise<void> {
  for (const [table, lines] of Object.entries(rows)) await copy(prefix + table, lines, options)
}
