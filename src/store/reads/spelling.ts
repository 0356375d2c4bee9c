// Spellings at edit distance 1 of a word, to look up which of them exist.

/** Shorter words have too many neighbours that mean something else. */
const shortest = 3
const letters = [...'abcdefghijklmnopqrstuvwxyz']

/**
 * A letter added, left out, replaced, or exchanged with the next. Fewer than a hundred per letter of the word. Words with
 * digits have none: another number is another name.
 */
export function spellings(word: string): string[] {
  const from = [...word]
  if (from.length < shortest || /\p{N}/u.test(word)) return []
  const alphabet = new Set([...letters, ...from])
  const found = new Set<string>()
  for (let i = 0; i <= from.length; i++) {
    const [before, at, after] = [from.slice(0, i).join(''), from[i], from.slice(i + 1).join('')]
    for (const letter of alphabet) {
      found.add(before + letter + (at ?? '') + after)
      if (at !== undefined) found.add(before + letter + after)
    }
    if (at === undefined) continue
    found.add(before + after)
    const next = from[i + 1]
    if (next !== undefined) found.add(before + next + at + from.slice(i + 2).join(''))
  }
  found.delete(word)
  return [...found]
}
