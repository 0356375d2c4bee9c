// Paths of generated images: everything that a drawing depends on is in its path, so none is looked up.
import { initialsOf, isInitials } from './util/initials.ts'
import { isMonogram } from './util/monogram.ts'

/** Stands for a category or initials that do not exist. */
const none = '-'

const initialsIn = (text: string): string => {
  const initials = initialsOf(text)
  return initials === null ? none : encodeURIComponent(initials)
}

/** The id of a creation is derived from its address. */
export const creationArtPath = ({ id, category }: { id: string; category: string | null }): string =>
  `/art/creation/${category ?? none}/${id.slice(0, 8)}.svg`

export const creatorArtPath = (handle: string, displayName: string): string =>
  `/art/creator/${handle}/${initialsIn(displayName)}.svg`

/** With a monogram in place of the icon of the category. */
export const categoryArtPath = (slug: string, monogram: string | null = null): string =>
  `/art/category/${slug}${monogram === null ? '' : `/${encodeURIComponent(monogram)}`}.svg`

/** `seed` is the name that the drawing depends on. */
export type Generated =
  | { of: 'creation'; category: string | null; seed: string }
  | { of: 'creator'; seed: string; initials: string | null }
  | { of: 'category'; category: string; monogram?: string }

const name = '[a-z0-9-]{1,80}'
const initials = "[A-Za-z0-9%~_.!'()*-]{1,300}"
const creationPath = new RegExp(`^/art/creation/(${name})/([0-9a-f]{8})\\.svg$`)
const creatorPath = new RegExp(`^/art/creator/(${name})/(${initials})\\.svg$`)
const categoryPath = new RegExp(`^/art/category/(${name})(?:/(${initials}))?\\.svg$`)

/** Null for other paths. */
export function parseGeneratedPath(path: string): Generated | null {
  const creation = creationPath.exec(path)
  if (creation !== null) {
    const [, category, seed] = creation as unknown as [string, string, string]
    return { of: 'creation', category: category === none ? null : category, seed }
  }
  const creator = creatorPath.exec(path)
  if (creator !== null) {
    const initials = decodeInitials(creator[2]!)
    return initials && { of: 'creator', seed: creator[1]!, ...initials }
  }
  const [, category, monogram] = categoryPath.exec(path) ?? []
  if (category === undefined) return null
  if (monogram === undefined) return { of: 'category', category }
  const decoded = decodedText(monogram)
  return decoded !== null && isMonogram(decoded) ? { of: 'category', category, monogram: decoded } : null
}

function decodeInitials(encoded: string): { initials: string | null } | null {
  if (encoded === none) return { initials: null }
  const initials = decodedText(encoded)
  return initials !== null && isInitials(initials) ? { initials } : null
}

function decodedText(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}
