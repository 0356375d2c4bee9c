// Facts: what can be asked about the service, how it is said and how people ask for it, in every language.
import { join } from 'node:path'
import type { FactValues } from '../knowledge/fact-values.ts'
import { type Folders, jsonOf, namesIn } from '../knowledge/folders.ts'
import { serviceLocales as languages } from '../operations/locale.ts'

/**
 * `say` and `ask` by locale, values filled in. `page` and `anchor` are the section of the knowledge that proves it. What is
 * `absent` is known to be unknown: people ask for it, and the sources say nothing.
 */
export type Fact = {
  id: string
  absent: boolean
  page: string
  anchor: string
  say: ReadonlyMap<string, string>
  ask: ReadonlyMap<string, readonly string[]>
  /** The fact that is said with it, because who asks for the one wants the other too. */
  also: string | null
}

type Entry = { proof?: string; say: string; also?: string; ask: string[] }

/** A fact without its English sentence and proof does not exist; one without a translation is said in English. */
export function loadFacts(folders: Folders, values: FactValues): Fact[] {
  const byLanguage = new Map<string, Map<string, Entry>>(
    languages.map(language => [language, readEntries(folders, join(language, 'facts'))]),
  )
  return [...byLanguage.get('en')!].map(([id, { proof, also = null }]) => {
    if (proof === undefined) throw new Error(`knowledge/en/facts: ${id} needs a proof: page#anchor.`)
    const [page = '', anchor = ''] = proof.split('#')
    const say = new Map<string, string>()
    const ask = new Map<string, string[]>()
    for (const [language, entries] of byLanguage) {
      const entry = entries.get(id)
      if (entry === undefined) continue
      const fill = filler(language, values, id)
      say.set(language, fill(entry.say).replaceAll('`', ''))
      ask.set(language, entry.ask.map(fill))
    }
    return { id, absent: false, page, anchor, say, ask, also }
  })
}

function readEntries(folders: Folders, subfolder: string): Map<string, Entry> {
  const all = namesIn(folders, subfolder, '.json').flatMap(name =>
    Object.entries(jsonOf<Entry>(folders, join(subfolder, name))).map(
      ([id, entry]) => [id, checked(entry, `${name}: ${id}`)] as const,
    ),
  )
  return new Map(all)
}

function checked(entry: Entry, name: string): Entry {
  const isText = (value: unknown) => typeof value === 'string' && value !== ''
  if (isText(entry?.say) && Array.isArray(entry.ask) && entry.ask.every(isText)) return entry
  throw new Error(`knowledge facts: ${name} needs \`say\` (a sentence) and \`ask\` (a list of questions).`)
}

const numberFormats = new Map<string, Intl.NumberFormat>()

/** Making one takes longer than using it a thousand times. */
function numberFormat(language: string): Intl.NumberFormat {
  const made =
    numberFormats.get(language) ?? new Intl.NumberFormat(`${language}-u-nu-latn`, { maximumFractionDigits: 4 })
  numberFormats.set(language, made)
  return made
}

/** `{{name}}` becomes its value; a number as the language writes it, in digits that programs read too. */
export function filler(language: string, values: FactValues, where: string): (text: string) => string {
  const number = numberFormat(language)
  return text =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const value = values[name]
      if (value === undefined) throw new Error(`${where} asks for {{${name}}}, which has no value.`)
      return typeof value === 'number' ? number.format(value) : value
    })
}

/** Questions that are asked and cannot be answered, by topic. */
export function loadAbsent(folders: Folders): Fact[] {
  const topics = jsonOf<string[]>(folders, join('en', 'absent.json'))
  return Object.entries(topics).map(([topic, questions]) => ({
    id: `absent.${topic}`,
    absent: true,
    page: '',
    anchor: '',
    say: new Map(),
    ask: new Map([['en', questions]]),
    also: null,
  }))
}
