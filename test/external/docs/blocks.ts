// What the documents show: their fenced blocks, and the commands in running text.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../../', import.meta.url))

export type Block = {
  /** Where it stands, for whoever has to mend it. */
  at: string
  language: string
  /** The file that readers are told to save it as: the second word behind the fence. */
  name: string | undefined
  text: string
}

export const documents: readonly string[] = globSync(['*.md', 'docs/**/*.md', 'examples/**/*.md', 'deploy/**/*.md'], {
  cwd: root,
})
  .filter(file => !file.includes('node_modules'))
  .sort()

/** What the service tells its own readers, with its real addresses in it: paths behind {web_url}. */
export const pages: readonly string[] = [
  ...globSync('knowledge/en/*.md', { cwd: root }).map(file => basename(file).replace(/^\d+-/, 'docs/')),
  'connect.md',
]

/** Decisions tell how things were; their blocks are only read. */
export const isHistory = (file: string): boolean => file.startsWith('docs/decisions/')

export const readDocument = (file: string): string => readFileSync(join(root, file), 'utf8')

export function blocksOf(file: string, text: string): Block[] {
  return [...text.matchAll(/^( *)(`{3,})([^\n`]*)\n(.*?)^ *\2 *$/gms)].map(match => {
    const [, indent = '', , info = '', body = ''] = match
    const [language = '', name] = info.trim().split(/\s+/)
    const line = text.slice(0, match.index).split('\n').length
    return { at: `${file}:${line}`, language, name, text: body.replaceAll(new RegExp(`^${indent}`, 'gm'), '') }
  })
}

/** What stands as code in running text, without the blocks. */
export function spansOf(text: string): string[] {
  const prose = text.replaceAll(/^ *(`{3,})[^\n`]*\n.*?^ *\1 *$/gms, '')
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!.replaceAll('\\|', '|'))
}
