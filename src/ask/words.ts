// knowledge/<locale>/words.txt: words that mean the same, one idea a line.

/** Idea → the words and phrases that stand for it. */
export type Words = ReadonlyMap<string, readonly string[]>

export function readWords(text: string, file: string): Words {
  const words = new Map<string, string[]>()
  text.split('\n').forEach((line, index) => {
    if (line.trim() === '' || line.startsWith('#')) return
    const [, idea, list] = /^([a-z][a-z0-9.-]*):\s*(.*)$/.exec(line) ?? []
    if (idea === undefined || list === undefined) {
      throw new Error(`${file}:${index + 1} must be \`idea: word, another word\`.`)
    }
    const phrases = list.split(/[,،、,]/).map(phrase => phrase.trim())
    words.set(idea, [...(words.get(idea) ?? []), ...phrases.filter(phrase => phrase !== '')])
  })
  return words
}

/** What stands for an idea in any of them. */
export function mergeWords(all: readonly Words[]): Words {
  const merged = new Map<string, string[]>()
  for (const words of all) {
    for (const [idea, phrases] of words) merged.set(idea, [...(merged.get(idea) ?? []), ...phrases])
  }
  return merged
}
