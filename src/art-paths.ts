// Paths of generated images: everything that a drawing depends on is in its path, so none is looked up.
import { initialsOf, isInitials } from './util/initials.ts'

/** Stands for a category or initials that do not exist. */
const none = '-'

const initialsIn = (text: string): string => {
  const initials = initialsOf(text)
  return initials === null ? none : encodeURIComponent(initials)
}

type DrawnCreation = { id: string; kind: string; category: string | null; title: string }

/** `title` is the one in the original language, so that all languages have the same image. */
export const creationArtPath = ({ id, kind, category, title }: DrawnCreation): string =>
  `/art/creation/${kind}/${category ?? none}/${id.slice(0, 8)}/${initialsIn(title)}.svg`

export const creatorArtPath = (handle: string, displayName: string): string =>
  `/art/creator/${handle}/${initialsIn(displayName)}.svg`

export const categoryArtPath = (slug: string): string => `/art/category/${slug}.svg`

/** `seed` is the name that the drawing depends on. */
export type Generated =
  | { of: 'creation'; kind: string; category: string | null; seed: string; initials: string | null }
  | { of: 'creator'; seed: string; initials: string | null }
  | { of: 'category'; category: string }

const name = '[a-z0-9-]{1,80}'
const initials = "[A-Za-z0-9%~_.!'()*-]{1,300}"
const creationPath = new RegExp(`^/art/creation/(${name})/(${name})/([0-9a-f]{8})/(${initials})\\.svg$`)
const creatorPath = new RegExp(`^/art/creator/(${name})/(${initials})\\.svg$`)
const categoryPath = new RegExp(`^/art/category/(${name})\\.svg$`)

/** Null for other paths. */
export function parseGeneratedPath(path: string): Generated | null {
  const creation = creationPath.exec(path)
  if (creation !== null) {
    const [, kind, category, seed, encoded] = creation as unknown as [string, string, string, string, string]
    const initials = decodeInitials(encoded)
    return initials && { of: 'creation', kind, category: category === none ? null : category, seed, ...initials }
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
