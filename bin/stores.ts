// Opens the configured store for one task and closes it afterwards.
import { existsSync } from 'node:fs'
import { type Addresses, makeAddresses } from '../src/addresses.ts'
import { type Config, readConfig } from '../src/config/config.ts'
import { indexAdvice } from '../src/store/derived-version.ts'
import { namingFile, sqliteReason } from '../src/store/sqlite/file-errors.ts'
import type { Store, WritableStore } from '../src/store/store.ts'
import { withoutSecrets } from '../src/util/without-secrets.ts'
import { usageError } from './command.ts'
import { progressBar } from './progress-bar.ts'

/** Reads the settings from the environment; an invalid one is a usage error. */
export function loadConfig(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    throw usageError((error as Error).message)
  }
}

/** The kinds that imported creations may have. */
export async function kindsOf({ sitePack }: Config): Promise<string[]> {
  const { loadSite } = await import('../src/site/read.ts')
  return loadSite(sitePack).kinds.map(({ key }) => key)
}

export async function withStore<T>(
  config: Config,
  work: (store: Store, addresses: Addresses) => Promise<T>,
): Promise<T> {
  const { openStore } = await import('../src/store/open.ts')
  const addresses = makeAddresses(config.baseUrl, config.webUrl)
  const store = await openWithAdvice(config, () => openStore(config.store, { addresses }))
  try {
    return await work(store, addresses)
  } catch (error) {
    throw namingFile(error, `Cannot read the store ${config.store}`)
  } finally {
    await store.close()
  }
}

/** Rebuilds an older index first, unless the task itself does. */
export async function withWritableStore<T>(
  config: Config,
  work: (store: WritableStore) => Promise<T>,
  { reindexes = false } = {},
): Promise<T> {
  const { openWritableStore } = await import('../src/store/open.ts')
  const store = await openWithAdvice(config, () => openWritableStore(config.store))
  try {
    if (!reindexes) await rebuildOldIndex(store)
    return await work(store)
  } catch (error) {
    throw namingFile(error, `Cannot write to the store ${config.store}`)
  } finally {
    await store.close()
  }
}

/** Stays open; its index is current. */
export async function openWritable(config: Config): Promise<WritableStore> {
  const { openWritableStore } = await import('../src/store/open.ts')
  const store = await openWithAdvice(config, () => openWritableStore(config.store))
  try {
    await rebuildOldIndex(store)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

async function rebuildOldIndex(store: WritableStore): Promise<void> {
  const bar = progressBar()
  const progress = (done: number, of: number) => bar.update('indexing', done, of)
  const rebuilt = await store.reindex({ when: 'older', now: Date.now, progress }).finally(bar.clear)
  if (rebuilt) bar.note('The index was built by an older version and has been rebuilt.')
}

/** Commands that read do not change a store: rebuilding its index may take minutes. */
export function mustBeIndexed(store: Store): void {
  const state = store.indexState()
  if (state !== 'current') throw new Error(indexAdvice[state])
}

/** Reading commands do not create a missing store: most likely the path is wrong. */
export function mustExist(config: Config): void {
  if (/^postgres(?:ql)?:/i.test(config.store) || existsSync(config.store)) return
  throw new Error(`There is no store at ${config.store}. Set VITRINE_STORE, or fill one with vitrine import or seed.`)
}

async function openWithAdvice<T>(config: Config, open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    const advice = sqliteReason(error)?.cure ?? ''
    const message = `Cannot open the store ${withoutSecrets(config.store)}: ${reasonOf(error as Error)}. ${advice}`
    throw new Error(message.trim(), { cause: error })
  }
}

/** For a store that cannot be reached, the reason is in the cause. */
function reasonOf({ message, cause }: Error): string {
  const reason = cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : undefined
  return (reason ?? message).replace(/\.$/, '')
}
