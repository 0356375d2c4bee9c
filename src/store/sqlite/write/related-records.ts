import type { DatabaseSync } from 'node:sqlite'
import type { CreationRecord, CreatorRecord, TagRecord } from '../../../records/records.ts'
import { memoize } from '../../../util/memoize.ts'
import { type RelatedCreator, type RelatedRecords, relatedCreator } from '../../derive-creation.ts'
import { ownTagWords } from '../../search/fields.ts'

export function relatedRecords(db: DatabaseSync): RelatedRecords {
  const creators = db.prepare('SELECT record FROM creator WHERE handle = ?')
  const tags = db.prepare('SELECT record FROM tag WHERE key = ?')
  // A creation that the import deletes has an empty record.
  const creations = db.prepare("SELECT record FROM creation WHERE handle = ? AND slug = ? AND record <> ''")
  const parse = <T>(row: unknown): T | null => (row ? (JSON.parse((row as { record: string }).record) as T) : null)
  const tagWords = memoize(keyAndLocale => {
    const [key, locale] = keyAndLocale.split(' ') as [string, string]
    return ownTagWords(key, parse<TagRecord>(tags.get(key))?.labels[locale])
  })
  return {
    creator: memoize((handle): RelatedCreator | null => {
      const record = parse<CreatorRecord>(creators.get(handle))
      return record && relatedCreator(record)
    }),
    creation: (handle, slug) => parse<CreationRecord>(creations.get(handle, slug)),
    tagWords: (key, locale) => tagWords(`${key} ${locale}`),
  }
}
