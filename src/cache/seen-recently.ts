// What has been asked for lately, in little room: a mark for each of about the last so many keys. Two keys may share a mark,
// one in thousands of millions, and a newer one takes the place of an older one.

const places = 16_384

/** Tells whether it was told the same key lately. */
export function rememberLately(): (key: string) => boolean {
  const marks = new Uint32Array(places)
  return key => {
    const mark = markOf(key)
    const place = mark % places
    if (marks[place] === mark) return true
    marks[place] = mark
    return false
  }
}

/** FNV-1a; 0 is the mark of nothing. */
function markOf(key: string): number {
  let mark = 0x811c9dc5
  for (let i = 0; i < key.length; i++) mark = Math.imul(mark ^ key.charCodeAt(i), 0x01000193)
  return mark >>> 0 || 1
}
