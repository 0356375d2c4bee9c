import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseMapping } from '../../../src/records/sync/mapping.ts'
import { problemText } from '../../../src/site/problem.ts'

const creator = { query: 'select 1' }
/** As it is written in the file. */
const variable = (name: string) => `$\{${name}}`
const parse = (document: object | string, env = {}) =>
  parseMapping('sync.json', typeof document === 'string' ? document : JSON.stringify(document, null, 1), env)
const problemsOf = (document: object | string, env = {}) => {
  const result = parse(document, env)
  return 'problems' in result ? result.problems.map(problemText).join('\n') : ''
}
function valid(document: object, env = {}) {
  const result = parse(document, env)
  if ('problems' in result) throw new Error(problemsOf(document, env))
  return result
}

describe('a mapping of sync', () => {
  test('has defaults, and its durations have units', () => {
    const { everyMs, reconcileMs } = valid({ source: 'sqlite:a.db', creator })
    assert.deepEqual([everyMs, reconcileMs], [10_000, 3_600_000])
    const other = valid({ source: 'sqlite:a.db', creator, every: '250ms', reconcile: '2d' })
    assert.deepEqual([other.everyMs, other.reconcileMs], [250, 172_800_000])
  })

  test('queries may have several lines, an end and comments', () => {
    const { queries } = valid({ source: 'sqlite:a.db', creator: { query: ['select 1 -- one', 'from x; '] } })
    assert.equal(queries[0]!.sql, 'select 1 -- one\nfrom x')
    assert.equal(problemsOf('{ // a comment\n "source": "sqlite:a.db", "creator": { "query": "x" }, }'), '')
  })

  test('reports all problems with their places', () => {
    const text = problemsOf({ sorce: 'x', creator: { query: 'x', changd: 'y' }, every: '10', listen: 'a b' })
    assert.match(text, /sync\.json:2:2: sorce is not a known key. Did you mean source\?/)
    assert.match(text, /sync\.json:5:3: creator.changd is not a known key. Did you mean changed\?/)
    assert.match(text, /every must be a duration such as 10s/)
    assert.match(text, /listen must be the name of a PostgreSQL channel/)
    assert.match(text, /source is missing/)
    assert.match(problemsOf('{"source": '), /sync\.json:1:\d+: is not JSON/)
    assert.match(problemsOf({ source: 'sqlite:a.db' }), /No query/)
    assert.match(problemsOf({ source: 'oracle://secret@x', creator }), /source must be postgres/)
    assert.doesNotMatch(problemsOf({ source: 'oracle://secret@x', creator }), /secret/)
    assert.match(problemsOf({ source: 'sqlite:a.db', creator, listen: 'x' }), /listen needs a PostgreSQL source/)
  })

  test('takes secrets from the environment and escapes them in front of the host', () => {
    const env = { PASSWORD: 'a@b/c', HOST: 'db:5433', URL: 'postgres://u:p%40@h/d' }
    assert.equal(valid({ source: `postgres://u:${variable('PASSWORD')}@${variable('HOST')}/d`, creator }, env).source, 'postgres://u:a%40b%2Fc@db:5433/d') // biome-ignore format: one line reads better
    assert.equal(valid({ source: variable('URL'), creator }, env).source, env.URL)
    assert.match(
      problemsOf({ source: `postgres://u:${variable('OTHER')}@h/d`, creator }),
      /The environment variable OTHER is not set/,
    )
  })
})
