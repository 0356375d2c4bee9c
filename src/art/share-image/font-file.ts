// As much of a font file as it takes to know which characters it draws and how wide they are (OpenType 1.9: cmap, hmtx).
import { closeSync, openSync, readSync } from 'node:fs'

export type FontFile = {
  path: string
  family: string
  /** The number of the glyph that draws a character; 0 when there is none. */
  glyph: (code: number) => number
  /** How far a character moves on, as a share of the size. */
  advance: (code: number) => number
}

type Table = (tag: string) => Buffer | null

/** Tables of more than this are not what we look for. */
const longestTable = 8 * 1024 * 1024

/** Null when it is not a font that can be read. */
export function openFont(path: string): FontFile | null {
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    return readFont(path, tablesIn(file))
  } catch {
    return null
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

function readFont(path: string, table: Table): FontFile | null {
  const [head, hhea, hmtx, cmap, name] = ['head', 'hhea', 'hmtx', 'cmap', 'name'].map(table)
  const outlines = table('loca') ?? table('CFF ') ?? table('CFF2')
  if (!head || !hhea || !hmtx || !cmap || !name || outlines === null) return null
  const glyph = glyphsIn(cmap)
  const family = familyIn(name)
  if (glyph === null || family === null) return null
  const unitsPerEm = head.readUInt16BE(18)
  const widths = hhea.readUInt16BE(34)
  // Glyphs after the last width have that one.
  const advance = (code: number) => hmtx.readUInt16BE(Math.min(glyph(code), widths - 1) * 4) / unitsPerEm
  return { path, family, glyph, advance }
}

/** The directory of the font; of the first one, when the file is a collection. */
function tablesIn(file: number): Table {
  const start = read(file, 0, 16)
  const at = start.toString('latin1', 0, 4) === 'ttcf' ? start.readUInt32BE(12) : 0
  const count = read(file, at, 12).readUInt16BE(4)
  const directory = read(file, at + 12, count * 16)
  const places = new Map<string, { offset: number; length: number }>()
  for (let i = 0; i < count * 16; i += 16) {
    const tag = directory.toString('latin1', i, i + 4)
    places.set(tag, { offset: directory.readUInt32BE(i + 8), length: directory.readUInt32BE(i + 12) })
  }
  return tag => {
    const place = places.get(tag)
    if (place === undefined) return null
    // Outlines are only looked for, never looked at.
    if (tag === 'loca' || tag.startsWith('CFF')) return Buffer.alloc(0)
    return read(file, place.offset, Math.min(place.length, longestTable))
  }
}

function read(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  readSync(file, bytes, 0, length, offset)
  return bytes
}

/** The widest Unicode table there is: format 12 knows all planes, format 4 the first. */
function glyphsIn(cmap: Buffer): ((code: number) => number) | null {
  const records = Array.from({ length: cmap.readUInt16BE(2) }, (_, i) => {
    const at = 4 + i * 8
    const [platform, encoding, offset] = [cmap.readUInt16BE(at), cmap.readUInt16BE(at + 2), cmap.readUInt32BE(at + 4)]
    const unicode = platform === 0 ? encoding !== 5 : platform === 3 && (encoding === 1 || encoding === 10)
    return { unicode, format: cmap.readUInt16BE(offset), offset }
  })
  const place = (format: number) => records.find(record => record.unicode && record.format === format)?.offset
  const [twelve, four] = [place(12), place(4)]
  if (twelve !== undefined) return groups(cmap.subarray(twelve))
  return four === undefined ? null : segments(cmap.subarray(four))
}

function groups(table: Buffer): (code: number) => number {
  const count = table.readUInt32BE(12)
  return code => {
    const i = firstAtLeast(count, at => table.readUInt32BE(16 + at * 12 + 4) >= code)
    const start = i < count ? table.readUInt32BE(16 + i * 12) : Number.POSITIVE_INFINITY
    return code < start ? 0 : table.readUInt32BE(16 + i * 12 + 8) + code - start
  }
}

function segments(table: Buffer): (code: number) => number {
  const twice = table.readUInt16BE(6)
  const [ends, starts, deltas, offsets] = [14, 16 + twice, 16 + twice * 2, 16 + twice * 3]
  return code => {
    const i = firstAtLeast(twice / 2, at => table.readUInt16BE(ends + at * 2) >= code) * 2
    if (code > 0xffff || i >= twice || table.readUInt16BE(starts + i) > code) return 0
    const delta = table.readUInt16BE(deltas + i)
    const offset = table.readUInt16BE(offsets + i)
    if (offset === 0) return (code + delta) & 0xffff
    const at = offsets + i + offset + (code - table.readUInt16BE(starts + i)) * 2
    const glyph = at + 2 <= table.length ? table.readUInt16BE(at) : 0
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff
  }
}

/** The first index from which on `is` holds; `count` when it never does. */
function firstAtLeast(count: number, is: (index: number) => boolean): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (is(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** The name by which an SVG asks for the font: the typographic family (16), else the family (1). */
function familyIn(name: Buffer): string | null {
  const storage = name.readUInt16BE(4)
  const found = new Map<number, string>()
  for (let i = 0; i < name.readUInt16BE(2); i++) {
    const at = 6 + i * 12
    const id = name.readUInt16BE(at + 6)
    if ((id !== 1 && id !== 16) || name.readUInt16BE(at) !== 3) continue
    const offset = storage + name.readUInt16BE(at + 10)
    const text = new TextDecoder('utf-16be').decode(name.subarray(offset, offset + name.readUInt16BE(at + 8)))
    // English (0x409) where there are several.
    if (!found.has(id) || name.readUInt16BE(at + 4) === 0x409) found.set(id, text)
  }
  return found.get(16) ?? found.get(1) ?? null
}
