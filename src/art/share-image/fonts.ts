// Finds fonts and chooses those that can draw a text. A text is drawn only if there is a glyph for every character: no text
// is better than boxes instead of letters.
import { existsSync, globSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type FontFile, openFont } from './font-file.ts'

export type Fonts = {
  bold: FontFile | null
  regular: FontFile | null
  /** Fonts that together have all glyphs of the text, the main font of that weight first; null if there are none. */
  covering: (text: string, weight: Weight) => FontFile[] | null
}

export type Weight = 'bold' | 'regular'

const folders = [
  '/usr/share/fonts',
  '/usr/local/share/fonts',
  join(homedir(), '.fonts'),
  join(homedir(), '.local/share/fonts'),
  '/System/Library/Fonts',
  '/Library/Fonts',
  'C:/Windows/Fonts',
]

/** Fonts beyond this are ignored, because a text that no font covers causes all of them to be loaded. */
const maxTotalBytes = 128 * 1024 * 1024

/** Installed with the service. Fonts of the machine are used if it is missing, and for other scripts. */
const bundledFonts = ['700Bold/Inter_700Bold.ttf', '500Medium/Inter_500Medium.ttf'].map(
  file => `@expo-google-fonts/inter/${file}`,
)

export function findFonts(): Fonts {
  const bundled = bundledFonts.flatMap(installedPath)
  const found = [...bundled, ...machineFonts()]
  const opened = new Map<string, FontFile | null>()
  const open = (path: string): FontFile | null => {
    if (!opened.has(path)) opened.set(path, openFont(path))
    return opened.get(path)!
  }
  const candidates: Record<Weight, string[]> = {
    bold: [...bundled, ...found.filter(isBold), ...found],
    regular: [...bundled.slice(1), ...found.filter(path => !isBold(path)), ...found],
  }
  const mainFont = (paths: readonly string[]) => paths.map(open).find(font => font !== null && drawsLatin(font)) ?? null
  const main = { bold: mainFont(candidates.bold), regular: mainFont(candidates.regular) }
  return { ...main, covering: (text, weight) => covering(text, main[weight], candidates[weight].values().map(open)) }
}

function covering(text: string, main: FontFile | null, others: Iterable<FontFile | null>): FontFile[] | null {
  if (main === null) return null
  const fonts = [main]
  let missing = missingGlyphs(text, main)
  for (const font of missing.length === 0 ? [] : others) {
    if (missing.length === 0) break
    const stillMissing = font === null ? missing : missingGlyphs(missing, font)
    if (stillMissing.length < missing.length) fonts.push(font!)
    missing = stillMissing
  }
  return missing.length === 0 ? fonts : null
}

/** Spaces, and joiners, which affect how letters join: no glyph is needed. */
const invisible = /[\s\u200c\u200d]/

function missingGlyphs(text: Iterable<string>, font: FontFile): string[] {
  return [...text].filter(character => !invisible.test(character) && !font.hasGlyph(character))
}

const drawsLatin = (font: FontFile): boolean => missingGlyphs('AZaz09@', font).length === 0

function installedPath(specifier: string): string[] {
  try {
    const path = fileURLToPath(import.meta.resolve(specifier))
    return existsSync(path) ? [path] : []
  } catch {
    return []
  }
}

const isBold = (path: string): boolean => /bold/i.test(basename(path))
const unsuitable = /italic|oblique|mono|condensed|narrow|serif|light|thin|black|math|emoji|symbol/i
const preferred = [/^inter/i, /^notosans-/i, /^notosanscjk/i, /^notosans/i, /^liberationsans-/i, /^dejavusans/i]

/** Ordered by preferred family, bold first. */
function machineFonts(): string[] {
  const files = folders.flatMap(folder =>
    existsSync(folder) ? globSync('**/*.{ttf,otf,ttc}', { cwd: folder }).map(file => join(folder, file)) : [],
  )
  const rank = (path: string): number => {
    const at = preferred.findIndex(pattern => pattern.test(basename(path)))
    return (at === -1 ? preferred.length : at) * 2 + (isBold(path) ? 0 : 1)
  }
  let totalBytes = 0
  return files
    .filter(path => !unsuitable.test(basename(path)))
    .sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1))
    .filter(path => {
      totalBytes += statSync(path, { throwIfNoEntry: false })?.size ?? 0
      return totalBytes <= maxTotalBytes
    })
}
