// Everything that must be there before the first question: read from a cache file, or prepared in a thread.
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { Worker } from 'node:worker_threads'
import { builtInFolders, type Folders } from '../knowledge/folders.ts'
import { type FactValues, factValues, pageValues, type Tables } from '../knowledge/values.ts'
import type { Site } from '../site/site.ts'
import { filler, loadPhrases, type Phrases } from './answer/phraser.ts'
import { openIndexCache } from './index-cache.ts'
import type { IndexSource } from './index-data.ts'
import type { IndexRequest } from './index-worker.ts'
import { type Cues, loadCues } from './parse/cues.ts'
import { type EnglishData, type LanguageData, makeUnderstanding, type Understanding } from './parse/understand.ts'
import type { Fact } from './retrieve/facts.ts'

type AskedSite = Pick<Site, 'kinds' | 'stats' | 'facts' | 'pages' | 'features'>
type Options = { folders?: Folders; cacheFolder?: string | undefined }

type AskIndex = { facts: readonly Fact[]; phrases: Phrases; understanding: Understanding; cues: Cues }

/**
 * The cache is in the folder of Node's compile cache: only the operator writes there, and it has the version of Node in its
 * name.
 */
export async function loadAskIndex(
  tables: Tables,
  site: AskedSite,
  { folders = builtInFolders, cacheFolder = getCompileCacheDir() }: Options = {},
): Promise<AskIndex> {
  const values = factValues(tables)
  const source: IndexSource = {
    folders,
    site: { kinds: site.kinds, facts: site.facts, pages: site.pages, features: site.features },
    values: { ...values, ...addressHoles },
    tables: {
      agentAuthCodes: tables.agentAuthCodes,
      errors: tables.errors,
      intro: tables.intro,
      mcp: { tools: tables.mcp.tools },
    },
    pageValues: pageValues({ ...tables, ...addressHoles }),
  }
  const cache = openIndexCache(source, cacheFolder)
  const load = async <Data extends LanguageData>(locale: string): Promise<Data> => {
    const data = cache.read<Data>(locale) ?? (await prepareInThread<Data>({ locale, source, cacheFolder }))
    const fill = filler(locale, values, 'a page')
    for (const unit of data.pages.groups.flatMap(({ units }) => units))
      if (unit.text.includes('{{')) unit.text = fill(unit.text)
    return data
  }
  const prepared = await load<EnglishData>('en')
  const english = { ...prepared, facts: prepared.facts.map(fact => withAddresses(fact, values)) }
  const phrases = await loadPhrases(folders, values)
  const cues = await loadCues(folders, site)
  return { facts: english.facts, phrases, understanding: makeUnderstanding(english, load), cues }
}

/** Addresses are filled in after loading, so that the cache does not depend on them. */
const addressHoles = { baseUrl: '{{baseUrl}}', webUrl: '{{webUrl}}', creatorExample: '{{creatorExample}}' }

function withAddresses(fact: Fact, values: FactValues): Fact {
  if (![...fact.say.values()].some(text => text.includes('{{'))) return fact
  const say = [...fact.say].map(([locale, text]) => [locale, filler(locale, values, fact.id)(text)] as const)
  return { ...fact, say: new Map(say) }
}

async function prepareInThread<Data>(request: IndexRequest): Promise<Data> {
  const worker = new Worker(new URL('./index-worker.ts', import.meta.url), { workerData: request })
  const [data] = (await once(worker, 'message')) as [Data]
  return data
}
