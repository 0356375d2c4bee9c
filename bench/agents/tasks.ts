// Ten tasks that agents have, via MCP and via plain HTTP. `expected` are parts of the answer.
import { setTimeout as wait } from 'node:timers/promises'
import type { Agent } from './clients.ts'

/** What is true in the community, read before the tasks. */
export type Facts = {
  games: string[]
  topTag: string
  tag: string
  spanish: string[]
  creator: string
  scores: string[]
  followers: string[]
  followerCount: number
  apiVersion: string
}

export type Way = 'mcp' | 'http'

type Task = {
  name: string
  expected: (facts: Facts, way: Way) => readonly string[]
  /** Parts that only a wrong answer has. */
  wrong?: readonly string[]
  /** What is done via MCP, if that differs from the task. */
  viaMcp?: string
  mcp: (agent: Agent, facts: Facts) => Promise<unknown>
  http: (agent: Agent, facts: Facts) => Promise<unknown>
}

const cheapest = 'How many credits does the cheapest plan have?'
const long =
  'I am building a small program that reads the community every night and I want to be polite to the service. ' +
  'Before I schedule it, I would like to know how many public reads it may send from one address. ' +
  'How many requests may I send per minute?'

/** Jobs of the built-in answerer take milliseconds. */
const jobMs = 1_000

export const tasks: readonly Task[] = [
  {
    name: 'five most liked games',
    expected: ({ games }) => games,
    mcp: agent => agent.tool('get_community_feed', { kind: 'game', sort: 'liked', limit: 5 }),
    http: agent => agent.get('/community.md?kind=game&sort=liked&limit=5'),
  },
  {
    name: 'everything with a tag that is written in Spanish',
    // The number as well: nothing else may be in the list.
    expected: ({ spanish }) => [...spanish.map(name => name.split('/')[1]!), `${spanish.length} creations`],
    mcp: (agent, { tag }) => agent.tool('get_community_feed', { tag, language: 'es', limit: 48 }),
    http: (agent, { tag }) => agent.get(`/community.md?tag=${tag}&language=es&limit=48`),
  },
  {
    name: 'top scores of a creator',
    expected: ({ scores }) => scores,
    mcp: (agent, { creator }) => agent.tool('get_creator_profile', { handle: creator }),
    http: (agent, { creator }) => agent.get(`/@${creator}.md?limit=3`),
  },
  {
    name: 'followers of the most followed creator',
    expected: ({ creator, followers, followerCount }) => [creator, String(followerCount), ...followers],
    mcp: async agent => {
      const [, handle] = /\(([a-z0-9-]+)\)/.exec(await agent.tool('get_creators', { sort: 'followers', limit: 1 }))!
      await agent.tool('get_creator_followers', { handle })
    },
    http: async agent => {
      const first = JSON.parse(await agent.get('/public/share/creators?sort=followers&limit=1'))
      await agent.get(`/public/share/user/${first.data.items[0].handle}/followers?limit=5`)
    },
  },
  {
    name: 'health of the service, and what to do after a 429',
    expected: () => ['operational', '429', 'Retry-After'],
    mcp: agent => agent.tool('get_status'),
    http: agent => agent.get('/status'),
  },
  {
    name: 'credits of the cheapest plan, with the source',
    expected: () => ['1,000 credits a month', '/docs/plans'],
    // The cheapest plan, not the one with the cheapest credits. The source is a table of all plans.
    wrong: ['10,000 credits for 180 USD'],
    mcp: agent => agent.tool('ask', { query: cheapest }),
    http: agent => agent.get(`/ask?query=${encodeURIComponent(cheapest)}`),
  },
  {
    name: 'three reads at once',
    expected: ({ creator, games, topTag }) => [creator, games[0]!.split('/')[1]!, topTag],
    mcp: agent => agent.tool('batch', threeReads),
    http: agent => agent.post('/batch', threeReads),
  },
  {
    name: 'a long question as a job',
    viaMcp: 'a long question at once, because MCP has no jobs',
    expected: () => ['120 requests'],
    mcp: agent => agent.tool('ask', { query: long }),
    http: async agent => {
      const { job_id } = JSON.parse(await agent.post('/ask/jobs', { query: long }))
      await wait(jobMs)
      await agent.get(`/ask/jobs/${job_id}`)
    },
  },
  {
    name: 'whether an agent can sign up',
    expected: (_, way) => (way === 'mcp' ? ['agents do not sign in'] : ['agent_auth_not_available']),
    mcp: agent => agent.tool('ask', { query: 'Can an AI agent create an account?' }),
    http: agent => agent.post('/agent/auth/register', {}),
  },
  {
    name: 'which version to pin',
    expected: ({ apiVersion }) => ['Service-API-Version', apiVersion],
    mcp: agent => agent.tool('get_status'),
    http: agent => agent.get('/docs/versioning.md'),
  },
]

const threeReads = {
  requests: [
    { id: 'tags', operation: 'get_popular_tags', arguments: { limit: 5 } },
    { id: 'people', operation: 'get_creators', arguments: { limit: 1 } },
    { id: 'game', operation: 'get_community_feed', arguments: { kind: 'game', sort: 'liked', limit: 1 } },
  ],
}
