// A store of its own for a test, the records to fill it with, and what a test does with it.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeAddresses } from '../../src/addresses.ts'
import { exportText } from '../../src/records/transfer/export.ts'
import { type ImportOptions, importInput } from '../../src/records/transfer/import.ts'
import { openInput } from '../../src/records/transfer/input.ts'
import { openWritableStore } from '../../src/store/open.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { vitrine } from './vitrine-process.ts'

let made = 0

export function scratchStore(folder: string) {
  const path = join(folder, `store-${made++}.db`)
  const env = { VITRINE_STORE: path }
  return {
    env,
    path,
    import: (content: string | Buffer, ...flags: string[]) =>
      vitrine(['import', fileOf(folder, content), ...flags], env),
    stream: (content: string | Buffer, ...flags: string[]) => vitrine(['import', '-', ...flags], env, content),
    /** Imports within this process. */
    load: (content: string | Buffer, options: LoadOptions = {}) => loadFile(path, fileOf(folder, content), options),
    export: () => exported(path),
    /** Whether the store holds a record with this text in it. */
    holds: async (text: string) => (await exported(path)).includes(text),
  }
}

type LoadOptions = Partial<Pick<ImportOptions, 'skipInvalid' | 'check' | 'requireExport'>>

export async function loadFile(place: string, file: string, options: LoadOptions = {}) {
  const reported: string[] = []
  const report = ({ line, reason }: { line: number; reason: string }) => void reported.push(`line ${line}: ${reason}`)
  const input = await openInput(file)
  const store = await openWritableStore(place)
  try {
    const { complete, summary } = await importInput(input, {
      store,
      now: Date.now,
      skipInvalid: false,
      report,
      ...options,
    })
    const { seconds: _, ...counts } = summary
    return { complete, counts, reported }
  } finally {
    await store.close()
    await input.close()
  }
}

async function exported(path: string): Promise<string> {
  const store = await openStore(path, {
    addresses: makeAddresses('http://localhost:4010', 'http://localhost:4000'),
    readTimeoutMs: 20_000,
  })
  try {
    return (await Array.fromAsync(exportText(store.records()))).join('')
  } finally {
    await store.close()
  }
}

export function fileOf(folder: string, content: string | Buffer): string {
  const path = join(folder, `records-${made++}.ndjson`)
  writeFileSync(path, content)
  return path
}

export const lines = (records: readonly unknown[]): string =>
  records.map(record => `${JSON.stringify(record)}\n`).join('')

export const at = '2026-01-05T10:00:00Z'

export const creator = (handle: string) => ({
  type: 'creator',
  handle,
  displayName: handle.toUpperCase(),
  joinedAt: at,
})

export const creation = (handle: string, slug: string, more: object = {}) => ({
  type: 'creation',
  handle,
  slug,
  title: `Title of ${slug}`,
  publishedAt: at,
  ...more,
})

export const follow = (follower: string, following: string) => ({ type: 'follow', follower, following })

/** One of each kind. */
export const community = [
  { type: 'category', slug: 'health', labels: { en: 'Health', fr: 'Santé' } },
  { type: 'tag', key: 'hydration', labels: { en: 'Hydration' } },
  creator('ann'),
  creator('mira'),
  creation('mira', 'water-log', { kind: 'tracker', category: 'health', tags: ['hydration'] }),
  creation('ann', 'tea-log', { remixOf: { handle: 'mira', slug: 'water-log' }, translations: { es: { title: 'Té' } } }),
  follow('ann', 'mira'),
  { type: 'score', handle: 'mira', slug: 'water-log', player: 'ann', score: 120, unit: 'glasses', achievedAt: at },
]

/** What a store without records exports. */
export const nothing = lines([
  { type: 'begin', format: 1 },
  { type: 'end', records: 0 },
])

export const none = { read: 0, created: 0, updated: 0, deleted: 0, unchanged: 0, rejected: 0 }

/** The summary line of an import, without its time and its problems. */
export function counts(stdout: string): Record<string, number> {
  const { seconds, problems, ...rest } = JSON.parse(stdout) as Record<string, number>
  assert.equal(typeof seconds, 'number')
  return rest
}
