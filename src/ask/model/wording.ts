// Lets the language model reword an answer, if its intent allows that.
import type { Intent } from '../answer/answer.ts'
import type { ModelInput, ModelSentence } from './check.ts'
import type { Model } from './model.ts'

/** Refusals and "unknown" answers are never reworded. */
const rewordableIntents: readonly Intent[] = ['fact', 'community']

/**
 * Yields the sentences so far after each new one, always the same array. Returns all of them, or null if the model is
 * not used or failed: then the built-in sentences replace those that were yielded.
 */
export async function* rewordSentences(
  model: Model | null,
  { answered, intent }: { answered: boolean; intent: Intent },
  input: ModelInput,
  signal: AbortSignal,
): AsyncGenerator<readonly ModelSentence[], ModelSentence[] | null> {
  const sentences = answered && rewordableIntents.includes(intent) ? (model?.reword(input, signal) ?? null) : null
  if (sentences === null) return null
  const reworded: ModelSentence[] = []
  try {
    for await (const sentence of sentences) {
      reworded.push(sentence)
      yield reworded
    }
    return reworded
  } catch {
    return null // `reword` has logged the reason, unless the request was aborted
  }
}
