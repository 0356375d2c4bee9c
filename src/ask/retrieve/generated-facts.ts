// Facts that come by the dozen, made from tables: one for each agent auth error code, discovery document and MCP tool.
import type { Tables } from '../../knowledge/values.ts'
import { serviceLocales as languages } from '../../languages/languages.ts'
import type { Phrases } from '../answer/phrases.ts'
import type { Turn } from '../yield-slices.ts'
import type { Fact } from './facts.ts'

export async function familyFacts(tables: Tables, phrases: Phrases, turn: Turn): Promise<Fact[]> {
  const { agentAuthCodes, mcp } = tables
  const codes = agentAuthCodes
    .filter(({ code }) => !(code in tables.errors)) // those that are errors of the whole interface have facts of their own
    .map(({ code, endpoint, meaning }) => ({
      id: `agent-auth-code.${code}`,
      page: 'agent-auth',
      anchor: 'error-codes',
      phrase: 'family.agent-auth-code',
      values: { code, endpoint, meaning: withoutStop(meaning) },
      ask: [code, `what does ${code} mean`, `error ${code}`, `${code} agent auth error code`],
    }))
  const tools = mcp.tools.map(({ name, description }) => ({
    id: `mcp-tool.${name}`,
    page: 'mcp',
    anchor: 'tools',
    phrase: 'family.tool',
    values: { name, what: firstSentence(description) },
    ask: [`${name} mcp tool`, `what does the tool ${name} do`, `tool ${name}`],
  }))
  const facts: Fact[] = []
  for (const { phrase, values, ask, ...rest } of [...codes, ...tools]) {
    const say = new Map(languages.map(language => [language, phrases.say(language, phrase, values)]))
    facts.push({ ...rest, absent: false, also: null, say, ask: new Map([['en', ask]]) })
    await turn()
  }
  return facts
}

const withoutStop = (text: string): string => text.replace(/\.$/, '')
const firstSentence = (text: string): string => (/^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text).replaceAll('`', '')
