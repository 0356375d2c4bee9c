// The two communities: a store for Vitrine, and the same public creations as documents for the other rankings.

import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { demoCreations } from '../../demo/demo.ts'
import type { CreationRecord, EntityRecord } from '../../src/records/records.ts'
import { memoize } from '../../src/util/memoize.ts'
import { fill, scratchFolder } from '../communities.ts'
import { runVitrine } from '../processes.ts'

export const communityNames = ['demo', 'debian'] as const
export type CommunityName = (typeof communityNames)[number]

/** What a visitor who reads in one language sees of a creation. `tags` contains keys and labels. */
export type Document = { id: string; title: string; summary: string; creator: string; tags: string[]; views: number }

export type SearchCommunity = { name: CommunityName; store: string; documents: (locale: string) => Document[] }

export async function openCommunity(name: CommunityName): Promise<SearchCommunity> {
  const store = join(scratchFolder(), `search-${name}.db`)
  if (name === 'demo') await fill(demoCreations, store)
  else await runVitrine(['import', join(import.meta.dirname, 'debian.ndjson.zst')], { VITRINE_STORE: store })
  const file = join(scratchFolder(), `search-${name}.ndjson`)
  await runVitrine(['export', file], { VITRINE_STORE: store })
  return { name, store, documents: documentsIn(await recordsIn(file)) }
}

async function recordsIn(file: string): Promise<EntityRecord[]> {
  const lines = await Array.fromAsync(createInterface(createReadStream(file)))
  return lines.map(line => JSON.parse(line))
}

/** Most viewed first. Documents are made once for each language. */
function documentsIn(records: readonly EntityRecord[]): (locale: string) => Document[] {
  const names = new Map(records.flatMap(one => (one.type === 'creator' ? [[one.handle, one.displayName]] : [])))
  const labels = new Map(records.flatMap(one => (one.type === 'tag' ? [[one.key, one.labels]] : [])))
  const shown = records.filter(one => one.type === 'creation').filter(({ visibility }) => visibility === 'public')
  const creations = shown.sort((a, b) => b.stats.views - a.stats.views)
  const documentOf = (one: CreationRecord, locale: string): Document => ({
    id: `${one.handle}/${one.slug}`,
    title: one.translations[locale]?.title ?? one.title,
    summary: one.translations[locale]?.summary ?? one.summary,
    creator: names.get(one.handle) ?? one.handle,
    tags: [...new Set(one.tags.flatMap(key => [key, labels.get(key)?.[locale] ?? labels.get(key)?.en ?? key]))],
    views: one.stats.views,
  })
  return memoize(locale => creations.map(one => documentOf(one, locale)))
}
