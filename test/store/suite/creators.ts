// Lists and searches of many creators.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type CreatorPosition,
  type CreatorQuery,
  creatorSorts,
  type Known,
  type Store,
} from '../../../src/store/store.ts'
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
  let known: Known | undefined
  do {
    const page = await store.creators({ ...query, after, known })
    const { items, next, total, totalIsExact } = page
    found.push(...items.map(({ record }) => record.handle))
    if (after === undefined) assert.ok(totalIsExact || total >= Math.min(items.length, query.limit))
    after = next ?? undefined
    known = page
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
          for (const q of ['common', 'c', 'common rare', 'common name1', 'common name699', 'cmomon', 'comon raer9']) {
            const query = { sort, q, limit: 48 }
            const expected = answers.creators(query).rows.map(({ record }) => record.handle)
            assert.deepEqual(await everyPage(twins.store, query), expected, `${sort} ${q}`)
          }
        }
      } finally {
        await twins.close()
      }
    })

    test('the nearest spelling, in any script', async () => {
      const twins = await openTwins(open)
      const names = [
        'Schmidt',
        'Schmitt',
        'Schmitt',
        'Алексей',
        'Αλέξανδρος',
        'अनुराधा',
        'Jonathan',
        'Ann Lee',
        '田中太郎',
        'Jo',
      ]
      const people = names.map((displayName, i) => creator(`h${i}`, { displayName }))
      const searched = async (q: string) => {
        const { match, searched, suggestions, items } = await twins.store.creators({ sort: 'relevance', q, limit: 9 })
        return [match, searched, suggestions, items.length]
      }
      try {
        await twins.importUnnoticed(people)
        const typos = [
          'schmiddt',
          'scmitt',
          'алекей',
          'алекесий',
          'αλεξαδρος',
          'अनुराधाा',
          'jonatahn',
          'jnathon',
          'leeann',
          'jon',
        ]
        await expectCreators(
          twins.store,
          answersOf(twins.model(), addresses),
          [...typos, '田中次郎', 'jx', 'an lee'],
          1,
        )
        assert.deepEqual(await searched('schmiddt'), ['corrected', 'schmidt', [], 1])
        assert.deepEqual(await searched('schmizt'), ['corrected', 'schmitt', [{ q: 'schmidt', total: 1 }], 2])
        assert.deepEqual(await searched('алекесий'), ['corrected', 'алексеи', [], 1])
        assert.deepEqual(await searched('ann lee'), ['all', 'ann lee', [], 1])
        assert.deepEqual(await searched('leeann'), ['corrected', 'lee ann', [], 1])
        assert.deepEqual(await searched('schmidt lee'), [null, null, [], 0])
        const strict = await twins.store.creators({ sort: 'relevance', q: 'schmiddt', limit: 9, isStrict: true })
        assert.deepEqual([strict.match, strict.items], [null, []])
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
        await expectNames('cy', 'cyril', 'ciril', 'miller')
        await twins.importUnnoticed([remove('creator', { handle: 'ann' })])
        await expectNames('ann', 'anm', 'miller', 'milelr')
        await twins.writable.reindex({ when: 'always', now: Date.now })
        await expectNames('ann', 'miller', 'smith', 'cyril', 'rob', 'millre', 'smiht', 'roberto')
      } finally {
        await twins.close()
      }
    })
  })
}
