// A font file: which characters it draws and how wide they are.
import { readFileSync } from 'node:fs'
import { Blob, Face, Font } from 'harfbuzzjs'

export type FontFile = {
  path: string
  family: string
  hasGlyph: (character: string) => boolean
  /** The width of a character as a share of the font size. */
  advance: (character: string) => number
}

/** Identifiers in the name table; a font with more than four styles has its family under the first. */
const familyNames = [16, 1]

/** The first font of a collection. Null for files that are not a font with outlines. */
export function openFont(path: string): FontFile | null {
  try {
    const face = new Face(new Blob(readFileSync(path)))
    const hasOutlines = ['glyf', 'CFF ', 'CFF2'].some(table => face.referenceTable(table) !== undefined)
    const family = familyNames.map(id => face.getName(id, 'en')).find(name => name !== '')
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
