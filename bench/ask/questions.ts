// Questions for the benchmark: those of the examination about facts, in all languages, and templates filled from the
// community.
import { makeRandom } from '../../src/art/random.ts'
import { questionsOf } from '../../test/ask/examination.ts'
import { type Card, newest, openReader } from '../readers.ts'
import { oneOf } from '../statistics.ts'
import type { Asked } from './asker.ts'

const perKind = 200
const sampledCreations = 2400

type Named = Omit<Card, 'tags'> & {
  title: string
  creator: { displayName: string }
  tags: { key: string; label: string }[]
}

const templates: Record<string, ((card: Named) => string | string[])[]> = {
  lists: [
    ({ kind }) => `What are the most popular ${kind}s?`,
    ({ kind, category }) => `Show me 5 new ${kind}s in ${category?.slug ?? 'health'}`,
    ({ tags }) => `best liked creations tagged ${tags[0]?.label ?? 'garden'}`,
    ({ handle }) => `What did @${handle} make?`,
    ({ locale }) => `How many creations in ${new Intl.DisplayNames('en', { type: 'language' }).of(locale)} are there?`,
    () => 'Which creators have the most followers?',
  ],
  searches: [
    ({ tags }) => `is there something for ${tags.map(({ label }) => label.toLowerCase()).join(' and ')}?`,
    ({ summary }) => `I need help with ${summary.split(/\s+/).slice(1, 4).join(' ')}`,
    ({ summary }) => summary.split(/\s+/).slice(2, 5).join(' '),
  ],
  names: [
    ({ title }) => `What is ${title}?`,
    ({ title }) => `who made ${title.toLowerCase()}`,
    ({ creator }) => `Who is ${creator.displayName}?`,
    ({ handle }) => `how many followers does ${handle} have`,
    ({ title }) => `how many likes has ${title}`,
  ],
  'follow-ups': [
    ({ kind }) => [`What are the most popular ${kind}s?`, 'And the newest?'],
    ({ title }) => [`What is ${title}?`, 'Who made it?'],
    ({ handle }) => [`Who is @${handle}?`, 'and their most liked one?'],
    () => ['How many requests may I send per minute?', 'and for ask?'],
  ],
}

/** By kind. Facts and unanswerable questions are in eleven languages. */
export async function benchQuestions(store: string): Promise<Map<string, Asked[]>> {
  const reader = await openReader({ creations: 0, store })
  const cards = (await newest(reader, sampledCreations)) as unknown as Named[]
  await reader.close()
  const random = makeRandom(3)
  const written = [...questionsOf('questions'), ...questionsOf('second')]
  const inSets = (...categories: string[]) =>
    written.filter(({ category }) => categories.includes(category)).map(({ q }) => ({ query: q }))
  const fill = (some: readonly ((card: Named) => string | string[])[]): Asked => {
    const texts = [oneOf(some, random)(oneOf(cards, random))].flat()
    return { query: texts.at(-1)!, previous: texts.slice(0, -1) }
  }
  const sample = (make: () => Asked) => Array.from({ length: perKind }, make)
  const facts = inSets('fact', 'howto', 'derived', 'two-facts', 'typo')
  const unanswerable = inSets('unknown')
  return new Map([
    ['facts', sample(() => oneOf(facts, random))],
    ...Object.entries(templates).map(([kind, some]) => [kind, sample(() => fill(some))] as const),
    ['unanswerable', sample(() => oneOf(unanswerable, random))],
  ])
}
