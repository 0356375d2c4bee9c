// Paths of generated images: everything that a drawing depends on is in its path, so none is looked up.
import { initialsOf, isInitials } from './util/initials.ts'

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

export const categoryArtPath = (slug: string): string => `/art/category/${slug}.svg`

/** `seed` is the name that the drawing depends on. */
export type Generated =
  | { of: 'creation'; category: string | null; seed: string }
  | { of: 'creator'; seed: string; initials: string | null }
  | { of: 'category'; category: string }

const name = '[a-z0-9-]{1,80}'
const initials = "[A-Za-z0-9%~_.!'()*-]{1,300}"
const creationPath = new RegExp(`^/art/creation/(${name})/([0-9a-f]{8})\\.svg$`)
const creatorPath = new RegExp(`^/art/creator/(${name})/(${initials})\\.svg$`)
const categoryPath = new RegExp(`^/art/category/(${name})\\.svg$`)

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
  const category = categoryPath.exec(path)?.[1]
  return category === undefined ? null : { of: 'category', category }
}

function decodeInitials(encoded: string): { initials: string | null } | null {
  if (encoded === none) return { initials: null }
  try {
    const initials = decodeURIComponent(encoded)
    return isInitials(initials) ? { initials } : null
  } catch {
    return null
  }
}
