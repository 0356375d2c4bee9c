// What an import reads from: compressed files and streams, and content that cannot be records.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createGzip, createZstdCompress, gzipSync, zstdCompressSync } from 'node:zlib'
import { openInput } from '../../src/records/transfer/input.ts'
import { lineSplitter } from '../../src/records/transfer/lines.ts'
import { community, counts, creator, fileOf, lines, none, nothing, scratchStore } from '../support/scratch-store.ts'
import { scratchFolder, start, until } from '../support/vitrine-process.ts'

const folder = scratchFolder()
const text = lines(community)
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function memoryInUse(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const compressions = { gzip: gzipSync, zstd: zstdCompressSync } as const

describe('compressed records', () => {
  for (const [name, compress] of Object.entries(compressions)) {
    test(`a file of several parts in ${name}, whatever its name`, async () => {
      const [one, other] = [scratchStore(folder), scratchStore(folder)]
      await one.load(text)
      const parts = community.map(record => compress(lines([record])))
      assert.deepEqual((await other.load(Buffer.concat(parts))).counts, { ...none, read: 8, created: 8 })
      assert.equal(await other.export(), await one.export())
    })

    test(`a stream in ${name}, committed as it comes`, async () => {
      const store = scratchStore(folder)
      const running = start(['import', '-'], store.env)
      const compressing = name === 'gzip' ? createGzip() : createZstdCompress()
      compressing.pipe(running.child.stdin)
      compressing.write(lines([creator('first')]))
      compressing.flush()
      await until('the first record is in the store', () => store.holds('"first"'))
      compressing.end(lines([creator('second')]))
      const result = await running.finished
      assert.equal(result.code, 0, result.stderr)
      assert.deepEqual(counts(result.stdout), { ...none, read: 2, created: 2 })
    })

    test(`a file in ${name} that is cut off or damaged is named, and nothing of it is applied`, async () => {
      const store = scratchStore(folder)
      const whole = compress(lines([...community, ...Array.from({ length: 500 }, (_, i) => creator(`maker-${i}`))]))
      const cutOff = new RegExp(`\\S+\\.ndjson is cut off: its ${name} data has no end\\. `)
      await assert.rejects(store.load(whole.subarray(0, -20)), cutOff)
      const damaged = Buffer.from(whole)
      damaged.fill(0xa5, whole.length >> 1, (whole.length >> 1) + 50)
      const unreadable = new RegExp(`\\S+\\.ndjson is damaged: its ${name} data cannot be read`)
      await assert.rejects(store.load(damaged), unreadable)
      assert.equal(await store.export(), nothing)
    })

    test(`a long line in ${name} takes no more memory than a short one`, async () => {
      const path = join(folder, `bomb.${name}`)
      const bytes = 1 << 27
      writeFileSync(path, compress(Buffer.alloc(bytes, 'x')))
      const input = await openInput(path)
      const splitter = lineSplitter()
      const before = memoryInUse()
      let read = 0
      let checked = 0
      for await (const part of input.chunks) {
        read += part.length
        assert.deepEqual(splitter.take(part), [])
        if (read - checked < 1 << 24) continue
        checked = read
        assert.ok(memoryInUse() - before < 1 << 23)
      }
      await input.close()
      assert.equal(read, bytes)
      assert.match(JSON.stringify(splitter.end()), /longer than/)
    })
  }

  test('what is compressed twice is rejected', async () => {
    const twice = openInput(fileOf(folder, gzipSync(gzipSync(text))))
    await assert.rejects(twice, /^Error: The content of \S+ is compressed twice\. Decompress it once\.$/)
  })
})

const bigEndian = (value: string) => Buffer.from(value, 'utf16le').swap16()
const wide = (value: string) =>
  Buffer.concat([...value].map(character => Buffer.from([character.charCodeAt(0), 0, 0, 0])))

describe('content that cannot be records is rejected with one message', () => {
  const database = () => {
    const store = scratchStore(folder)
    return store.load(text).then(() => readFileSync(store.path))
  }
  const cases: [what: string, content: () => Buffer | Promise<Buffer>, message: RegExp][] = [
    [
      'UTF-16, little-endian',
      () => Buffer.from(text, 'utf16le'),
      /is UTF-16LE text.*: iconv -f UTF-16LE -t UTF-8 \S+ > /,
    ],
    ['UTF-16, big-endian', () => bigEndian(text), /is UTF-16BE text.*: iconv -f UTF-16BE -t UTF-8 /],
    [
      'UTF-16 with a byte order mark',
      () => Buffer.from(`\ufeff${text}`, 'utf16le'),
      /is UTF-16 text.*: iconv -f UTF-16 /,
    ],
    ['big-endian with a byte order mark', () => bigEndian(`\ufeff${text}`), /is UTF-16 text.*: iconv -f UTF-16 -t/],
    ['UTF-32', () => wide('{"type":"tag"}'), /is UTF-32LE text.*: iconv -f UTF-32LE -t/],
    [
      'UTF-16 in gzip',
      () => gzipSync(Buffer.from(text, 'utf16le')),
      /content of \S+ is UTF-16LE.*: gzip -dc \S+ \| iconv/,
    ],
    ['a SQLite database', database, /is a SQLite database\. .*vitrine restore/],
    ['a zip archive', () => Buffer.from('PK\u0003\u0004\u0014\0\0\0', 'latin1'), /is a zip archive\. Extract it/],
    ['xz', () => Buffer.from('fd377a585a000004e6d6b446', 'hex'), /is compressed with xz\. Convert it: xz -dc \S+ > /],
    ['bzip2', () => Buffer.from('BZh91AY&SY'), /is compressed with bzip2\. Convert it: bzip2 -dc/],
    [
      'a picture',
      () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
      /is a binary file\. Import takes NDJSON/,
    ],
    [
      'a tar archive',
      () => execFileSync('tar', ['-cf', '-', '-C', folder, '.tarred']),
      /is a tar archive\. Extract it/,
    ],
    ['zeros', () => Buffer.alloc(10_000), /is a binary file/],
  ]
  writeFileSync(join(folder, '.tarred'), text)
  for (const [what, content, message] of cases) {
    test(what, async () => {
      const path = fileOf(folder, await content())
      await assert.rejects(openInput(path), error => {
        assert.match(String(error), message)
        assert.match(String(error), /^Error: (?:The content of )?\/\S+\.ndjson is [^\n]+$/)
        return true
      })
    })
  }

  test('by every way to import, before a store is made', async () => {
    const store = scratchStore(folder)
    for (const flags of [[], ['--skip-invalid'], ['--check']]) {
      const { code, stdout, stderr } = await store.import(Buffer.alloc(10_000), ...flags)
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, /^vitrine: \S+ is a binary file[^\n]+\n$/)
    }
    assert.equal(existsSync(store.path), false)
  })

  test('as a stream, too', async () => {
    const { code, stderr } = await scratchStore(folder).stream(Buffer.from(text, 'utf16le'))
    assert.equal(code, 1)
    const cure = 'Pipe it through iconv -f UTF-16LE -t UTF-8 first.'
    assert.equal(stderr, `vitrine: Standard input is UTF-16LE text, but records must be UTF-8. ${cure}\n`)
  })

  test('a byte of zero far into a file is a problem of its line only', async () => {
    const records = Array.from({ length: 2_000 }, (_, i) => creator(`maker-${i}`))
    const content = `${lines(records)}{"type":"tag\0"}\n${lines([creator('last')])}`
    const result = await scratchStore(folder).load(content, { skipInvalid: true })
    assert.deepEqual(result.counts, { ...none, read: 2_002, created: 2_001, rejected: 1 })
  })
})
