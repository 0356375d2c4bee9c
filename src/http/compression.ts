// Answers get smaller on their way.
import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { NowOrLater } from '../now-or-later.ts'
import type { Encoding } from './accept.ts'

/** Below this size compression saves no packet. */
export const worthCompressing = 1024

/**
 * Up to this size it takes a millisecond at most, and is done at once. In the thread pool it costs more: what a request
 * holds while it waits grows old, so that everything is searched for garbage, and on few cores threads compete. Measured
 * on two cores: p99 of a page that nobody asked for before is 5.4 ms, with the pool 10.2.
 */
const atOnce = 64 * 1024

export type Compressed = Exclude<Encoding, 'identity'>

const ways = {
  br: {
    now: (bytes: Buffer) => brotliCompressSync(bytes, brotliFor(bytes)),
    later: (bytes: Buffer) => promisify(brotliCompress)(bytes, brotliFor(bytes)),
  },
  gzip: {
    now: (bytes: Buffer) => gzipSync(bytes, gzipped),
    later: (bytes: Buffer) => promisify(gzip)(bytes, gzipped),
  },
}

export const compressed = (bytes: Buffer, encoding: Compressed): NowOrLater<Buffer> =>
  ways[encoding][bytes.length <= atOnce ? 'now' : 'later'](bytes)

const gzipped = { level: 6 }

// Level 4 takes a fraction of a millisecond for a page of the feed; level 11 takes thirty.
const brotliFor = ({ length }: Buffer): BrotliOptions => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
    [constants.BROTLI_PARAM_LGWIN]: windowFor(length),
  },
})

/** As large as the text needs; the usual window takes megabytes for each compression. */
function windowFor(length: number): number {
  const needed = Math.ceil(Math.log2(length + 16))
  return Math.min(Math.max(needed, constants.BROTLI_MIN_WINDOW_BITS), constants.BROTLI_DEFAULT_WINDOW)
}
