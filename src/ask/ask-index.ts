// Everything that must be read and prepared before the first question. It takes a while, so it is done in short turns:
// the service answers everything else meanwhile.
import { factValues } from '../knowledge/fact-values.ts'
import { type Folders, foldersOf } from '../knowledge/folders.ts'
import type { Tables } from '../knowledge/values.ts'
import { loadPhrases, type Phrases } from './answer/phrases.ts'
import { makeUnderstanding, type Understanding } from './parse/understand.ts'
import { type Fact, loadAbsent, loadFacts } from './retrieve/facts.ts'
import { familyFacts } from './retrieve/generated-facts.ts'
import { makeTurns, type Turn } from './yield-slices.ts'

export type Mind = { facts: readonly Fact[]; phrases: Phrases; understanding: Understanding }

export async function loadMind(
  tables: Tables,
  folders: Folders = foldersOf(),
  turn: Turn = makeTurns(),
): Promise<Mind> {
  await turn()
  const values = factValues(tables)
  const phrases = await loadPhrases(folders, values, turn)
  const facts = await loadFacts(folders, values, turn)
  facts.push(...(await familyFacts(tables, phrases, turn)), ...(await loadAbsent(folders)))
  return { facts, phrases, understanding: await makeUnderstanding(folders, facts, turn) }
}
