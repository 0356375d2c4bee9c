// Answers questions in this process, without HTTP: ask with the demo pack on an open store.
import { makeAddresses } from '../../src/addresses.ts'
import type { AskResponse } from '../../src/ask/answer/answer.ts'
import { finalAnswer } from '../../src/ask/answer/answer-events.ts'
import { makeAsk } from '../../src/ask/ask.ts'
import { readConfig } from '../../src/config/config.ts'
import { knowledgeOf, tablesOf } from '../../src/discovery/self-description.ts'
import { makeCursors } from '../../src/operations/cursor.ts'
import { keysOf } from '../../src/operations/for-site.ts'
import { loadSite } from '../../src/site/read.ts'
import { openStore } from '../../src/store/open.ts'

export type Asked = { query: string; previous?: string[] }
export type Asker = { ask: (question: Asked) => Promise<AskResponse>; close: () => Promise<void> }

export async function openAsker(path: string): Promise<Asker> {
  const config = readConfig({})
  const addresses = makeAddresses(config.baseUrl, config.webUrl)
  const site = loadSite('demo')
  const store = await openStore(path, { addresses, readTimeoutMs: 20_000 })
  const context = { store, addresses, cursors: makeCursors(await store.cursorSecret()), kinds: keysOf(site.kinds) }
  const subject = { ...config, site, addresses }
  const tables = tablesOf(subject)
  const answers = makeAsk({ knowledge: knowledgeOf(subject, tables), context, site, tables, now: Date.now })
  const { signal } = new AbortController()
  return {
    ask: ({ query, previous = [] }) =>
      finalAnswer(
        answers({ query, previous, locale: null, mode: 'summarize' }, { requestId: 'bench', signal }),
        signal,
      ),
    close: () => store.close(),
  }
}
