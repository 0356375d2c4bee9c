// Prepares the index of a language in a thread, so that the service answers other requests meanwhile.
import { parentPort, workerData } from 'node:worker_threads'
import { openIndexCache } from './index-cache.ts'
import { type IndexSource, prepareEnglish, prepareLanguage } from './index-data.ts'
import type { EnglishData } from './parse/understand.ts'

export type IndexRequest = { locale: string; source: IndexSource; cacheFolder: string | undefined }

async function prepare({ locale, source, cacheFolder }: IndexRequest): Promise<void> {
  const cache = openIndexCache(source, cacheFolder)
  const english = cache.read<EnglishData>('en') ?? (await prepareEnglish(source))
  const data = locale === 'en' ? english : await prepareLanguage(locale, english, source)
  cache.write(locale, data)
  parentPort!.postMessage(data)
}

// Without a top-level await: if the process exits while a module waits in a thread, V8 aborts.
void prepare(workerData)
