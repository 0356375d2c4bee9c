// Covers, icons, avatars and screenshots of the demo community: small SVG drawings that depend only on their name, so nothing
// is stored and responses can be cached forever. Images of creations without pictures are in generated.ts.
import { type DefaultKind, defaultKinds, isDefaultKind } from '../site/site.ts'
import { drawAvatar } from './avatar.ts'
import { drawCover } from './cover.ts'
import { glyphFor } from './glyphs.ts'
import { drawIcon } from './icon.ts'
import { type Palette, palettes } from './palettes.ts'
import { hashText, makeRandom } from './random.ts'
import { drawScreenshot } from './screenshot.ts'
import type { DrawingContext } from './svg.ts'

export const artKinds = ['cover', 'icon', 'avatar', 'screenshot'] as const
export type ArtKind = (typeof artKinds)[number]

const artPattern = /^\/art\/(cover|icon|avatar|screenshot)\/([a-z0-9-]{1,80})\.svg$/

export function artPath(kind: ArtKind, name: string): string {
  return `/art/${kind}/${name}.svg`
}

/** Parses the path of a drawing; null for other paths. */
export function parseArtPath(path: string): { kind: ArtKind; name: string } | null {
  const match = artPattern.exec(path)
  return match ? { kind: match[1] as ArtKind, name: match[2]! } : null
}

type Subject = { kind: DefaultKind; category: string; hash: string; number: number }

/** `tracker-health-3f9a2c-2`: the second screenshot of a tracker in the category health. Other names get a subject from their hash. */
function subjectOf(name: string): Subject {
  const [kind = '', category, hash, number] = name.split('-')
  if (hash && isDefaultKind(kind)) return { kind, category: category!, hash, number: Number(number ?? 1) - 1 || 0 }
  return { kind: defaultKinds[hashText(name) % defaultKinds.length]!, category: '', hash: name, number: 0 }
}

function contextFor(kind: ArtKind, name: string, subject: Subject): DrawingContext {
  const seed = hashText(`${kind}/${name}`)
  const prefix = `a${seed.toString(36)}`
  return {
    random: makeRandom(seed),
    // By the hash shared by cover, icon and screenshots of one creation.
    palette: palettes[hashText(subject.hash) % palettes.length]!,
    glyph: glyphFor(subject.category),
    id: part => prefix + part,
  }
}

const subjectFor = (kind: ArtKind, name: string): Subject =>
  kind === 'avatar' ? { kind: defaultKinds[0], category: '', hash: name, number: 0 } : subjectOf(name)

export const paletteOf = (kind: ArtKind, name: string): Palette =>
  contextFor(kind, name, subjectFor(kind, name)).palette

/** Every name has a drawing. */
export function drawArt(kind: ArtKind, name: string): string {
  const subject = subjectFor(kind, name)
  const context = contextFor(kind, name, subject)
  if (kind === 'cover') return drawCover(context, subject.kind)
  if (kind === 'icon') return drawIcon(context, subject.kind)
  if (kind === 'avatar') return drawAvatar(context)
  return drawScreenshot(context, subject.kind, Math.abs(Math.trunc(subject.number)))
}
