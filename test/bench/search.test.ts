// The evaluation of search quality: its queries are consistent, and scores are what the definition of nDCG says.
import assert from 'node:assert/strict'
import test from 'node:test'
import { communityNames, type Document, type SearchCommunity } from '../../bench/search/community.ts'
import { fts5Ranking } from '../../bench/search/fts5.ts'
import { type Judgements, type Query, queriesOf, type Rankings, readJson } from '../../bench/search/queries.ts'
import { firstIsTarget, sameAsCorrect, scoreOf } from '../../bench/search/score.ts'
import { trigramRanking } from '../../bench/search/trigrams.ts'

const queries = communityNames.flatMap(queriesOf)

/** Edit distance with swapped neighbours as one edit. */
function editsBetween(a: string, b: string): number {
  const [from, to] = [[...a], [...b]]
  const rows = [...from, ''].map((_, i) => [i, ...to.map((_, j) => (i === 0 ? j + 1 : 0))])
  for (let i = 1; i <= from.length; i++) {
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1
      const swapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1] ? rows[i - 2]![j - 2]! + 1 : Infinity
      rows[i]![j] = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, rows[i - 1]![j - 1]! + same, swapped)
    }
  }
  return rows[from.length]![to.length]!
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')

test('a query with a typo has one, and joined or split words have the same letters', () => {
  assert.equal(new Set(queries.map(({ id }) => id)).size, queries.length)
  for (const { id, type, text, correct } of queries) {
    assert.equal(correct !== undefined, type === 'typo' || type === 'split', id)
    if (type === 'typo') assert.equal(editsBetween(text, correct!), 1, id)
    if (type === 'split') assert.equal(plain(text), plain(correct!), id)
  }
  const share = (type: Query['type']): number => queries.filter(query => query.type === type).length / queries.length
  assert.ok(share('typo') <= 0.15)
  assert.ok(share('split') <= 0.1)
})

test('the kept ranking and the judgements belong to the queries', () => {
  const ids = queries.map(({ id }) => id)
  assert.deepEqual(Object.keys(readJson<Rankings>('before.json').lists).sort(), ids.toSorted())
  for (const [id, grades] of Object.entries(readJson<Judgements>('judgements.json'))) {
    assert.ok(ids.includes(id), id)
    for (const grade of Object.values(grades)) assert.ok([0, 1, 2, 3].includes(grade), id)
  }
})

const query = (id: string, more: Partial<Query> = {}): Query => ({
  ...{ id, community: 'demo', text: id, locale: 'en', type: 'topic', intent: '' },
  ...more,
})

test('nDCG compares with the best order of all judged results', () => {
  const judgements = { a: { 'x/1': 3, 'x/2': 0, 'x/3': 1 }, none: { 'x/1': 0 } }
  const score = (list: string[]) => scoreOf([query('a')], { lists: { a: list }, correct: {} }, judgements)
  assert.equal(score(['x/1', 'x/3']).ndcg, 1)
  assert.equal(score(['x/2']).ndcg, 0)
  const ideal = 7 + 1 / Math.log2(3)
  assert.equal(score(['x/2', 'x/1']).ndcg, 7 / Math.log2(3) / ideal)
  assert.deepEqual(score(['x/9', 'x/1', 'x/3']).unjudged, 1)
  assert.equal(scoreOf([query('none')], { lists: { none: ['x/1'] }, correct: {} }, judgements).ndcg, undefined)
})

test('names count when they come first, typos when they find what the correct text finds', () => {
  const all = [
    query('name', { type: 'name', target: 'x/1' }),
    query('person', { type: 'creator', target: 'x' }),
    query('other', { type: 'creator', target: 'y' }),
    query('typo', { type: 'typo', correct: 'type' }),
    query('empty', { type: 'typo', correct: 'full' }),
  ]
  const lists = { name: ['x/1'], person: ['x/2'], other: ['x/2', 'y/1'], typo: ['x/1', 'x/2'], empty: [] }
  const rankings = { lists, correct: { typo: ['x/1', 'x/2'], empty: [] } }
  assert.equal(firstIsTarget(all, rankings), '2 of 3')
  assert.equal(sameAsCorrect(all, 'typo', rankings), '1 of 2')
})

const document = (id: string, title: string, summary: string): Document => ({
  ...{ id, title, summary, creator: 'Zoë Lund', tags: ['water', 'Water'], views: 1 },
})
const community: SearchCommunity = {
  name: 'demo',
  store: '',
  documents: () => [
    document('z/1', 'Bottle', 'A log of water "and" tea'),
    document('z/2', 'Water Log', 'Count glasses'),
    document('z/3', 'X-11 Notes', 'Write things down'),
  ],
}

test('FTS5 requires all words, completes the last and understands any text', async () => {
  const search = fts5Ranking(community)
  assert.deepEqual(await search('water lo', 'en'), ['z/2', 'z/1'])
  assert.deepEqual(await search('zoe lund x-11', 'en'), ['z/3'])
  assert.deepEqual(await search('"and" OR* (', 'en'), [])
  assert.deepEqual(await search('?!', 'en'), [])
  assert.deepEqual(await fts5Ranking(community, false)('counting nothing', 'en'), ['z/2'])
})

test('similar letters find misspelled words', async () => {
  assert.equal((await trigramRanking(community)('botle', 'en'))[0], 'z/1')
})
