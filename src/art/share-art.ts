// The art of share images: a drawing of the demo, or a generated image.
import { type Generated, parseGeneratedPath } from '../art-paths.ts'
import { drawArt, paletteOf, parseArtPath } from './art.ts'
import { type ArtStyle, drawGenerated, tonesOfGenerated } from './generated.ts'

export type ShareArt = {
  svg: string
  palette: { paper: string; second: string; ink: string }
  /** Drawn on the art with the fonts of the share image. */
  initials: string | null
}

/** The image at `path` if it is one of our drawings, else the generated one. Images of others are not fetched. */
export function shareArt(path: string, generatedPath: string, style: ArtStyle): ShareArt {
  const named = parseArtPath(path)
  if (named?.kind === 'cover' || named?.kind === 'avatar') {
    const { paper, second, ink } = paletteOf(named.kind, named.name)
    return { svg: drawArt(named.kind, named.name), palette: { paper, second, ink }, initials: null }
  }
  return generatedArt(parseGeneratedPath(path) ?? parseGeneratedPath(generatedPath)!, style)
}

function generatedArt(generated: Generated, style: ArtStyle): ShareArt {
  const { paper, strong, deep } = tonesOfGenerated(generated, style)
  const palette = { paper, second: strong, ink: deep }
  if (generated.of !== 'creator') return { svg: drawGenerated(generated, style, false), palette, initials: null }
  return { svg: drawGenerated({ ...generated, initials: null }, style), palette, initials: generated.initials }
}
