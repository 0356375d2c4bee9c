// Splits bytes into numbered lines, with memory bounded by the maximum line length.
import { isUtf8 } from 'node:buffer'
import { tooLong } from '../check-record.ts'
import { recordLimits } from '../limits.ts'

/** Blank lines are skipped but numbered. */
export type Line = { number: number } & ({ text: string } | { problem: string })

const lineFeed = 10
const carriageReturn = 13
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

type LineSplitter = {
  /** The lines that end in this chunk. */
  take(chunk: Uint8Array): Line[]
  /** The last line, when the input does not end in a line feed. */
  end(): Line[]
}

export function lineSplitter(): LineSplitter {
  let number = 0
  let held: Buffer[] = []
  let heldBytes = 0

  /** Of a line that is too long, only the length is needed. */
  function hold(part: Buffer): void {
    heldBytes += part.length
    if (heldBytes <= maxHeldBytes) held.push(part)
    else held = []
  }

  function finish(): Line | undefined {
    const bytes = held.length === 1 ? held[0]! : Buffer.concat(held)
    const length = heldBytes
    held = []
    heldBytes = 0
    number += 1
    return decode(bytes, length, number)
  }

  return {
    take(chunk) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      const lines: Line[] = []
      let start = 0
      for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, start)) {
        hold(bytes.subarray(start, end))
        const line = finish()
        if (line) lines.push(line)
        start = end + 1
      }
      // Copied: the reader may reuse the chunk, and a few bytes must not keep a whole chunk in memory.
      if (start < bytes.length) hold(Buffer.from(bytes.subarray(start)))
      return lines
    },
    end() {
      const line = heldBytes > 0 ? finish() : undefined
      return line ? [line] : []
    },
  }
}

const maxHeldBytes = recordLimits.line + byteOrderMark.length + 1

function decode(bytes: Buffer, length: number, number: number): Line | undefined {
  if (length > maxHeldBytes) return { number, problem: tooLong }
  const end = bytes.at(-1) === carriageReturn ? bytes.length - 1 : bytes.length
  const start = number === 1 && bytes.subarray(0, 3).equals(byteOrderMark) ? 3 : 0
  if (end - start > recordLimits.line) return { number, problem: tooLong }
  const content = bytes.subarray(start, end)
  if (!isUtf8(content)) return { number, problem: 'the line is not UTF-8' }
  const text = content.toString('utf8')
  return text.trim() === '' ? undefined : { number, text }
}
