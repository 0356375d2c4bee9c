// Recognizes the format of an input by its first bytes. Other formats than NDJSON are rejected with one message that says how
// to convert them, instead of one message for each line.

import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { lazily } from '../../util/lazily.ts'

export type Compression = 'gzip' | 'zstd'

/** `name` is used in messages; `path` is absent for a stream. */
export type Source = { name: string; path?: string; compression?: Compression }

const bytes = (hex: string) => Buffer.from(hex, 'hex')

type Signature = { start: Buffer; at?: number }

const compressed: (Signature & { compression: Compression })[] = [
  { start: bytes('1f8b'), compression: 'gzip' },
  { start: bytes('28b52ffd'), compression: 'zstd' },
  // A skippable frame, with which pzstd begins.
  { start: bytes('502a4d18'), compression: 'zstd' },
]

/** `tool` prints the content of a file given as argument, or of standard input. */
const rejected: (Signature & { is: string; tool?: string; advice?: string })[] = [
  { start: bytes('fd377a585a00'), is: 'compressed with xz', tool: 'xz -dc' },
  { start: Buffer.from('BZh'), is: 'compressed with bzip2', tool: 'bzip2 -dc' },
  { start: bytes('04224d18'), is: 'compressed with lz4', tool: 'lz4 -dc' },
  { start: bytes('504b0304'), is: 'a zip archive', advice: 'Extract it, and import the files with records in it.' },
  { start: bytes('377abcaf271c'), is: 'a 7z archive', advice: 'Extract it, and import the files with records in it.' },
  {
    start: Buffer.from('ustar'),
    at: 257,
    is: 'a tar archive',
    advice: 'Extract it, and import the files with records in it.',
  },
  {
    start: Buffer.from('SQLite format 3\0'),
    is: 'a SQLite database',
    advice: 'To restore a backup of Vitrine, use vitrine restore.',
  },
]

const encodings: (Signature & { encoding: string })[] = [
  { start: bytes('fffe0000'), encoding: 'UTF-32' },
  { start: bytes('0000feff'), encoding: 'UTF-32' },
  { start: bytes('fffe'), encoding: 'UTF-16' },
  { start: bytes('feff'), encoding: 'UTF-16' },
]

/** A zero byte within this length shows that a file is not text. */
const zeroSearchBytes = 1 << 16

/** Node 24 reads only the first part of zstd data, without an error. */
const readsAllOfZstd = lazily(() => {
  const part = zstdCompressSync('.')
  return zstdDecompressSync(Buffer.concat([part, part])).length === 2
})

export function contentOf(head: Buffer, source: Source): 'text' | Compression {
  const has = ({ start, at = 0 }: Signature) => head.subarray(at, at + start.length).equals(start)
  const compression = compressed.find(has)?.compression
  if (compression !== undefined && source.compression !== undefined)
    throw unusable(source, 'compressed twice', 'Decompress it once.')
  if (compression === 'zstd' && !readsAllOfZstd())
    throw unusable(
      source,
      `compressed with zstd, which Node ${process.version} cannot read`,
      convert('zstd -dc', source),
    )
  if (compression !== undefined) return compression

  const signature = rejected.find(has)
  if (signature) throw unusable(source, signature.is, signature.advice ?? convert(signature.tool!, source))
  const encoding = encodings.find(has)?.encoding ?? wideEncodingOf(head)
  if (encoding !== undefined) {
    const advice = convert(`iconv -f ${encoding} -t UTF-8`, source)
    throw unusable(source, `${encoding} text, but records must be UTF-8`, advice)
  }
  if (head.subarray(0, zeroSearchBytes).includes(0)) {
    throw unusable(source, 'a binary file', 'Import takes NDJSON: text with one JSON object a line.')
  }
  return 'text'
}

function unusable({ name, compression }: Source, is: string, advice: string): Error {
  return new Error(`${compression === undefined ? name : `The content of ${name}`} is ${is}. ${advice}`)
}

/** Text without a byte order mark: the first character is ASCII with zero bytes around it. */
function wideEncodingOf(head: Buffer): string | undefined {
  const layouts: [encoding: string, width: number, at: number][] = [
    ['UTF-32LE', 4, 0],
    ['UTF-32BE', 4, 3],
    ['UTF-16LE', 2, 0],
    ['UTF-16BE', 2, 1],
  ]
  return layouts.find(([, width, at]) => {
    const first = head.subarray(0, width)
    return (
      first.length === width &&
      first.every((byte, i) => (i === at ? '{[" \t\r\n'.includes(String.fromCharCode(byte)) : byte === 0))
    )
  })?.[0]
}

function convert(tool: string, { path, compression }: Source): string {
  if (path === undefined) return `Pipe it through ${tool} first.`
  const file = /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
  const command = compression === undefined ? `${tool} ${file}` : `${compression} -dc ${file} | ${tool}`
  return `Convert it: ${command} > records.ndjson`
}
