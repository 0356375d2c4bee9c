// Lists of texts as bytes. Added up as text and then turned into bytes, a page of the feed is copied twice and leaves its
// size in garbage twice; written one behind the other into a larger piece of memory it is copied once.

/** Small, because a client that takes its answer slowly holds on to the whole piece. */
const pieceBytes = 128 * 1024
const comma = 44

/** `items` with commas between them, as bytes or as texts. All texts are Latin-1: each letter is a byte. */
export type Listed = { before: string; items: Uint8Array | readonly string[]; after: string }

let piece = Buffer.allocUnsafeSlow(pieceBytes)
let used = 0

/**
 * What is given as bytes is given away: if it has room around it, that is written to. `alone`: nothing else is in the
 * memory of the bytes.
 */
export function bytesOfList({ before, items, after }: Listed): { bytes: Buffer; alone: boolean } {
  const around = items instanceof Uint8Array ? writeAround(items, before, after) : null
  if (around !== null) return { bytes: around, alone: true }
  const length = lengthOf(items) + before.length + after.length
  if (length > pieceBytes / 4) {
    return { bytes: write(Buffer.allocUnsafeSlow(length), 0, before, items, after), alone: true }
  }
  if (used + length > pieceBytes) {
    piece = Buffer.allocUnsafeSlow(pieceBytes)
    used = 0
  }
  const start = used
  used += length
  write(piece, start, before, items, after)
  return { bytes: piece.subarray(start, used), alone: false }
}

function lengthOf(items: Listed['items']): number {
  if (items instanceof Uint8Array) return items.length
  let length = Math.max(0, items.length - 1)
  for (const item of items) length += item.length
  return length
}

function write(into: Buffer, start: number, before: string, items: Listed['items'], after: string): Buffer {
  const from = start + into.write(before, start, 'latin1')
  if (items instanceof Uint8Array) into.set(items, from)
  else writeTexts(into, from, items)
  into.write(after, from + lengthOf(items), 'latin1')
  return into
}

/** The bytes where they are, when there is room around them. */
function writeAround(items: Uint8Array, before: string, after: string): Buffer | null {
  const start = items.byteOffset - before.length
  const length = before.length + items.length + after.length
  if (start < 0 || start + length > items.buffer.byteLength) return null
  const all = Buffer.from(items.buffer as ArrayBuffer, start, length)
  all.write(before, 0, 'latin1')
  all.write(after, before.length + items.length, 'latin1')
  return all
}

function writeTexts(into: Buffer, start: number, items: readonly string[]): void {
  let at = start
  for (let i = 0; i < items.length; i++) {
    if (i > 0) into[at++] = comma
    at += into.write(items[i]!, at, 'latin1')
  }
}
