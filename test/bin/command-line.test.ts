import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, test } from 'node:test'
import { commands } from '../../bin/commands.ts'
import { progressBar } from '../../bin/progress-bar.ts'
import { settings } from '../../src/config/config.ts'
import { operations } from '../../src/operations/index.ts'
import { scratchFolder, start, vitrine } from '../support/vitrine-process.ts'
import { refused } from './refused.ts'

const folder = scratchFolder()
const store = { VITRINE_STORE: join(folder, 'store.db') }

const at = '2026-01-05T10:00:00Z'
const records = [
  { type: 'creator', handle: 'mira', displayName: 'Mira Sol', joinedAt: at },
  ...Array.from({ length: 300 }, (_, i) => ({
    type: 'creation',
    handle: 'mira',
    slug: `app-${i}`,
    title: `App ${i}`,
    featured: i === 7,
    description: 'A text that takes some room. '.repeat(30),
    publishedAt: at,
  })),
]
const filled = vitrine(['import', '-'], store, records.map(record => `${JSON.stringify(record)}\n`).join(''))

describe('help', { concurrency: 2 }, () => {
  test('lists every command', async () => {
    for (const args of [[], ['--help']]) {
      const { code, stdout, stderr } = await vitrine(args)
      assert.deepEqual([code, stderr], [0, ''])
      for (const { name, summary } of commands) assert.ok(stdout.includes(`  ${name.padEnd(12)}${summary}`))
    }
  })

  test('explains a command and an operation, and lists the operations', async () => {
    assert.match((await vitrine(['import', '--help'])).stdout, /Usage: vitrine import.*--skip-invalid/s)
    const { name, fields } = operations[0]!
    const { stdout } = await vitrine(['call', name, '--help'])
    for (const field of fields) assert.ok(stdout.includes(`--${field.name}`))
    const list = (await vitrine(['call'])).stdout
    for (const { name, summary } of operations) assert.ok(list.includes(name) && list.includes(summary))
  })

  test('--version is the version of the package', async () => {
    const { default: manifest } = await import('../../package.json', { with: { type: 'json' } })
    assert.equal((await vitrine(['--version'])).stdout, `vitrine ${manifest.version}\n`)
  })
})

describe('mistakes', { concurrency: 2 }, () => {
  const cases: [args: string[], message: RegExp][] = [
    [['import'], /import needs a file, or - for standard input\./],
    [['import', 'a', 'b'], /import does not know what to do with "b"\./],
    [['import', 'a', '--skip-invlaid'], /import has no flag --skip-invlaid\. Did you mean --skip-invalid\?/],
    [['import', 'a', '--skip-invalid=yes'], /--skip-invalid takes no value\./],
    [['export', '--zip'], /export has no flag --zip\. See vitrine export --help\./],
    [['seed', '--creations'], /--creations needs a value\./],
    [['seed', '--creations', '0'], /--creations must be a whole number from 1 to 10000000\./],
    [['seed', '--creations', '1e6'], /--creations must be a whole number/],
    [['config', '-x'], /config has no flag -x\./],
    [['call', 'get_comunity_feed'], /There is no operation get_comunity_feed\. Did you mean get_community_feed\?/],
    [
      ['call', 'get_community_feed', '--lmit', '3'],
      /call get_community_feed has no flag --lmit\. Did you mean --limit\?/,
    ],
  ]
  for (const [args, message] of cases) test(`vitrine ${args.join(' ')}`, () => refused(args, message, 2))

  test('a command that does not exist', async () => {
    const { code, stdout, stderr } = await vitrine(['imprt', 'x'], store)
    assert.deepEqual([code, stdout], [2, ''])
    assert.equal(stderr, 'vitrine: There is no command imprt. Did you mean import?\n')
    assert.match((await vitrine(['help', 'zzzzzz'])).stderr, /There is no command zzzzzz\. See vitrine help\./)
  })

  test('an unknown setting or a bad value stops every command that uses settings', async () => {
    const env = { ...store, VITRINE_LIMIT_READS: '5', VITRINE_DEMO: 'maybe' }
    for (const args of [['serve'], ['import', '-'], ['call', 'get_popular_tags']]) {
      const { code, stdout, stderr } = await vitrine(args, env)
      assert.deepEqual([args[0], code, stdout], [args[0], 2, ''])
      assert.match(stderr, /VITRINE_LIMIT_READS is not a setting\. Did you mean VITRINE_LIMIT_READ\?/)
      assert.match(stderr, /VITRINE_DEMO must be on or off/)
      assert.doesNotMatch(stderr, /^ {4}at /m)
    }
  })

  test('errors come without a stack, unless it is asked for', async () => {
    const args = ['export', join(folder, 'nowhere', 'x.ndjson')]
    await filled
    const plain = await vitrine(args, store)
    assert.equal(plain.code, 1)
    assert.match(plain.stderr, /^vitrine: .*nowhere/)
    assert.doesNotMatch(plain.stderr, /^ {4}at /m)
    assert.match((await vitrine(args, { ...store, VITRINE_LOG_LEVEL: 'debug' })).stderr, /^ {4}at /m)
  })

  test('a store that cannot be opened is named', async () => {
    const broken = join(folder, 'broken.db')
    writeFileSync(broken, 'This is no database. '.repeat(100))
    const { code, stderr } = await vitrine(['export'], { VITRINE_STORE: broken })
    assert.equal(code, 1)
    assert.match(stderr, /^vitrine: Cannot open the store .*broken\.db: /)
  })
})

describe('config', { concurrency: 2 }, () => {
  test('shows every setting, its value and where that is from', async () => {
    const env = { ...store, VITRINE_CURSOR_SECRET: 'a secret of some length' }
    const { code, stdout } = await vitrine(['config'], env)
    assert.equal(code, 0)
    for (const { name, meaning } of Object.values(settings)) {
      assert.ok(stdout.split('\n').some(line => line.startsWith(name) && line.endsWith(meaning)))
    }
    assert.match(stdout, /^VITRINE_STORE +\S+store\.db +environment/m)
    assert.match(stdout, /^VITRINE_LISTEN +- +default/m)
    assert.doesNotMatch(stdout, /some length/)
    const rows = JSON.parse((await vitrine(['config', '--json'], env)).stdout) as { name: string }[]
    assert.equal(rows.length, Object.keys(settings).length)
  })

  test('shows bad values too, and says what is wrong with them', async () => {
    const { code, stdout, stderr } = await vitrine(['config'], { VITRINE_CACHE_MB: 'lots' })
    assert.equal(code, 2)
    assert.match(stdout, /^VITRINE_CACHE_MB +lots +environment/m)
    assert.match(stderr, /VITRINE_CACHE_MB must be a whole number/)
  })
})

describe('call', { concurrency: 2 }, () => {
  test('prints the payload as JSON', async () => {
    await filled
    const feed = await vitrine(['call', 'get_community_feed', '--limit', '2', '--sort=recent'], store)
    const page = JSON.parse(feed.stdout)
    assert.deepEqual([page.items.length, page.total, page.pagination.sort], [2, 300, 'recent'])
    const next = await vitrine(
      ['call', 'get_community_feed', '--limit', '2', '--sort=recent', '--cursor', page.next_cursor],
      store,
    )
    assert.equal(JSON.parse(next.stdout).items.length, 2)
    const profile = await vitrine(['call', 'get_creator_profile', '--handle', 'MIRA'], store)
    assert.equal(JSON.parse(profile.stdout).profile.displayName, 'Mira Sol')
  })

  test('a switch needs no value', async () => {
    await filled
    const cases: [args: string[], total: number][] = [
      [['--featuredOnly', '--limit', '5'], 1],
      [['--featuredOnly', 'false'], 300],
    ]
    for (const [args, total] of cases) {
      const { stdout } = await vitrine(['call', 'get_community_feed', ...args], store)
      assert.equal(JSON.parse(stdout).total, total)
    }
  })

  test('what the operation refuses is told in its words', async () => {
    await filled
    const limit = await vitrine(['call', 'get_community_feed', '--limit', '0'], store)
    assert.deepEqual([limit.code, limit.stdout], [1, ''])
    assert.match(limit.stderr, /^vitrine: limit must be a whole number from 1 to 48\.$/m)
    const unknown = await vitrine(['call', 'get_creator_profile', '--handle', 'nobody'], store)
    assert.equal(unknown.code, 1)
    assert.match(unknown.stderr, /nobody/)
  })
})

test('openapi prints the description, with the configured addresses', async () => {
  const { stdout } = await vitrine(['openapi'], { VITRINE_BASE_URL: 'https://api.example.com' })
  assert.equal(JSON.parse(stdout).servers[0].url, 'https://api.example.com')
})

describe('pipes and terminals', () => {
  test('a reader that stops early is no error', async () => {
    await filled
    const running = start(['export'], store)
    running.child.stdout.once('data', () => running.child.stdout.destroy())
    const { code, stderr } = await running.finished
    assert.deepEqual([code, stderr], [0, ''])
  })

  const terminal = () => {
    const stream = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true })
    return { stream: stream as unknown as NodeJS.WriteStream, text: () => (stream.read() ?? '') as string }
  }

  test('progress is drawn on a terminal and cleared, and notes stay', () => {
    const { stream, text } = terminal()
    const bar = progressBar(stream)
    bar.update('reading', 50, 100)
    assert.match(text(), /^\r\u001b\[Kreading {2}█{15}░{15} {2}50 %$/)
    bar.note('line 3: \u001b[2Jbad')
    assert.equal(text(), '\r\u001b[Kline 3: ?[2Jbad\n')
    bar.clear()
    assert.equal(text(), '')
  })
})
