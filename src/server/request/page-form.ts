// In which form a page goes out: HTML for browsers, Markdown for whoever asks for it, and for AI agents that do not say.
import type { IncomingHttpHeaders } from 'node:http'
import { makeTypeChooser } from './accept.ts'

export type PageForm = 'text/html' | 'text/markdown'

/** Agents that read pages for people or models; programs that build search engines are not among them. */
export const readingAgents: readonly string[] = [
  'Amazonbot',
  'Bytespider',
  'CCBot',
  'ChatGPT-User',
  'Claude-Code',
  'Claude-SearchBot',
  'Claude-User',
  'ClaudeBot',
  'Claude-Web',
  'cohere-ai',
  'DuckAssistBot',
  'Gemini-Deep-Research',
  'GPTBot',
  'Meta-ExternalAgent',
  'Meta-ExternalFetcher',
  'MistralAI-User',
  'OAI-SearchBot',
  'Perplexity-User',
  'PerplexityBot',
  'YouBot',
]

const agentPattern = new RegExp(readingAgents.map(name => RegExp.escape(name)).join('|'), 'i')

// Browsers never name Markdown, so whoever does prefers it even where both weigh the same.
const amongNamed = makeTypeChooser<PageForm>(['text/markdown', 'text/html'])

export function pageForm({ accept, 'user-agent': agent }: IncomingHttpHeaders): PageForm {
  if (accept !== undefined && /text\/markdown/i.test(accept)) return amongNamed(accept)
  if (accept !== undefined && /text\/html/i.test(accept)) return 'text/html'
  return agent !== undefined && agentPattern.test(agent) ? 'text/markdown' : 'text/html'
}

// Of everything that `pageForm` chose.
const pageVary = 'Accept, Accept-Encoding, Service-API-Version, User-Agent'

/** Caching headers for a page: those of `answer`, but for what it depends on. */
export const pageCaching = (answer: readonly string[]): string[] =>
  answer.map((value, i) => (answer[i - 1] === 'Vary' ? pageVary : value))

/** What a page in one of its forms is found by at the front door. No URL of a request has a space. */
export const pageUrlKey = (form: PageForm, url: string): string => `${form} ${url}`
