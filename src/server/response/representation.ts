// An answer as bytes: made once, compressed at most once for each encoding, with its headers ready to be sent.
import { hash } from 'node:crypto'
import { andThen, type NowOrLater } from '../../util/now-or-later.ts'
import type { Encoding } from '../request/accept.ts'
import { type Compressed, compressed, worthCompressing } from './compression.ts'
import { type Head, headOf } from './head.ts'
import { everyAnswer } from './headers.ts'

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
  /** The type, which a 304 does not carry; then the headers that all variants share. */
  type: Head
  shared: Head
  identity: Variant
  br: Variant | null
  gzip: Variant | null
  pending: { br?: Promise<void>; gzip?: Promise<void> }
  /** Nothing else is in the memory of the bytes. */
  alone: boolean
}

export type Content = {
  bytes: Buffer
  type: string
  /** Flat list of names and values: caching, language, links. */
  headers: readonly string[]
  /** More of them, for those who make them once for many answers. */
  head?: Head
  /** Shorter than the bytes, and differs whenever they do. */
  digest?: string | null
  compressible?: boolean
  /** Nothing else is in the memory of the bytes, and nobody but the answer will look there. */
  alone?: boolean
}

const everyHead = headOf(everyAnswer)

export function represent(content: Content): Representation {
  const { bytes, type, headers, head = '', digest, compressible = true, alone = false } = content
  const tag = hash('sha256', digest ?? bytes, 'base64url').slice(0, 22)
  const typeHead = headOf(['Content-Type', type])
  const shared = head + headOf(headers) + everyHead
  return {
    compressible: compressible && bytes.length >= worthCompressing,
    tag,
    type: typeHead,
    shared,
    identity: makeVariant('identity', tag, typeHead, shared, bytes),
    br: null,
    gzip: null,
    pending: {},
    alone,
  }
}

export const etagOf = (tag: string, encoding: Encoding): string =>
  encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`

function makeVariant(encoding: Encoding, tag: string, type: Head, shared: Head, bytes: Buffer): Variant {
  const etag = etagOf(tag, encoding)
  const encoded = encoding === 'identity' ? '' : `Content-Encoding: ${encoding}\r\n`
  const notModified = `${shared}ETag: ${etag}\r\n`
  return { etag, bytes, full: type + encoded + notModified, notModified }
}

/** The encoding in which this answer would go to a client that asked for `wanted`. */
export const usableEncoding = (representation: Representation, wanted: Encoding): Encoding =>
  representation.compressible ? wanted : 'identity'

/** Many callers share one compression. */
export function compress(representation: Representation, encoding: Compressed): NowOrLater<void> {
  const { pending, identity } = representation
  if (pending[encoding] !== undefined) return pending[encoding]
  const made = andThen(compressed(identity.bytes, encoding), bytes => keepVariant(representation, encoding, bytes))
  if (made instanceof Promise) pending[encoding] = made
  return made
}

function keepVariant(representation: Representation, encoding: Compressed, bytes: Buffer): void {
  const { tag, type, shared } = representation
  representation[encoding] = makeVariant(encoding, tag, type, shared, ownBytes(bytes))
}

/** Bytes mostly come as a piece of a larger buffer, all of which they would keep alive. */
function ownBytes(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const own = Buffer.allocUnsafeSlow(bytes.length)
  own.set(bytes)
  return own
}

/** For one that will live longer than a request. */
export function makeKeepable({ identity, alone }: Representation): void {
  const own = ownBytes(identity.bytes)
  if (alone && own !== identity.bytes) free(identity.bytes)
  identity.bytes = own
}

/**
 * Gives the memory of an answer back that is `alone` there; nobody may need it any more. Garbage collection does the same, but late:
 * whatever waited for the answer is old by then, and what it still points to lives until all old garbage is collected.
 * Megabytes of such answers a second make that happen more often, and all at once.
 */
export const discard = ({ identity }: Representation): void => free(identity.bytes)

const free = ({ buffer }: Buffer): void => void (buffer as ArrayBuffer).transfer(0)

export const sameBytes = (one: Representation, other: Representation): boolean =>
  one.tag === other.tag && one.shared === other.shared && one.type === other.type

/** Room for the compressed variants and headers is counted from the start, so that an entry never outgrows its share. */
export const sizeOf = ({ identity, compressible }: Representation): number =>
  Math.ceil(identity.bytes.length * (compressible ? 1.6 : 1)) + 4096
