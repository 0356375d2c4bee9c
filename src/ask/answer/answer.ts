// Questions, answers and events: the interface between ask and the endpoints that serve it.

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

/** The indexes are UTF-16 code units of `answer`. */
export type Citation = {
  id: number
  url: string
  title: string
  cited_text: string
  start_index: number
  end_index: number
}

/** The part of `answer` that only names the results. In UTF-16 code units. */
export type TextRange = { start_index: number; end_index: number }

export type Result = {
  '@type': string
  url: string
  name: string
  site: string
  /** 0 to 100. */
  score: number
  description: string
  schema_object: Record<string, unknown>
}

/** `welcome`: the answer to an empty question. `unknown`: `answered` is false. */
export const intents = ['fact', 'community', 'refusal', 'unknown', 'welcome'] as const
export type Intent = (typeof intents)[number]

export type AskResponse = {
  _meta: {
    response_type: 'answer' | 'failure'
    version: string
    request_id: string
    processing_time_ms: number
    /** `builtin`, or the name of the operator's language model if it reworded the answer. */
    answerer: string
  }
  query_id: string
  query: string
  answer: string
  answered: boolean
  /** 0 to 1. */
  confidence: number
  citations: Citation[]
  results: Result[]
  metadata: { locale: string; intent: Intent; suggestions: string[]; list?: TextRange; sort?: string }
}

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

/** The version of NLWeb that defines the types above. */
export const nlwebVersion = '0.55'
