// A creation's id is a function of its handle and slug, so every store gives it the same one.
import { hash } from 'node:crypto'

export function creationDigest(handle: string, slug: string): string {
  return hash('sha256', `${handle}/${slug}`, 'hex')
}

export const creationId = (handle: string, slug: string): string => creationDigest(handle, slug).slice(0, 20)

/**
 * The 32-bit number that breaks ties, in the order of ids. Two creations may collide; a store then takes the next
 * candidate, and the order of those two is all that depends on it.
 */
export function tieBreaker(digest: string, attempt: number): number {
  const start = (attempt % 8) * 8
  return (Number.parseInt(digest.slice(start, start + 8), 16) + Math.floor(attempt / 8)) >>> 0
}
