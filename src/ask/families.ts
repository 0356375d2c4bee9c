// Facts that come by the dozen, made from tables: one for each agent auth error code, discovery document and MCP tool.
import type { Tables } from '../knowledge/values.ts'
import { serviceLocales as languages } from '../operations/locale.ts'
import type { Fact } from './facts.ts'
import type { Phrases } from './phrases.ts'

export function familyFacts(tables: Tables, phrases: Phrases): Fact[] {
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
  return [...codes, ...tools].map(({ phrase, values, ask, ...rest }) => ({
    ...rest,
    absent: false,
    also: null,
    say: new Map(languages.map(language => [language, phrases.say(language, phrase, values)])),
    ask: new Map([['en', ask]]),
  }))
}

const withoutStop = (text: string): string => text.replace(/\.$/, '')
const firstSentence = (text: string): string => (/^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text).replaceAll('`', '')
