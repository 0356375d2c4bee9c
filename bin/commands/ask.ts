import type { AskResponse as RemoteAnswer } from '../../client/client.ts'
import type { AskResponse } from '../../src/ask/answer/answer.ts'
import { type Config, settings } from '../../src/config/config.ts'
import { type Command, parseFlags, print, printable, usageError } from '../command.ts'
import { readRemote } from '../remote.ts'
import { loadConfig, mustBeIndexed, mustExist, withStore } from '../stores.ts'

export const askCommand: Command = {
  name: 'ask',
  summary: 'Answer a question: from the store, without a server, or by asking a running service.',
  usage: `ask "<question>" [--locale <tag>] [--url <web host>] [--json]

  --locale   the language to answer in, such as es; that of the question when absent
  --url      ask the service there; VITRINE_URL when absent, and the store here when there is neither
  --json     the whole answer as JSON; always so when it does not go to a terminal`,
  async run(args) {
    const options = { locale: { type: 'string' }, url: { type: 'string' }, json: { type: 'boolean' } } as const
    const { values, positionals } = parseFlags('ask', args, options, 1)
    const [query] = positionals
    if (query === undefined) throw usageError('ask needs a question, in quotation marks.')
    if (values.url !== undefined || process.env[settings.url.name]?.trim()) {
      const { url, locale, json } = values
      const { textFor } = await readRemote({ url, apiUrl: undefined, json }, client => client.ask({ query, locale }))
      await print(textFor(answerText))
      return 0
    }
    const answer = await answerTo(query, values.locale)
    const asText = process.stdout.isTTY && !values.json
    await print(asText ? answerText(answer) : `${JSON.stringify(answer)}\n`)
    return 0
  },
}

async function answerTo(text: string, locale: string | undefined): Promise<AskResponse> {
  const { readQuestion } = await import('../../src/endpoints/ask/question.ts')
  const { canonicalTag, isLocale } = await import('../../src/operations/locale.ts')
  if (locale !== undefined && !isLocale(locale)) throw usageError('--locale must be a BCP-47 tag such as es or pt-BR.')
  const question = readQuestion({ query: text }, { locale: locale === undefined ? null : canonicalTag(locale) })
  const config = loadConfig()
  mustExist(config)
  const { makeCursors } = await import('../../src/operations/cursor.ts')
  const { keysOf } = await import('../../src/operations/for-site.ts')
  const { knowledgeOf, tablesOf } = await import('../../src/discovery/self-description.ts')
  const { makeAsk } = await import('../../src/ask/ask.ts')
  const { loadSite, packInForce } = await import('../../src/site/read.ts')
  const { finalAnswer } = await import('../../src/ask/answer/answer-events.ts')
  const model = await modelOf(config)
  return withStore(config, async (store, addresses) => {
    mustBeIndexed(store)
    const { cursorSecret } = config
    const site = loadSite(await packInForce(config.sitePack, store))
    const secret = cursorSecret === undefined ? await store.cursorSecret() : Buffer.from(cursorSecret)
    const context = { store, addresses, cursors: makeCursors(secret), kinds: keysOf(site.kinds) }
    const subject = { ...config, site, addresses }
    const tables = tablesOf(subject)
    const knowledge = knowledgeOf(subject, tables)
    const ask = makeAsk({ knowledge, context, site, tables, now: Date.now, model })
    const { signal } = new AbortController()
    return finalAnswer(ask(question, { requestId: 'vitrine-ask', signal }), signal)
  })
}

async function modelOf({ llm }: Config) {
  if (llm === undefined) return null
  const { makeModel } = await import('../../src/ask/model/model.ts')
  const log = {
    warn: (about: object, message: string) => console.error(`vitrine: ${message} ${JSON.stringify(about)}`),
  }
  return makeModel({ endpoint: llm, log, now: Date.now })
}

/** The answer with numbered citations. */
export function answerText(response: AskResponse | RemoteAnswer): string {
  const { answer, citations, results, metadata, answered } = response
  const sources = [...new Set(citations.map(({ url }) => url))]
  let text = ''
  let from = 0
  for (const { url, end_index } of citations.toSorted((a, b) => a.end_index - b.end_index)) {
    text += `${answer.slice(from, end_index)} [${sources.indexOf(url) + 1}]`
    from = end_index
  }
  const notes = sources.map((url, i) => `[${i + 1}] ${url}\n`)
  const hints = answered ? [] : metadata.suggestions.map(suggestion => `- ${suggestion}\n`)
  const quotes = results.flatMap(({ '@type': type, name, description, url }) =>
    type === 'Quotation' ? [`${name}: ${description}\n${url}\n`] : [],
  )
  return [text + answer.slice(from) + '\n', notes.join(''), ...quotes, hints.join('')]
    .filter(part => part !== '')
    .map(part => part.split('\n').map(printable).join('\n'))
    .join('\n')
}
