// A page of the feed on its way between threads: as the bytes it will be answered with. Texts would be made on the heap of
// the thread that answers everybody, where a page is a fair part of what is then collected as garbage.
import { hash } from 'node:crypto'
import type { FeedSlice } from '../../store.ts'
import { digestLength } from '../cards.ts'

/** `bytes` are the items in UTF-8 with commas in between, in a buffer of their own; `ends` is where each ends. */
export type PackedSlice = Pick<FeedSlice, 'next' | 'total' | 'totalIsExact'> & {
  bytes: Uint8Array<ArrayBuffer>
  ends: number[]
  digest: string
}

/** So much is left free around the bytes that an answer can be made of them where they are, without a copy. */
const room = { before: 64, after: 2048 }

export function pack({ items, next, total, totalIsExact }: FeedSlice): PackedSlice {
  const text = items.join()
  const length = Buffer.byteLength(text)
  const buffer = Buffer.allocUnsafeSlow(room.before + length + room.after)
  buffer.write(text, room.before)
  const bytes = new Uint8Array(buffer.buffer, room.before, length)
  let end = -1
  const ends = items.map(item => {
    end += 1 + Buffer.byteLength(item)
    return end
  })
  return { next, total, totalIsExact, bytes, ends, digest: hash('sha256', bytes, 'base64url').slice(0, digestLength) }
}

/** The texts of the items are made when somebody wants them, which an answer in JSON does not. */
export function unpack({ bytes, ends, digest, next, total, totalIsExact }: PackedSlice): FeedSlice {
  if (ends.length === 0) return { items: [], next, total, totalIsExact }
  return {
    next,
    total,
    totalIsExact,
    prepared: { count: ends.length, digest, utf8: bytes },
    get items() {
      const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
      return ends.map((end, i) => all.toString('utf8', i === 0 ? 0 : ends[i - 1]! + 1, end))
    },
  }
}
