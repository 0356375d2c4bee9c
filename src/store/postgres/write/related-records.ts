// Other records that cards and search words depend on, looked up for many creations in one statement.

import type { CreationRecord, CreatorRecord, TagRecord } from '../../../records/records.ts'
import { type RelatedCreator, type RelatedRecords, relatedCreator } from '../../derive-creation.ts'
import { ownTagWords } from '../../search/fields.ts'
import type { Run } from '../connections.ts'
import { columns } from './write-connection.ts'

const maxEntries = 200_000

type Creator = RelatedCreator | null
type Tag = { labels: Record<string, string>; words: Map<string, readonly string[]> }

/** Creators and tags are cached between batches. */
export function relatedRecordsReader(run: Run): (records: readonly CreationRecord[]) => Promise<RelatedRecords> {
  const creators = new Map<string, Creator>()
  const tags = new Map<string, Tag>()
  return async records => {
    if (creators.size > maxEntries) creators.clear()
    if (tags.size > maxEntries) tags.clear()
    const creations = await parentsOf(run, records)
    const handles = [...records, ...creations.values()].map(({ handle }) => handle)
    await loadCreators(run, missingFrom(handles, creators), creators)
    await loadTags(run, missingFrom(records.flatMap(({ tags }) => tags), tags), tags) // biome-ignore format: one line reads better
    return {
      creator: handle => creators.get(handle) ?? null,
      creation: (handle, slug) => creations.get(`${handle}/${slug}`) ?? null,
      tagWords: (key, locale) => wordsOfTag(key, locale, tags.get(key)!),
    }
  }
}

const missingFrom = (keys: readonly string[], cache: ReadonlyMap<string, unknown>): string[] => [
  ...new Set(keys.filter(key => !cache.has(key))),
]

async function parentsOf(run: Run, records: readonly CreationRecord[]): Promise<Map<string, CreationRecord>> {
  const parents = records.flatMap(({ remixOf }) => remixOf ?? [])
  if (parents.length === 0) return new Map()
  const text = `SELECT record FROM unnest($1::text[], $2::text[]) input(handle, slug) JOIN creation USING (handle, slug)`
  const values = columns(parents, ['handle', 'slug'])
  const rows = await run<{ record: string }>({ text, values })
  const found = rows.map(({ record }) => JSON.parse(record) as CreationRecord)
  return new Map(found.map(record => [`${record.handle}/${record.slug}`, record]))
}

async function loadCreators(run: Run, handles: string[], into: Map<string, Creator>): Promise<void> {
  if (handles.length === 0) return
  for (const handle of handles) into.set(handle, null)
  const text = 'SELECT handle, record FROM creator WHERE handle = ANY($1)'
  for (const { handle, record } of await run<{ handle: string; record: string }>({ text, values: [handles] })) {
    into.set(handle, relatedCreator(JSON.parse(record) as CreatorRecord))
  }
}

async function loadTags(run: Run, keys: string[], into: Map<string, Tag>): Promise<void> {
  if (keys.length === 0) return
  for (const key of keys) into.set(key, { labels: {}, words: new Map() })
  const text = 'SELECT key, record FROM tag WHERE key = ANY($1)'
  for (const { key, record } of await run<{ key: string; record: string }>({ text, values: [keys] })) {
    into.get(key)!.labels = (JSON.parse(record) as TagRecord).labels
  }
}

function wordsOfTag(key: string, locale: string, { labels, words }: Tag): readonly string[] {
  const found = words.get(locale) ?? ownTagWords(key, labels[locale])
  words.set(locale, found)
  return found
}
