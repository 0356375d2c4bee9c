// The fonts at hand, and which characters each of them can draw. A text is only drawn with fonts that have a glyph for
// every character of it: boxes in the place of letters are worse than no text.
import { existsSync, globSync } from 'node:fs'
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

/** Machines with every font there is exist; nobody waits for all of them to be read. */
const mostFiles = 2_000

/** The one that comes with us; the machine's own are used where it is missing, and for other scripts. */
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

/** Joiners steer how letters join; they are not drawn. */
const unseen = /[\s\u200c\u200d]/

function lacking(text: Iterable<string>, font: FontFile): string[] {
  return [...text].filter(character => !unseen.test(character) && font.glyph(character.codePointAt(0)!) === 0)
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
const liked = [/^inter/i, /^notosans-/i, /^notosanscjk/i, /^notosans/i, /^liberationsans-/i, /^dejavusans/i]

/** The best for a title first: upright, bold, of a family we like. */
function machineFonts(): string[] {
  const files = folders.flatMap(folder =>
    existsSync(folder) ? globSync('**/*.{ttf,otf,ttc}', { cwd: folder }).map(file => join(folder, file)) : [],
  )
  const rank = (path: string): number => {
    const at = liked.findIndex(pattern => pattern.test(basename(path)))
    return (at === -1 ? liked.length : at) * 2 + (isBold(path) ? 0 : 1)
  }
  return files
    .slice(0, mostFiles)
    .filter(path => !unfit.test(basename(path)))
    .sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1))
}
