// Questions, answers and events: the interface between ask and the endpoints that serve it.
import type { Static } from '../../util/schema.ts'
import type * as schemas from './schemas.ts'

export { nlwebVersion } from './schemas.ts'

export type Question = {
  /** Empty: the answer describes the service. */
  query: string
  /** A BCP-47 tag from the request; null if the language is to be detected. */
  locale: string | null
  /** The language that the client prefers, for a question that does not show its own. */
  accepted?: string | undefined
  mode: 'list' | 'summarize'
  /** Earlier questions of the same conversation, oldest first. */
  previous: readonly string[]
}

export type AskResponse = Static<typeof schemas.AskResponse>
export type Intent = AskResponse['metadata']['intent']
export type Citation = AskResponse['citations'][number]
export type Result = AskResponse['results'][number]
/** The part of `answer` that only names the results. */
export type TextRange = NonNullable<AskResponse['metadata']['list']>

/** The first `result` events are the answer (partial ones while a model rewords it); the others are its results. */
export type AskEvent =
  | { event: 'start'; data: Pick<AskResponse, '_meta' | 'query_id' | 'query'> }
  | { event: 'result'; data: Record<string, unknown> }
  | { event: 'complete'; data: AskResponse }

type AskOptions = { requestId: string; signal: AbortSignal }

/** The last event is `complete`, unless the request is aborted. */
export type Ask = (question: Question, options: AskOptions) => AsyncGenerator<AskEvent>

/** Resolves when questions can be answered without further preparation. */
export type AskReady = () => Promise<void>
