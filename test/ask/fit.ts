// node test/ask/fit.ts [name…]: fits the parameters of ask on the questions that are not blind. Coordinate search: each value
// is moved up and down by a step; what scores better is kept. Prints the values that changed, to be written into the table.
import { parameters } from '../../src/ask/decide/parameters.ts'
import { type Running, start } from '../support/start-service.ts'
import { communities } from './communities.ts'
import { mark, questionsOf, type SetName } from './examination.ts'
import { askOwnPages, ownPages } from './own-pages.ts'
import { answerTo } from './score.ts'

/** How much the share of correct answers of a set counts. */
const importance: Partial<Record<SetName, number>> = { development: 3, questions: 1, second: 1 }
const pagesImportance = { asked: 1, open: 0.5 }
/** Relative to the value. */
const steps = [0.1, -0.1]
/** A change must be worth about one question. */
const minGain = 0.001

/** Each question comes from another address because of the rate limits. */
let asked = 0

type Name = keyof typeof parameters

async function scoreOf(demo: Running, pages: Running): Promise<number> {
  let sum = 0
  let all = 0
  for (const [set, weight] of Object.entries(importance) as [SetName, number][]) {
    const questions = questionsOf(set)
    let correct = 0
    for (const question of questions)
      if (mark(set, question, await answerTo(question, demo, asked++ & 65535)).mark === 'correct') correct++
    sum += (weight * correct) / questions.length
    all += weight
  }
  const own = await askOwnPages(pages)
  for (const [name, weight] of Object.entries(pagesImportance) as ['asked' | 'open', number][]) {
    sum += (weight * own[name].filter(({ isCorrect }) => isCorrect).length) / own[name].length
    all += weight
  }
  return sum / all
}

async function fit(names: readonly Name[], score: () => Promise<number>): Promise<void> {
  let best = await score()
  console.log(`before: ${best.toFixed(4)}`)
  for (const name of names) {
    for (const step of steps) {
      const before = parameters[name]
      parameters[name] = Number((before * (1 + step)).toFixed(4))
      const found = await score()
      if (found > best + minGain) {
        console.log(`${name}: ${parameters[name]} instead of ${before}, score ${found.toFixed(4)}`)
        best = found
        break
      }
      parameters[name] = before
    }
  }
  console.log(`after: ${best.toFixed(4)}`)
}

const stops: (() => Promise<void>)[] = []
const scope = { after: (stop: () => Promise<void>) => void stops.push(stop) }
const demo = await start(scope, communities.demo())
const pages = await start(scope, ownPages())
await demo.prepare()
const named = process.argv.slice(2) as Name[]
await fit(named.length > 0 ? named : (Object.keys(parameters) as Name[]), () => scoreOf(demo, pages))
for (const stop of stops) await stop()
