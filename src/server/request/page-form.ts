// The form of a page: HTML for browsers, Markdown on request and for AI agents that do not ask for HTML.
import type { IncomingHttpHeaders } from 'node:http'
import { makeTypeChooser } from './accept.ts'

export type PageForm = 'text/html' | 'text/markdown'

/** Agents that read pages for people or models; search engine crawlers are not included. */
const readingAgents: readonly string[] = [
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

// Browsers never ask for Markdown, so Markdown wins if both have the same weight.
const chooseForm = makeTypeChooser<PageForm>(['text/markdown', 'text/html'])

export function pageForm({ accept, 'user-agent': agent }: IncomingHttpHeaders): PageForm {
  if (accept !== undefined && /text\/markdown/i.test(accept)) return chooseForm(accept)
  if (accept !== undefined && /text\/html/i.test(accept)) return 'text/html'
  return agent !== undefined && agentPattern.test(agent) ? 'text/markdown' : 'text/html'
}

// The headers that `pageForm` reads, and those that other responses vary by.
const pageVary = 'Accept, Accept-Encoding, Service-API-Version, User-Agent'

/** Caching headers of a page: `headers` with the Vary of pages. */
export const pageCaching = (headers: readonly string[]): string[] =>
  headers.map((value, i) => (headers[i - 1] === 'Vary' ? pageVary : value))

/** The key of a page form in the URL cache. Request URLs contain no space. */
export const pageUrlKey = (form: PageForm, url: string): string => `${form} ${url}`
