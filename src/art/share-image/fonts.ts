// Finds fonts and chooses those that draw a text. A text is drawn only if there is a glyph for every character of it: boxes
// in the place of letters are worse than no text.
import { existsSync, globSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type FontFile, openFont } from './font-file.ts'

export type Fonts = {
  bold: FontFile | null
  regular: FontFile | null
  /** The fonts that together draw the text, the one of that weight first; null when they cannot. */
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

/** Fonts beyond this are ignored: a text that no font covers makes all of them load. */
const maxTotalBytes = 128 * 1024 * 1024

/** Installed with the service. The fonts of the machine are used where it is missing, and for other scripts. */
const packaged = ['700Bold/Inter_700Bold.ttf', '500Medium/Inter_500Medium.ttf'].map(
  file => `@expo-google-fonts/inter/${file}`,
)

export function findFonts(): Fonts {
  const own = packaged.flatMap(installed)
  const found = [...own, ...machineFonts()]
  const opened = new Map<string, FontFile | null>()
  const open = (path: string): FontFile | null => {
    if (!opened.has(path)) opened.set(path, openFont(path))
    return opened.get(path)!
  }
  const order: Record<Weight, string[]> = {
    bold: [...own, ...found.filter(isBold), ...found],
    regular: [...own.slice(1), ...found.filter(path => !isBold(path)), ...found],
  }
  const firstOf = (paths: readonly string[]) => paths.map(open).find(font => font !== null && drawsLatin(font)) ?? null
  const first = { bold: firstOf(order.bold), regular: firstOf(order.regular) }
  return { ...first, covering: (text, weight) => covering(text, first[weight], order[weight].values().map(open)) }
}

function covering(text: string, first: FontFile | null, others: Iterable<FontFile | null>): FontFile[] | null {
  if (first === null) return null
  const fonts = [first]
  let missing = lacking(text, first)
  for (const font of missing.length === 0 ? [] : others) {
    if (missing.length === 0) break
    const still = font === null ? missing : lacking(missing, font)
    if (still.length < missing.length) fonts.push(font!)
    missing = still
  }
  return missing.length === 0 ? fonts : null
}

/** Joiners determine how letters join; they have no glyph of their own. */
const invisible = /[\s\u200c\u200d]/

function lacking(text: Iterable<string>, font: FontFile): string[] {
  return [...text].filter(character => !invisible.test(character) && !font.hasGlyph(character))
}

const drawsLatin = (font: FontFile): boolean => lacking('AZaz09@', font).length === 0

function installed(specifier: string): string[] {
  try {
    const path = fileURLToPath(import.meta.resolve(specifier))
    return existsSync(path) ? [path] : []
  } catch {
    return []
  }
}

const isBold = (path: string): boolean => /bold/i.test(basename(path))
const unfit = /italic|oblique|mono|condensed|narrow|serif|light|thin|black|math|emoji|symbol/i
const preferred = [/^inter/i, /^notosans-/i, /^notosanscjk/i, /^notosans/i, /^liberationsans-/i, /^dejavusans/i]

/** The best for a title first: upright, bold, of a preferred family. */
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
    .filter(path => !unfit.test(basename(path)))
    .sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1))
    .filter(path => {
      totalBytes += statSync(path, { throwIfNoEntry: false })?.size ?? 0
      return totalBytes <= maxTotalBytes
    })
}
