// Reads knowledge/<locale>/words.txt: one idea per line, with the words and phrases that mean it.
import { join } from 'node:path'
import { type Folders, textsOf } from '../../knowledge/folders.ts'
import { defaultKinds, type SiteKind } from '../../site/site.ts'
import type { Text } from '../../site/text.ts'

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

const ideaOf = (key: string): string => `kind.${key}`

/** Built-in kinds that the site does not have are words like any others. */
export function withKindWords(words: Words, kinds: readonly SiteKind[], locale: string): Words {
  const all = new Map([...words])
  for (const key of defaultKinds) if (!kinds.some(kind => kind.key === key)) all.delete(ideaOf(key))
  for (const { key, label, plural } of kinds) {
    const texts = [label, plural].flatMap(text => textFor(text, locale)).map(text => text.toLowerCase())
    if (texts.length === 0) continue
    // Otherwise everyday words such as "recipe", question words such as the German "Anleitung" (how to), and words of topics
    // that the service has nothing to say about, would count as these too.
    for (const [idea, others] of all)
      if (/^(?:absent|frame)\.|^(?:other|stop)$/.test(idea))
        all.set(
          idea,
          others.filter(other => !texts.includes(other.toLowerCase())),
        )
    all.set(ideaOf(key), [...(all.get(ideaOf(key)) ?? []), ...texts])
  }
  return all
}

/** Questions in other languages may use the English label, since all languages know the English words. */
export function textFor(text: Text | undefined, locale: string): string[] {
  if (text === undefined) return []
  if (typeof text === 'string') return locale === 'en' ? [text] : []
  const own = Object.entries(text).filter(([tag]) => tag.split('-', 1)[0] === locale)
  // Without English, the label of the first language is what pages show.
  const shown = own.length === 0 && locale === 'en' ? Object.entries(text).slice(0, 1) : own
  return shown.map(([, value]) => value)
}
