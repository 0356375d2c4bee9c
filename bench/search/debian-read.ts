// Reads the metadata of Debian: package lists (control files) and AppStream components (DEP-11, a subset of YAML).
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** Field names in lower case. */
export type Stanza = Record<string, string>

/** What AppStream knows about a desktop application. `names` and `summaries` are by language; `C` is English. */
export type Component = { names: Record<string, string>; summaries: Record<string, string>; keywords: string[] }

function textOf(path: string): string {
  const bytes = readFileSync(path)
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
}

export function* readStanzas(path: string): Generator<Stanza> {
  for (const block of textOf(path).split(/\n{2,}/)) {
    const fields = block.split(/\n(?=[^\s])/).map(field => /^([^:]+):\s*([\s\S]*)$/.exec(field))
    const stanza = Object.fromEntries(fields.flatMap(match => (match ? [[match[1]!.toLowerCase(), match[2]!]] : [])))
    if (stanza.package !== undefined) yield stanza
  }
}

/** Desktop applications by package. If a package has several, the one that is named like the package counts. */
export function readComponents(path: string): Map<string, Component> {
  const components = new Map<string, Component>()
  for (const text of textOf(path).split(/^---$/m)) {
    const name = /^Package: (.+)$/m.exec(text)?.[1]
    if (name === undefined || !/^Type: desktop-application$/m.test(text)) continue
    const [names, summaries] = [languagesOf(text, 'Name'), languagesOf(text, 'Summary')]
    const isNamed = plain(names.C ?? '') === plain(name)
    if (names.C !== undefined && (isNamed || !components.has(name))) {
      components.set(name, { names, summaries, keywords: keywordsOf(text) })
    }
  }
  return components
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

function languagesOf(text: string, key: string): Record<string, string> {
  const block = new RegExp(`^${key}:\\n((?:  .*\\n)+)`, 'm').exec(text)?.[1] ?? ''
  const entries = block.split(/\n(?= {2}\S)/).map(entry => /^\s*([\w@-]+):\s*([\s\S]*)$/.exec(entry))
  return Object.fromEntries(entries.flatMap(match => (match ? [[match[1]!, scalar(match[2]!)]] : [])))
}

function keywordsOf(text: string): string[] {
  const block = /^Keywords:\n(?: .*\n)*? {2}C:\n((?: {2}- .*\n)+)/m.exec(text)?.[1] ?? ''
  return block.split('\n').flatMap(line => (line.startsWith('  - ') ? [scalar(line.slice(4))] : []))
}

function scalar(source: string): string {
  const text = source.trim().replaceAll(/\s*\n\s*/g, ' ')
  if (text.startsWith("'")) return text.slice(1, -1).replaceAll("''", "'")
  if (!text.startsWith('"')) return text
  try {
    return JSON.parse(text.replaceAll(/\\ /g, ' ')) as string
  } catch {
    return text.slice(1, -1)
  }
}
