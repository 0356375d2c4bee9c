// If-None-Match (RFC 9110 section 13.1.2): weak comparison, lists and `*`.

const entityTag = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g

export function matches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag) return true
  if (ifNoneMatch.trim() === '*') return true
  for (const [, tag] of ifNoneMatch.matchAll(entityTag)) if (tag === etag) return true
  return false
}
