// Reads knowledge/<locale>/words.txt: one idea per line, with the words and phrases that mean it.
import { join } from 'node:path'
import { type Folders, textsOf } from '../../knowledge/folders.ts'

/** Idea → its words and phrases, from all folders. */
export type Words = ReadonlyMap<string, readonly string[]>

export const loadWords = async (folders: Folders, language: string): Promise<Words> =>
  parseWords(await textsOf(folders, join(language, 'words.txt')))

export function parseWords(files: readonly { file: string; text: string }[]): Words {
  const words = new Map<string, string[]>()
  for (const { file, text } of files)
    for (const [index, line] of text.split('\n').entries()) parseLine(line, `${file}:${index + 1}`, words)
  return words
}

function parseLine(line: string, location: string, words: Map<string, string[]>): void {
  if (line.trim() === '' || line.startsWith('#')) return
  const [, idea, list] = /^([a-z][a-z0-9.-]*):\s*(.*)$/.exec(line) ?? []
  if (idea === undefined || list === undefined) throw new Error(`${location} must be \`idea: word, another word\`.`)
  const phrases = list.split(/[,،、，]/).map(phrase => phrase.trim())
  words.set(idea, [...(words.get(idea) ?? []), ...phrases.filter(phrase => phrase !== '')])
}
