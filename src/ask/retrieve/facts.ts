// Facts about the service: the answer and example questions, in every language.
import { join } from 'node:path'
import { type Folders, jsonOf, namesIn } from '../../knowledge/folders.ts'
import type { FactValues } from '../../knowledge/values.ts'
import { serviceLocales as languages } from '../../languages/languages.ts'

export type Fact = {
  id: string
  /** Has questions but no answer: the knowledge pages do not contain it. */
  absent: boolean
  /** The section of the knowledge pages that proves the fact. */
  page: string
  anchor: string
  /** The answer by locale, with values filled in. */
  say: ReadonlyMap<string, string>
  /** Example questions by locale. */
  ask: ReadonlyMap<string, readonly string[]>
  /** The id of a fact that is answered together with this one. */
  also: string | null
}

/** A fact in a file of knowledge/. */
type Entry = {
  /** `page#anchor`. Required in English. */
  proof?: string
  say: string
  /** Replaces `say` when a limit that `say` mentions is off. */
  unlimited?: string
  /** For a fact that mentions several limits: ids of facts that replace it when one of the limits is off. */
  parts?: string[]
  also?: string
  ask: string[]
}

/** Every fact needs an English sentence and a proof; missing translations fall back to English. */
export async function loadFacts(folders: Folders, values: FactValues): Promise<Fact[]> {
  const byLanguage: ByLanguage = new Map()
  for (const language of languages) {
    byLanguage.set(language, await readEntries(folders, join(language, 'facts')))
  }
  const facts: Fact[] = []
  for (const [id, entry] of byLanguage.get('en')!) {
    const fact = factOf(id, entry, byLanguage, values)
    if (fact.say.has('en')) facts.push(fact)
  }
  return facts
}

type ByLanguage = Map<string, ReadonlyMap<string, Entry>>

function factOf(id: string, { proof, also, parts = [] }: Entry, byLanguage: ByLanguage, values: FactValues): Fact {
  if (proof === undefined) throw new Error(`knowledge/en/facts: ${id} needs a proof: page#anchor.`)
  const [page = '', anchor = ''] = proof.split('#')
  const say = new Map<string, string>()
  const ask = new Map<string, string[]>()
  for (const [language, entries] of byLanguage) {
    const entry = entries.get(id)
    if (entry === undefined) continue
    const fill = filler(language, values, id)
    const sentence = sentenceOf(entry, parts, entries, values)
    if (sentence !== null) say.set(language, fill(sentence).replaceAll('`', ''))
    ask.set(language, entry.ask.map(fill))
  }
  return { id, absent: false, page, anchor, say, ask, also: also ?? null }
}

/** Null when a limit that the fact mentions is off, and nothing replaces the sentence. */
function sentenceOf(
  { say, unlimited }: Entry,
  parts: readonly string[],
  entries: ReadonlyMap<string, Entry>,
  values: FactValues,
): string | null {
  const isOff = [...say.matchAll(/\{\{([\w.]+)\}\}/g)].some(([, name]) => values[name!] === null)
  if (!isOff) return say
  const others = parts.flatMap(id => entries.get(id) ?? []).map(entry => sentenceOf(entry, [], entries, values))
  return unlimited ?? (others.join(' ') || null)
}

async function readEntries(folders: Folders, subfolder: string): Promise<Map<string, Entry>> {
  const all = new Map<string, Entry>()
  for (const name of namesIn(folders, subfolder, '.json')) {
    const entries = await jsonOf<Entry>(folders, join(subfolder, name))
    for (const [id, entry] of Object.entries(entries)) all.set(id, checked(entry, `${name}: ${id}`))
  }
  return all
}

function checked(entry: Entry, name: string): Entry {
  const isText = (value: unknown) => typeof value === 'string' && value !== ''
  if (isText(entry?.say) && Array.isArray(entry.ask) && entry.ask.every(isText)) return entry
  throw new Error(`knowledge facts: ${name} needs \`say\` (a sentence) and \`ask\` (a list of questions).`)
}

/** Creating a formatter takes longer than a thousand uses. */
const numberFormats = new Map<string, Intl.NumberFormat>()

function numberFormat(language: string): Intl.NumberFormat {
  const made =
    numberFormats.get(language) ?? new Intl.NumberFormat(`${language}-u-nu-latn`, { maximumFractionDigits: 4 })
  numberFormats.set(language, made)
  return made
}

/**
 * Replaces `{{name}}` by its value; numbers are formatted for the language, in ASCII digits. No full
 * stop follows a value that ends in one (Ann S.).
 */
export function filler(language: string, values: FactValues, where: string): (text: string) => string {
  return text =>
    text.replace(/\{\{([\w.]+)\}\}(\.?)/g, (_, name: string, stop: string) => {
      const value = values[name]
      if (value === undefined || value === null) throw new Error(`${where} asks for {{${name}}}, which has no value.`)
      const text = typeof value === 'number' ? numberFormat(language).format(value) : value
      return text.endsWith('.') ? text : text + stop
    })
}

/** Questions that have no answer, by topic. */
export async function loadAbsent(folders: Folders): Promise<Fact[]> {
  const topics = await jsonOf<string[]>(folders, join('en', 'absent.json'))
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
