// npm run ask:score: asks the questions of all sets and prints how many were answered correctly.
import { parseArgs } from 'node:util'
import type { AskResponse } from '../../src/ask/answer/answer.ts'
import type { Config } from '../../src/config/config.ts'
import { type Running, start } from '../support/start-service.ts'
import { type CommunityName, communities } from './communities.ts'
import { type Marked, mark, questionsOf, type SetName, setNames, sets } from './examination.ts'
import { missesText, summaryText } from './report.ts'

/** One service for each community. */
export async function examine(
  wanted: readonly SetName[],
  locales?: readonly string[],
  embed?: Config['embed'],
): Promise<Marked[]> {
  const marks: Marked[] = []
  for (const [community, some] of Map.groupBy(wanted, set => sets[set].community)) {
    const questions = some.flatMap(set => questionsOf(set).map(question => ({ set, question })))
    const asked = questions.filter(({ question }) => locales?.includes(question.locale) ?? true)
    marks.push(...(await examineCommunity(community, asked, embed)))
  }
  return marks
}

type Asked = { set: SetName; question: ReturnType<typeof questionsOf>[number] }

async function examineCommunity(
  community: CommunityName,
  asked: readonly Asked[],
  embed: Config['embed'],
): Promise<Marked[]> {
  const stops: (() => Promise<void>)[] = []
  const { config, ...options } = communities[community]()
  const service = await start(
    { after: stop => void stops.push(stop) },
    { ...options, config: { ...config, ...(embed && { embed }) } },
  )
  try {
    await service.prepare()
    const answers = async () => {
      const marks: Marked[] = []
      for (const { set, question } of asked)
        marks.push(mark(set, question, await answerTo(question, service, marks.length)))
      return marks
    }
    // The first questions only have the vectors of texts made.
    if (embed !== undefined) await answers()
    return await answers()
  } finally {
    for (const stop of stops) await stop()
  }
}

export async function answerTo(
  { id, q, prev }: { id: string; q: string; prev?: string[] },
  service: Pick<Running, 'web'>,
  n: number,
): Promise<AskResponse> {
  const reply = await service.web('/ask', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': addressOf(n) },
    body: JSON.stringify({ query: q, ...(prev ? { context: { prev } } : {}) }),
  })
  if (reply.status !== 200) throw new Error(`${id} was answered with ${reply.status}: ${reply.text}`)
  return reply.json() as AskResponse
}

/** Each question comes from another address, so that the limits, which facts speak of, can stay as they are. */
const addressOf = (n: number): string => `10.0.${n >> 8}.${n & 255}`

const usage = `npm run ask:score -- [options]

  --set NAME      ${setNames.join(', ')}; several are possible (default: all)
  --locale XX     only questions in this language; several are possible
  --misses        print the questions that were missed; default for sets that are not blind, if they are named
  --brief         print only the tables
  --embed URL     use this embeddings endpoint, such as http://localhost:11434/v1
  --embed-model M its model (default: all-minilm)
`

function readOptions() {
  const { values } = parseArgs({
    options: {
      locale: { type: 'string', multiple: true },
      set: { type: 'string', multiple: true },
      misses: { type: 'boolean', default: false },
      brief: { type: 'boolean', default: false },
      embed: { type: 'string' },
      'embed-model': { type: 'string', default: 'all-minilm' },
    },
  })
  const unknown = values.set?.find(name => !(name in sets))
  if (unknown !== undefined) throw new Error(`There is no set ${unknown}.`)
  return { ...values, set: values.set as SetName[] | undefined }
}

async function main(): Promise<void> {
  const { set: named, locale, misses, brief, embed: url, 'embed-model': model } = readOptions()
  const wanted = named ?? setNames
  const marks = await examine(wanted, locale, url === undefined ? undefined : { url, model, key: undefined })
  for (const set of wanted) {
    const some = marks.filter(one => one.set === set)
    const isListed = misses || (!brief && named !== undefined && !sets[set].blind)
    console.log(`${isListed ? `${missesText(some)}\n` : ''}${summaryText(set, some)}\n`)
  }
}

if (import.meta.main) {
  await main().catch(error => {
    console.error(`${(error as Error).message}\n\n${usage}`)
    process.exitCode = 2
  })
}
