// Questions, answers and events: the interface between ask and the endpoints that serve it.

/** A question as a surface understood it. `previous` are earlier questions of the same conversation, oldest first. */
export type Question = {
  /** Empty: the answer describes the service. */
  query: string
  /** A BCP-47 tag from the path or the body; null when the language is to be found out. */
  locale: string | null
  mode: 'list' | 'summarize'
  previous: readonly string[]
}

/** Indexes count UTF-16 units of `answer`. */
export type Citation = {
  id: number
  url: string
  title: string
  cited_text: string
  start_index: number
  end_index: number
}

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

/** `welcome` is the answer to no question; `unknown` goes with `answered: false`. */
export const intents = ['fact', 'community', 'refusal', 'unknown', 'welcome'] as const
export type Intent = (typeof intents)[number]

export type AskResponse = {
  _meta: {
    response_type: 'answer' | 'failure'
    version: string
    request_id: string
    processing_time_ms: number
    /** Who answered: `builtin`, or the name of the operator's language model. */
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
  metadata: { locale: string; intent: Intent; suggestions: string[] }
}

/** Every sentence of the answer has a citation; the first `result` is the answer, then comes one for each result. */
export type AskEvent =
  | { event: 'start'; data: Pick<AskResponse, '_meta' | 'query_id' | 'query'> }
  | { event: 'result'; data: Record<string, unknown> }
  | { event: 'complete'; data: AskResponse }

type AskOptions = { requestId: string; signal: AbortSignal }

/** Always ends in `complete`, unless the signal ends it before. */
export type Ask = (question: Question, options: AskOptions) => AsyncGenerator<AskEvent>

/** Settles when the first question can be answered without further preparation. */
export type AskReady = () => Promise<void>

/** NLWeb's version of the shapes above. */
export const nlwebVersion = '0.55'
