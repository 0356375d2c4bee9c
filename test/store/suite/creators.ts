// Lists and searches of many creators.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type CreatorPosition, type CreatorQuery, creatorSorts, type Store } from '../../../src/store/store.ts'
import { answersOf } from '../../support/model/answers.ts'
import { expectCreators } from './comparison.ts'
import { addresses, type OpenStore, openTwins } from './harness.ts'
import { creation, creator, follow, remove } from './sample.ts'

/** More than have a word in common for it to count as rare. */
const many = 2800
const handleOf = (i: number) => `p${String(i).padStart(4, '0')}`
const nameOf = (i: number) => {
  if (i % 400 === 7) return 'Common'
  return i % 9 === 0 ? `Common Rare${i % 18}` : `Common Name${i % 700}`
}

async function everyPage(store: Store, query: Omit<CreatorQuery, 'after'>) {
  const found: string[] = []
  let after: CreatorPosition | undefined
  do {
    const { items, next, total, totalIsExact } = await store.creators({ ...query, after })
    found.push(...items.map(({ record }) => record.handle))
    if (after === undefined) assert.ok(totalIsExact || total >= Math.min(items.length, query.limit))
    after = next ?? undefined
  } while (after)
  return found
}

export function creatorTests(open: OpenStore): void {
  describe('creators', () => {
    test('a search for frequent words pages through all of them', async () => {
      const twins = await openTwins(open)
      const people = Array.from({ length: many }, (_, i) =>
        creator(handleOf(i), {
          displayName: nameOf(i),
          joinedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, (i * 7919) % 500)).toISOString(),
        }),
      )
      const follows = people
        .slice(1, 200)
        .map(({ handle }, i) => follow(handleOf(0), i % 3 === 0 ? handle : handleOf(1 + (i % 50))))
      try {
        await twins.importUnnoticed([...people, ...follows.filter((_, i) => i % 3 === 0)])
        const answers = answersOf(twins.model(), addresses)
        for (const sort of [...creatorSorts, 'relevance'] as const) {
          for (const q of ['common', 'c', 'common rare', 'common name1', 'common name699']) {
            const query = { sort, q, limit: 48 }
            const expected = answers.creators(query).map(({ record }) => record.handle)
            assert.deepEqual(await everyPage(twins.store, query), expected, `${sort} ${q}`)
          }
        }
      } finally {
        await twins.close()
      }
    })

    test('the longest names', async () => {
      const twins = await openTwins(open)
      const rare = Array.from({ length: 80 }, (_, i) => String.fromCodePoint(0x20000 + i * 37)).join('')
      const people = ['\ufdfa', '\u3300', '\ua4d0 '].map((part, i) =>
        creator(`${i}-${'x-'.repeat(30)}y`, { displayName: part.repeat(80).slice(0, 80) }),
      )
      try {
        await twins.importUnnoticed([...people, creator('z'.repeat(63), { displayName: rare })])
        const answers = answersOf(twins.model(), addresses)
        await expectCreators(twins.store, answers, ['z'.repeat(63), rare, [...rare].slice(3, 5).join(''), 'x y'], 3)
      } finally {
        await twins.close()
      }
    })

    test('words follow what happens to creators', async () => {
      const twins = await openTwins(open)
      const expectNames = (...names: string[]) =>
        expectCreators(twins.store, answersOf(twins.model(), addresses), names, 2)
      try {
        const people = ['ann', 'bob', 'cy'].map(name => creator(name, { displayName: `${name} Miller` }))
        await twins.importUnnoticed([...people, creation('ann', 'a'), creation('ann', 'b'), creation('cy', 'c')])
        await expectNames('miller', 'ann', 'mil')
        await twins.importUnnoticed([creator('bob', { displayName: 'Robert Smith' }), follow('cy', 'bob')])
        await expectNames('miller', 'smith', 'robert', 'bob')
        await twins.importUnnoticed([{ type: 'rename', of: 'creator', from: 'cy', to: 'cyril' }])
        await expectNames('cy', 'cyril', 'miller')
        await twins.importUnnoticed([remove('creator', { handle: 'ann' })])
        await expectNames('ann', 'miller')
        await twins.writable.reindex({ when: 'always', now: Date.now })
        await expectNames('ann', 'miller', 'smith', 'cyril', 'rob')
      } finally {
        await twins.close()
      }
    })
  })
}
