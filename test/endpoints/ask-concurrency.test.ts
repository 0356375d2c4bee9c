// Preparing to answer questions takes long, and everybody else is served meanwhile: it hands over again and again.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { makeAddresses } from '../../src/addresses.ts'
import { loadMind } from '../../src/ask/ask-index.ts'
import { latinLanguages } from '../../src/ask/parse/language.ts'
import type { Fact } from '../../src/ask/retrieve/facts.ts'
import { makeTurns } from '../../src/ask/yield-slices.ts'
import { readConfig } from '../../src/config/config.ts'
import { tablesOf } from '../../src/discovery/self-description.ts'
import { foldersOf } from '../../src/knowledge/folders.ts'

const addresses = makeAddresses('https://api.example.org', 'https://example.org')
const tables = tablesOf({ ...readConfig({}), addresses })

/** Goes on by one with every look. */
function slowClock() {
  let time = 0
  return () => time++
}

/** How often the event loop comes round while something is done. */
async function roundsDuring<T>(work: () => Promise<T>): Promise<{ rounds: number; made: T }> {
  let rounds = 0
  let isOver = false
  const count = () => {
    rounds++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const made = await work()
  isOver = true
  return { rounds, made }
}

const askedIn = (facts: readonly Fact[], locale: string): number =>
  facts.reduce((sum, { ask }) => sum + (ask.get(locale)?.length ?? 0), 0)

const phrasesIn = (locale: string): number =>
  readFileSync(new URL(`../../knowledge/${locale}/words.txt`, import.meta.url), 'utf8').split(',').length

test('a turn lasts as long as it may, then everybody else has one', async () => {
  let time = 0
  const turn = makeTurns({ lastsMs: 8, now: () => time })
  await turn()
  assert.equal(turn(), undefined)
  time = 7.9
  assert.equal(turn(), undefined)
  time = 8
  const { rounds } = await roundsDuring(async () => await turn())
  assert.equal(rounds, 1)
  assert.equal(turn(), undefined)
})

test('whoever prepares at the same time shares the turns', async () => {
  const now = slowClock()
  const turn = makeTurns({ lastsMs: 8, now })
  let looks = 0
  const work = async () => {
    for (let i = 0; i < 400; i++) {
      looks++
      await turn()
    }
  }
  const { rounds } = await roundsDuring(async () => void (await Promise.all([work(), work(), work()])))
  assert.equal(looks, 1200)
  // With turns of their own, all three would look nine times in each round.
  assert.ok(rounds > looks / (3 * 9 - 8), `${rounds}`)
})

test('all that is prepared for questions is done in turns, one language like the other', async () => {
  const every = 4
  const takeTurns = makeTurns({ lastsMs: every, now: slowClock() })
  let looks = 0
  const turn = () => {
    looks++
    return takeTurns()
  }
  const { rounds, made: mind } = await roundsDuring(() => loadMind(tables, foldersOf(), turn))
  const { facts, understanding } = mind
  // The phrases of six languages are read. English texts are learned and looked through for names, and the facts of every
  // language are walked over; without turns in any of these walks there are fewer looks than this.
  const phrases = latinLanguages.reduce((sum, locale) => sum + phrasesIn(locale), 0)
  const texts = askedIn(facts, 'en') + facts.length * latinLanguages.length
  assert.ok(looks > phrases + 2 * texts, `${looks} for ${texts} texts and ${phrases} phrases`)
  assert.ok(rounds > looks / (every + 1), `${rounds} for ${looks}`)
  for (const locale of ['en', 'ja', 'ar', 'fr']) {
    const asked = askedIn(facts, locale)
    const { rounds: more } = await roundsDuring(() => understanding.matching(locale))
    // Its questions are read, then laid out twice; the weights are another walk over the facts.
    assert.ok(more > asked / (every + 1), `${locale}: ${more} of ${asked}`)
  }
})
