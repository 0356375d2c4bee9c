// Decides when a language model may reword an answer, and validates the result.
import type { Intent } from '../answer/answer.ts'
import type { Draft, Model, Sentence } from './model.ts'

/** Refusals and "unknown" answers are never reworded. */
const mayBeWorded: readonly Intent[] = ['fact', 'community']

/**
 * Yields the sentences so far after each new one, and returns all of them; null when the built-in ones are to be
 * used, regardless of what was yielded.
 */
export async function* inBetterWords(
  model: Model | null,
  { answered, intent }: { answered: boolean; intent: Intent },
  draft: Draft,
  signal: AbortSignal,
): AsyncGenerator<readonly Sentence[], Sentence[] | null> {
  const improved = answered && mayBeWorded.includes(intent) ? (model?.improve(draft, signal) ?? null) : null
  if (improved === null) return null
  const said: Sentence[] = []
  try {
    for await (const sentence of improved) {
      said.push(sentence)
      yield said
    }
    return said
  } catch {
    return null // the reason is in the log
  }
}
