import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { at, community, creation, lines, none, scratchStore } from '../support/scratch-store.ts'
import { program, scratchFolder, start, vitrine } from '../support/vitrine-process.ts'

const folder = scratchFolder()

describe('exporting', { concurrency: 2 }, () => {
  test('export, import, export is identical, byte for byte', async () => {
    const [one, other] = [scratchStore(folder), scratchStore(folder)]
    const odd = [
      creation('mira', 'odd', {
        title: 'Quotes " and \\ and / and <b>',
        description: 'línea\n\t二行目\u2028 👩‍🚀',
        locale: 'pt-br',
        translations: { zh: { summary: '好' }, AR: { title: 'ماء' } },
        tags: ['b', 'A'],
        screenshots: ['/a.png', 'https://example.com/ü.png'],
        openUrl: 'https://example.com/ü',
        links: [{ url: 'https://example.com', label: 'A', rel: 'docs' }],
        license: 'GPL-3.0-only',
        version: '1.0 “final”',
        platforms: ['b', 'a', 'b'],
        stats: { views: Number.MAX_SAFE_INTEGER, likes: 1 },
        visibility: 'private',
        publishedAt: '2026-01-05T10:00:00.25+05:30',
      }),
      { type: 'score', handle: 'mira', slug: 'odd', player: 'ann', score: 0.1, achievedAt: at },
      { type: 'score', handle: 'mira', slug: 'odd', player: 'mira', score: 1e21, achievedAt: at },
    ]
    await one.load(lines([...community, ...odd]))
    const file = join(folder, 'export.ndjson')
    assert.equal((await vitrine(['export', file], one.env)).code, 0)
    const text = readFileSync(file, 'utf8')
    assert.equal(text, (await vitrine(['export'], one.env)).stdout)
    await other.load(text)
    assert.equal(await other.export(), text)
    const printed = text.trimEnd().split('\n')
    assert.deepEqual(JSON.parse(printed[0]!), { type: 'begin', format: 1 })
    assert.deepEqual(JSON.parse(printed.at(-1)!), { type: 'end', records: printed.length - 2 })
    assert.deepEqual((await one.load(text)).counts, { ...none, read: 11, unchanged: 11 })
  })

  test('leaves nothing unfinished behind when the file cannot be put in place', async () => {
    const store = scratchStore(folder)
    await store.load(lines(community))
    const place = join(folder, 'place')
    mkdirSync(join(place, 'taken', 'by a folder'), { recursive: true })
    const result = await vitrine(['export', join(place, 'taken')], store.env)
    assert.equal(result.code, 1)
    assert.match(result.stderr, /taken/)
    assert.deepEqual(readdirSync(place), ['taken'])
  })

  test('a device is written to and not replaced, and a full disk is told with the name of the file', async () => {
    const store = scratchStore(folder)
    const description = 'x'.repeat(10_000)
    const large = Array.from({ length: 20 }, (_, i) => creation('mira', `large-${i}`, { description }))
    await store.load(lines([...community, ...large]))
    const full = await vitrine(['export', '/dev/full'], store.env)
    assert.equal(full.stderr, 'vitrine: Cannot write /dev/full: the disk is full.\n')
    assert.equal(full.code, 1)
    assert.ok(statSync('/dev/full').isCharacterDevice())
    const output = start(['-c', `exec ${process.execPath} ${program} export > /dev/full`], store.env, ['sh'])
    const { code, stderr } = await output.finished
    assert.deepEqual([code, stderr], [1, 'vitrine: Cannot write to standard output: the disk is full.\n'])
    const limited = start(['--fsize=65536', process.execPath, program, 'export', join(folder, 'large')], store.env, [
      'prlimit',
    ])
    const stopped = await limited.finished
    assert.equal(stopped.code, 1)
    assert.match(stopped.stderr, /^vitrine: Cannot write \S+large: the file would become larger than allowed\.$/m)
    assert.deepEqual(
      readdirSync(folder).filter(name => name.startsWith('large')),
      [],
    )
  })

  test('a store that is not there is told so, and not made', async () => {
    const store = scratchStore(folder)
    const result = await vitrine(['export'], store.env)
    assert.equal(result.code, 1)
    assert.match(result.stderr, /There is no store at/)
    assert.equal(existsSync(store.path), false)
  })
})
