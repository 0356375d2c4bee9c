// A font file: its characters and their widths.
import { readFileSync } from 'node:fs'
import { Blob, Face, Font } from 'harfbuzzjs'

export type FontFile = {
  path: string
  family: string
  hasGlyph: (character: string) => boolean
  /** The width of a character in em. */
  advance: (character: string) => number
}

/** Entries of the name table: typographic family, which only large families have, then family. */
const familyNameIds = [16, 1]

/** Opens a font file; of a collection, the first font. Null for other files and fonts without outlines. */
export function openFont(path: string): FontFile | null {
  try {
    const face = new Face(new Blob(readFileSync(path)))
    const hasOutlines = ['glyf', 'CFF ', 'CFF2'].some(table => face.referenceTable(table) !== undefined)
    const family = familyNameIds.map(id => face.getName(id, 'en')).find(name => name !== '')
    if (!hasOutlines || family === undefined) return null
    const font = new Font(face)
    const glyphOf = (character: string) => font.nominalGlyph(character.codePointAt(0)!) ?? 0
    return {
      path,
      family,
      hasGlyph: character => glyphOf(character) !== 0,
      advance: character => font.glyphHAdvance(glyphOf(character)) / face.upem,
    }
  } catch {
    return null
  }
}
