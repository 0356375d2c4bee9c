// Lists of texts as bytes. Added up as text and then turned into bytes, a page of the feed is copied twice and leaves its
// size in garbage twice; written one behind the other into a larger piece of memory it is copied once.

/** Small, because a client that takes its answer slowly holds on to the whole piece. */
const pieceBytes = 128 * 1024
const comma = 44

/** `items` with commas between them. All are Latin-1: each letter is a byte. */
export type Listed = { before: string; items: readonly string[]; after: string }

let piece = Buffer.allocUnsafeSlow(pieceBytes)
let used = 0

export function bytesOfList({ before, items, after }: Listed): Buffer {
  const length = lengthOf(items) + before.length + after.length
  if (length > pieceBytes / 4) return write(Buffer.allocUnsafeSlow(length), 0, before, items, after)
  if (used + length > pieceBytes) {
    piece = Buffer.allocUnsafeSlow(pieceBytes)
    used = 0
  }
  const start = used
  used += length
  write(piece, start, before, items, after)
  return piece.subarray(start, used)
}

function lengthOf(items: readonly string[]): number {
  let length = Math.max(0, items.length - 1)
  for (const item of items) length += item.length
  return length
}

function write(into: Buffer, start: number, before: string, items: readonly string[], after: string): Buffer {
  let at = start + into.write(before, start, 'latin1')
  for (let i = 0; i < items.length; i++) {
    if (i > 0) into[at++] = comma
    at += into.write(items[i]!, at, 'latin1')
  }
  into.write(after, at, 'latin1')
  return into
}
