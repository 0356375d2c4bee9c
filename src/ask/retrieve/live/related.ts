// What is closest to a question without an answer: the people and creations that it names, else what a search finds.
import { getCommunityFeed, getCreators } from '../../../operations/index.ts'
import { creationResult, type Draft, type Person, personResult } from '../../answer/draft.ts'
import type { Phraser } from '../../answer/phraser.ts'
import type { FeedPage, Read } from './community.ts'
import type { LivePlan } from './plan.ts'

const relatedLength = 4
/** Below the scores of answers, above those of pages that are only near. */
const firstScore = 45

type Context = { read: Read; phraser: Phraser; locale: string }
type Results = Draft['results']

export async function relatedResults(plan: LivePlan | null, context: Context): Promise<Results> {
  if (plan === null) return []
  const { creators, creations, missing } = plan.parts
  const people = creators.map(({ person }) => person)
  const named = [
    ...people.map(person => personOf(person, context)),
    ...creations.map(({ card }) => creationResult(card, context.phraser, firstScore)),
  ]
  const found =
    named.length > 0 ? named : missing === null ? await searched(plan, context) : await near(missing, context)
  return found.slice(0, relatedLength).map((result, i) => ({ ...result, score: firstScore - i }))
}

const personOf = (person: Person, { phraser }: Context): Results[number] => personResult(person, phraser, firstScore)

/** Creations that contain words of the question, unless they are common. */
async function searched({ parts: { words } }: LivePlan, context: Context): Promise<Results> {
  const q = words.flatMap(({ text, isCommon }) => (isCommon ? [] : [text])).join(' ')
  return q === '' ? [] : creationsFor(q, context)
}

/** Names that are spelled like a name that does not exist: a handle, an address or a title. */
async function near(missing: string, context: Context): Promise<Results> {
  const [, handle, slug] = /^@([^/]+)(?:\/(.+))?$/.exec(missing) ?? []
  if (slug !== undefined) return creationsFor(slug.replaceAll('-', ' '), context)
  if (handle === undefined) return creationsFor(missing, context)
  const page = await context.read<{ items: Person[] }>(getCreators, { q: handle, limit: relatedLength })
  return (page?.items ?? []).map(person => personOf(person, context))
}

async function creationsFor(q: string, { read, locale, phraser }: Context): Promise<Results> {
  const page = await read<FeedPage>(getCommunityFeed, { q: q.slice(0, 200), locale, limit: relatedLength })
  return (page?.items ?? []).map(card => creationResult(card, phraser, firstScore))
}
