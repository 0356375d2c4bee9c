// Facts about the service: the answer and example questions, in every language.
import { join } from 'node:path'
import { type Folders, jsonOf, namesIn } from '../../knowledge/folders.ts'
import type { FactValues, Tables } from '../../knowledge/values.ts'
import { serviceLocales as languages } from '../../languages/languages.ts'
import type { SiteFact } from '../../site/site.ts'
import { firstSentence } from '../../util/text.ts'
import { filler, type Phrases } from '../answer/phraser.ts'

export type Fact = {
  id: string
  /** Has questions but no answer: the knowledge pages do not contain it. */
  absent: boolean
  /** From the site pack. */
  ofSite: boolean
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

const builtInFact: Omit<Fact, 'id' | 'ask'> = {
  absent: false,
  ofSite: false,
  page: '',
  anchor: '',
  say: new Map(),
  also: null,
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

/** Every built-in fact has an English sentence and a proof; missing translations fall back to English. */
export async function loadFacts(
  folders: Folders,
  values: FactValues,
  siteFacts: readonly SiteFact[] = [],
): Promise<Fact[]> {
  const byLanguage: ByLanguage = new Map()
  for (const language of languages) {
    byLanguage.set(language, await readEntries(folders, join(language, 'facts')))
  }
  const builtIn = new Set(byLanguage.get('en')!.keys())
  for (const fact of siteFacts) addSiteFact(byLanguage, fact)
  const ofSite = new Set(siteFacts.map(({ id }) => id))
  return [...new Set([...builtIn, ...ofSite])]
    .map(id => ({ ...factOf(id, byLanguage, values), ofSite: ofSite.has(id) && !builtIn.has(id) }))
    .map(fact => ({ ...fact, absent: fact.ofSite && fact.say.size === 0 }))
    .filter(({ say, absent }) => say.size > 0 || absent)
}

/** Adds to the built-in fact with this id, if there is one. */
function addSiteFact(byLanguage: ByLanguage, { locale, id, file: _file, line: _line, ...entry }: SiteFact): void {
  const entries = byLanguage.get(locale.split('-', 1)[0]!.toLowerCase())
  const given = Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined))
  entries?.set(id, { say: '', ask: [], ...entries.get(id), ...given })
}

type ByLanguage = Map<string, Map<string, Entry>>

function factOf(id: string, byLanguage: ByLanguage, values: FactValues): Fact {
  const versions = [...byLanguage.values()].flatMap(entries => entries.get(id) ?? [])
  const { proof = '', also = null, parts = [] } = Object.assign({}, ...versions.toReversed()) as Partial<Entry>
  const [page = '', anchor = ''] = proof.split('#')
  const say = new Map<string, string>()
  const ask = new Map<string, string[]>()
  for (const [language, entries] of byLanguage) {
    const entry = entries.get(id)
    if (entry === undefined) continue
    const fill = filler(language, values, id)
    const sentence = sentenceOf(entry, parts, entries, values)
    if (sentence) say.set(language, fill(sentence).replaceAll('`', ''))
    ask.set(language, entry.ask.map(fill))
  }
  return { ...builtInFact, id, page, anchor, say, ask, also }
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

/** Questions that have no answer, by topic. Those that the site pack lists, with or without an answer, are its own. */
export async function loadAbsent(folders: Folders, facts: readonly Fact[]): Promise<Fact[]> {
  const topics = await jsonOf<string[]>(folders, join('en', 'absent.json'))
  const ofSite = new Set(facts.filter(fact => fact.ofSite).flatMap(({ ask }) => ask.get('en') ?? []))
  const open = Object.entries(topics)
    .map(([topic, questions]) => [topic, questions.filter(question => !ofSite.has(question))] as const)
    .filter(([, questions]) => questions.length > 0)
  return open.map(([topic, questions]) => ({
    ...builtInFact,
    id: `absent.${topic}`,
    absent: true,
    ask: new Map([['en', questions]]),
  }))
}

export type FactTables = Pick<Tables, 'agentAuthCodes' | 'errors' | 'intro'> & { mcp: Pick<Tables['mcp'], 'tools'> }

export function generatedFacts({ agentAuthCodes, errors, mcp }: FactTables, phrases: Phrases): Fact[] {
  const codes = agentAuthCodes
    .filter(({ code }) => !(code in errors)) // those that are general API errors have their own facts
    .map(({ code, endpoint, meaning }) => ({
      id: `agent-auth-code.${code}`,
      page: 'agent-auth',
      anchor: 'error-codes',
      phrase: 'family.agent-auth-code',
      values: { code, endpoint, meaning: withoutStop(meaning) },
      ask: [`error ${code}`, `what does the error ${code} mean`, `${code} agent auth error code`],
    }))
  const tools = mcp.tools.map(({ name, description }) => ({
    id: `mcp-tool.${name}`,
    page: 'mcp',
    anchor: 'tools',
    phrase: 'family.tool',
    values: { name, what: firstSentence(description).replaceAll('`', '') },
    ask: [`${name} mcp tool`, `what does the tool ${name} do`, `tool ${name}`],
  }))
  return [...codes, ...tools].map(({ phrase, values, ask, ...rest }) => {
    const say = new Map(languages.map(language => [language, phrases.say(language, phrase, values)]))
    return { ...builtInFact, ...rest, say, ask: new Map([['en', ask]]) }
  })
}

const withoutStop = (text: string): string => text.replace(/\.$/, '')

/** The introduction of the site, unless the site pack has this fact itself. */
export function introductionFact({ intro }: FactTables, productName: string): Fact {
  const ask = [
    `what is ${productName}`,
    `tell me about ${productName}`,
    `what does ${productName} do`,
    'what is this community',
  ]
  return {
    ...builtInFact,
    id: introductionId,
    page: 'community',
    say: new Map(Object.entries(intro)),
    ask: new Map([['en', [...ask, 'what is this', 'what is this site about', 'introduce yourself']]]),
  }
}

export const introductionId = 'product.what'
