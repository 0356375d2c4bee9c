// Facts generated from tables: what the site is, and one for each agent auth error code and MCP tool.
import type { Tables } from '../../knowledge/values.ts'
import { serviceLocales as languages } from '../../languages/languages.ts'
import type { Phrases } from '../answer/phrases.ts'
import type { Fact } from './facts.ts'

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
    values: { name, what: firstSentence(description) },
    ask: [`${name} mcp tool`, `what does the tool ${name} do`, `tool ${name}`],
  }))
  return [...codes, ...tools].map(({ phrase, values, ask, ...rest }) => {
    const say = new Map(languages.map(language => [language, phrases.say(language, phrase, values)]))
    return { ...rest, absent: false, ofSite: false, also: null, say, ask: new Map([['en', ask]]) }
  })
}

const withoutStop = (text: string): string => text.replace(/\.$/, '')
const firstSentence = (text: string): string => (/^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text).replaceAll('`', '')

/** The introduction of the site, unless the site pack has this fact itself. */
export function introductionFact({ intro }: FactTables, productName: string): Fact {
  const ask = [
    `what is ${productName}`,
    `tell me about ${productName}`,
    `what does ${productName} do`,
    'what is this community',
  ]
  return {
    id: introductionId,
    absent: false,
    ofSite: false,
    page: 'community',
    anchor: '',
    say: new Map(Object.entries(intro)),
    ask: new Map([['en', [...ask, 'what is this', 'what is this site about', 'introduce yourself']]]),
    also: null,
  }
}

export const introductionId = 'product.what'
