// The folder knowledge/: documentation pages, facts and words of every language.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Later folders add to and override earlier ones. */
export type Folders = readonly string[]

const own = fileURLToPath(new URL('../../knowledge/', import.meta.url))

export const builtInFolders: Folders = [own]

/** The files with an ending in a subfolder, by name and in order of their names. */
export function filesIn(folders: Folders, subfolder: string, ending: string): Map<string, string> {
  const files = folders
    .map(folder => join(folder, subfolder))
    .filter(folder => existsSync(folder))
    .flatMap(folder => readdirSync(folder).map(name => [name, join(folder, name)] as const))
    .filter(([name]) => name.endsWith(ending))
  return new Map([...new Map(files)].sort(([one], [other]) => (one < other ? -1 : 1)))
}

export const namesIn = (folders: Folders, subfolder: string, ending: string): string[] => [
  ...filesIn(folders, subfolder, ending).keys(),
]

/** The same file of every folder that has it, earlier folders first. */
export async function textsOf(folders: Folders, name: string): Promise<{ file: string; text: string }[]> {
  const files = folders.map(folder => join(folder, name)).filter(file => existsSync(file))
  return Promise.all(files.map(async file => ({ file, text: await readFile(file, 'utf8') })))
}

/** Later files take precedence. */
export async function jsonOf<T>(folders: Folders, name: string): Promise<Record<string, T>> {
  const parts = (await textsOf(folders, name)).map(({ file, text }) => {
    try {
      return JSON.parse(text) as Record<string, T>
    } catch (error) {
      throw new Error(`${file} is not JSON: ${(error as Error).message}`)
    }
  })
  return Object.assign({}, ...parts)
}

/** Ids of built-in facts, and of refusals, which a site pack can word differently. */
export function builtInFactIds(): Set<string> {
  const facts = [...filesIn(builtInFolders, join('en', 'facts'), '.json').values()]
  const idsIn = (file: string) => Object.keys(JSON.parse(readFileSync(file, 'utf8')))
  const refusals = idsIn(join(own, 'en', 'phrases.json')).filter(id => id.startsWith('refuse.'))
  return new Set([...facts.flatMap(idsIn), ...refusals])
}
