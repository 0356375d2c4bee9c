// Answers questions: one generator of events, used by every endpoint.

import type { Knowledge } from '../knowledge/knowledge.ts'
import type { Tables } from '../knowledge/values.ts'
import type { Context } from '../operations/define.ts'
import type { Site } from '../site/site.ts'
import { lazilyByKey } from '../util/lazily.ts'
import { type Ask, type AskEvent, type AskReady, type AskResponse, type Intent, nlwebVersion } from './answer/answer.ts'
import { type Draft, joinSentences, type Sentence, type Source } from './answer/draft.ts'
import type { Health } from './answer/list-text.ts'
import { withSuggestions } from './answer/suggestions.ts'
import { loadAskIndex } from './ask-index.ts'
import { makeDrafting } from './decide/drafting.ts'
import { maskSecrets } from './decide/refusals.ts'
import type { ModelSentence } from './model/check.ts'
import type { Model } from './model/model.ts'
import { type Embeddings, withoutEmbeddings } from './model/use-embeddings.ts'

type AskParts = {
  knowledge: Knowledge
  context: Context
  site: Site
  /** The tables from which facts take their values. */
  tables: Tables
  now: () => number
  /** The result of the health checks of a running service. */
  health?: Health
  /** The operator's language model, which may reword built-in answers. */
  model?: Model | null
  /** The operator's embeddings endpoint, which may order candidates and find creations by their meaning. */
  embeddings?: Embeddings | undefined
}

/** `prepare` makes the first question as fast as the others; `ready` waits for what every question needs. */
type PreparedAsk = Ask & { prepare: () => Promise<void>; ready: AskReady }

export function makeAsk({
  tables,
  now,
  model = null,
  embeddings = withoutEmbeddings,
  ...parts
}: AskParts): PreparedAsk {
  const { context, site, health = async () => operational } = parts
  const drafting = lazilyByKey(async () => {
    const index = await loadAskIndex(tables, site)
    return withSuggestions(makeDrafting({ ...index, ...parts, health, embeddings }), { ...index, context, site })
  })
  const ask: Ask = async function* (question, { requestId, signal }): AsyncGenerator<AskEvent> {
    const started = now()
    const meta = (answerer: string): AskResponse['_meta'] => ({
      response_type: 'answer',
      version: nlwebVersion,
      request_id: requestId,
      processing_time_ms: Math.max(0, now() - started),
      answerer,
    })
    // A secret in a question is never repeated, not even in the echoed query.
    const queryFields = { query_id: requestId, query: maskSecrets(question.query) }
    yield { event: 'start', data: { _meta: meta('builtin'), ...queryFields } }
    const draft = await (await drafting(''))(question)
    const { sentences, sources, ...rest } = draft
    const reworded = yield* rewordedEvents(queryFields.query, draft, model, signal)
    const { answer, citations, list } = joinSentences(reworded ?? sentences, sources)
    const metadata = list === undefined ? rest.metadata : { ...rest.metadata, list }
    const answerer = reworded === null ? 'builtin' : model!.name
    yield answerEvent(reworded ?? sentences, sources, answerer, false)
    for (const result of rest.results) yield { event: 'result', data: result }
    yield { event: 'complete', data: { _meta: meta(answerer), ...queryFields, answer, citations, ...rest, metadata } }
  }
  const prepare = async () => {
    const query = 'What is this?'
    // Begins to read the creations for their vectors.
    await embeddings.nearest(query, 1)
    await (await drafting(''))({ query, locale: null, mode: 'summarize', previous: [] })
  }
  const ready = async () => void (await drafting(''))
  return Object.assign(ask, { prepare, ready })
}

/** Without a running service, only the store is used, and it answers. */
const operational = { status: 'operational', components: [{ name: 'store', status: 'operational' }] }

/** The answer so far. It grows while a model rewords it, and may be replaced when it is complete. */
function answerEvent(sentences: readonly Sentence[], sources: readonly Source[], answerer: string, partial: boolean) {
  const { answer, citations } = joinSentences(sentences, sources)
  return { event: 'result' as const, data: { '@type': 'Answer', text: answer, citations, answerer, partial } }
}

/** Refusals and "unknown" answers are never reworded. */
const rewordableIntents: readonly Intent[] = ['fact', 'community']

/** Yields the model's sentences as they arrive; returns null when the built-in sentences are to be used. */
async function* rewordedEvents(
  question: string,
  { answered, metadata: { intent, locale }, sentences, sources }: Draft,
  model: Model | null,
  signal: AbortSignal,
): AsyncGenerator<AskEvent, ModelSentence[] | null> {
  if (model === null || !answered || !rewordableIntents.includes(intent)) return null
  const words = model.reword({ question, locale, sentences, sources: sources.map(({ text }) => text) }, signal)
  if (words === null) return null
  const reworded: ModelSentence[] = []
  try {
    for await (const sentence of words) {
      reworded.push(sentence)
      yield answerEvent(reworded, sources, model.name, true)
    }
    return reworded
  } catch {
    return null // `reword` has logged the reason, unless the request was aborted
  }
}
