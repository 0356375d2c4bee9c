// What agents often do, with the shortest way over MCP and over HTTP: for the skill and llms.txt.
import { pathWith } from '../operations/define.ts'
import {
  getAppShare,
  getCommunityFeed,
  getCreatorFollowers,
  getCreatorProfile,
  getCreators,
} from '../operations/index.ts'
import { newestVersion } from '../server/request/version.ts'
import type { Site } from './site.ts'

/** `mcp` is a tool with its arguments. `url` is what to read over HTTP, by GET unless `body` is there. */
export type AgentTask = { name: string; mcp: string; url: string; body?: string; note: string }

type Context = Site['context']

/** Without features that are turned off. */
export function agentTasks(context: Context): AgentTask[] {
  const { features } = context
  return [...listTasks(context), ...(features.ask ? askTasks(context) : []), ...serviceTasks(context)]
}

/** Markdown pages are shorter than JSON. */
function listTasks({ addresses, features, examples }: Context): AgentTask[] {
  const { baseUrl, webUrl } = addresses
  const { kind, tag, handle } = examples
  const read = (operation: Parameters<typeof pathWith>[0], input: Record<string, string | number>) =>
    `${baseUrl}${pathWith(operation, input)}`
  const list = (input: Record<string, string | number>) =>
    features.pages
      ? `${webUrl}/community.md?${new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]))}`
      : read(getCommunityFeed, input)
  const call = (name: string, input: object) => `${name} ${JSON.stringify(input)}`
  const liked = { kind, sort: 'liked', limit: 5 }
  const inSpanish = { tag, language: 'es', limit: 48 }
  const mostFollowed = { sort: 'followers', limit: 1 }
  return [
    {
      name: 'The most liked of a kind',
      mcp: call(getCommunityFeed.name, liked),
      url: list(liked),
      note: 'other sorts: recent, popular, remixed, trending.',
    },
    {
      name: 'Everything with a tag in a language',
      mcp: call(getCommunityFeed.name, inSpanish),
      url: list(inSpanish),
      note: 'filters combine; the next page follows from the cursor.',
    },
    {
      name: 'Top scores of a creator',
      mcp: call(getCreatorProfile.name, { handle }),
      url: features.pages ? `${webUrl}/@${handle}.md?limit=3` : read(getCreatorProfile, { handle }),
      note: 'also bio, counters and creations.',
    },
    {
      name: 'The most followed creator',
      mcp: call(getCreators.name, mostFollowed),
      url: read(getCreators, mostFollowed),
      note: 'creators by followers, creations or date.',
    },
    {
      name: 'Followers of a creator',
      mcp: call(getCreatorFollowers.name, { handle }),
      url: read(getCreatorFollowers, { handle, limit: 5 }),
      note: 'whom they follow is next to it.',
    },
  ]
}

const askTasks = ({ addresses: { webUrl } }: Context): AgentTask[] => [
  {
    name: 'A fact with its source',
    mcp: 'ask {"query":"…"}',
    url: `${webUrl}/ask?query=How+many+requests+may+I+send+per+minute`,
    note: 'citations are in the answer.',
  },
  {
    name: 'A long question in the background',
    mcp: 'ask {"query":"…"}',
    url: `${webUrl}/ask/jobs`,
    body: '{"query":"…"}',
    note: 'then GET the `status_url` of the answer after `Retry-After`, short with `Accept: text/markdown`.',
  },
]

function serviceTasks({ addresses: { webUrl }, examples: { handle, slug } }: Context): AgentTask[] {
  const requests = [{ id: 'a', operation: getAppShare.name, arguments: { handle, slug } }]
  return [
    {
      name: 'Several reads at once',
      mcp: `batch ${JSON.stringify({ requests })}`,
      url: `${webUrl}/batch`,
      body: JSON.stringify({ requests }),
      note: 'up to ten; each succeeds or fails on its own. Short with `Accept: text/markdown`.',
    },
    {
      name: 'Health, limits, what to do after a 429',
      mcp: 'get_status',
      url: `${webUrl}/status`,
      note: 'after a 429 wait the seconds in `Retry-After`.',
    },
    {
      name: 'The version to pin',
      mcp: 'get_status',
      url: `${webUrl}/status`,
      note: `send \`Service-API-Version: ${newestVersion}\` with HTTP requests.`,
    },
    {
      name: 'Signing up',
      mcp: 'not possible',
      url: `${webUrl}/auth.md`,
      note: 'there are no accounts or credentials for agents.',
    },
  ]
}
