// A response as bytes: made once, compressed at most once per encoding, with precomputed heads.
import { hash } from 'node:crypto'
import { withOwnMemory } from '../../util/own-memory.ts'
import type { Encoding } from '../request/accept.ts'
import { type Compressed, compressed, worthCompressing } from './compression.ts'
import { type Head, headOf } from './head.ts'
import { commonHeaders } from './headers.ts'

export type Variant = {
  etag: string
  bytes: Buffer
  /** Heads of a 200 and of a 304. */
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
}

export type Content = {
  bytes: Buffer
  type: string
  /** Flat list of names and values: caching, language, links. */
  headers: readonly string[]
  /** Additional headers, precomputed when many responses share them. */
  head?: Head
  /** Shorter than the bytes, and different whenever they are. */
  digest?: string | null
  compressible?: boolean
}

const everyHead = headOf(commonHeaders)

export function represent(content: Content): Representation {
  const { bytes, type, headers, head = '', digest, compressible = true } = content
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
  }
}

const etagOf = (tag: string, encoding: Encoding): string =>
  encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`

function makeVariant(encoding: Encoding, tag: string, type: Head, shared: Head, bytes: Buffer): Variant {
  const etag = etagOf(tag, encoding)
  const encoded = encoding === 'identity' ? '' : `Content-Encoding: ${encoding}\r\n`
  const notModified = `${shared}ETag: ${etag}\r\n`
  return { etag, bytes, full: type + encoded + notModified, notModified }
}

/** The encoding used for a client that wants `wanted`. */
export const usableEncoding = (representation: Representation, wanted: Encoding): Encoding =>
  representation.compressible ? wanted : 'identity'

/** Concurrent callers share one compression. */
export function compress(representation: Representation, encoding: Compressed): Promise<void> {
  representation.pending[encoding] ??= addVariant(representation, encoding)
  return representation.pending[encoding]
}

async function addVariant(representation: Representation, encoding: Compressed): Promise<void> {
  const { identity, tag, type, shared } = representation
  const bytes = await compressed(identity.bytes, encoding)
  representation[encoding] = makeVariant(encoding, tag, type, shared, withOwnMemory(bytes))
}

/** Prepares a response for the cache. */
export function compact({ identity }: Representation): void {
  identity.bytes = withOwnMemory(identity.bytes)
}

export const sameBytes = (one: Representation, other: Representation): boolean =>
  one.tag === other.tag && one.shared === other.shared && one.type === other.type

/** Includes room for compressed variants and headers, so that an entry never exceeds its accounted size. */
export const sizeOf = ({ identity, compressible }: Representation): number =>
  Math.ceil(identity.bytes.length * (compressible ? 1.6 : 1)) + 4096
