// An answer as bytes: made once, compressed at most once for each encoding, with its headers ready to be sent.
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from './accept.ts'
import { type Head, headOf } from './head.ts'
import { everyAnswer } from './headers.ts'

export const compressors = {
  // Level 4 takes a fraction of a millisecond for a page of the feed; level 11 takes thirty.
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 6 }),
}

/** Below this size compression saves no packet. */
export const worthCompressing = 1024

export type Variant = {
  etag: string
  bytes: Buffer
  /** Of a 200, and of a 304. */
  full: Head
  notModified: Head
}

export type Representation = {
  compressible: boolean
  /** Without quotes. The variants' tags are made from it: a strong tag must differ when the bytes do. */
  tag: string
  headers: readonly string[]
  identity: Variant
  br: Variant | null
  gzip: Variant | null
  pending: { br?: Promise<void>; gzip?: Promise<void> }
}

export type Content = {
  bytes: Buffer
  type: string
  /** Flat list of names and values: caching, language, links. */
  headers: readonly string[]
  compressible?: boolean
}

export function represent({ bytes, type, headers, compressible = true }: Content): Representation {
  const tag = hash('sha256', bytes, 'base64url').slice(0, 22)
  const all = ['Content-Type', type, ...headers, ...everyAnswer]
  return {
    compressible: compressible && bytes.length >= worthCompressing,
    tag,
    headers: all,
    identity: makeVariant('identity', tag, all, bytes),
    br: null,
    gzip: null,
    pending: {},
  }
}

export const etagOf = (tag: string, encoding: Encoding): string =>
  encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`

function makeVariant(encoding: Encoding, tag: string, headers: readonly string[], bytes: Buffer): Variant {
  const etag = etagOf(tag, encoding)
  const content = headOf(headers.slice(0, 2)) + (encoding === 'identity' ? '' : headOf(['Content-Encoding', encoding]))
  const shared = headOf([...headers.slice(2), 'ETag', etag])
  return { etag, bytes, full: content + shared, notModified: shared }
}

/** The encoding in which this answer would go to a client that asked for `wanted`. */
export const usableEncoding = (representation: Representation, wanted: Encoding): Encoding =>
  representation.compressible ? wanted : 'identity'

/** Compresses off the main thread; many callers share one compression. */
export function compress(representation: Representation, encoding: 'br' | 'gzip'): Promise<void> {
  representation.pending[encoding] ??= compressors[encoding](representation.identity.bytes).then(bytes => {
    representation[encoding] = makeVariant(encoding, representation.tag, representation.headers, bytes)
  })
  return representation.pending[encoding]
}

export const sameBytes = (one: Representation, other: Representation): boolean =>
  one.tag === other.tag && one.headers.join() === other.headers.join()

/** Room for the compressed variants and headers is counted from the start, so that an entry never outgrows its share. */
export const sizeOf = ({ identity, compressible }: Representation): number =>
  Math.ceil(identity.bytes.length * (compressible ? 1.6 : 1)) + 4096
