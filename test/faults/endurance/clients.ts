// Clients of all kinds. Each knows what a correct answer is.
import type { randomOf } from '../../support/model/generator.ts'
import { ask, type Reply } from '../../support/start-service.ts'
import { hosts } from './deployment.ts'
import type { Ledger } from './ledger.ts'

/** A creation that never changes. */
export type Known = { handle: string; slug: string; title: string }

export type Community = {
  port: number
  known: readonly Known[]
  ledger: Ledger
  random: ReturnType<typeof randomOf>
}

/** Returns what is wrong with a response with status 200. */
type Check = (reply: Reply) => string | undefined
/** `hasFailed`: whether a response with status 200 says that the service could not answer. */
type Sent = { reply: Promise<Reply>; check: Check; hasFailed?: (reply: Reply) => boolean }

export const clients: Readonly<Record<string, (community: Community) => Sent>> = {
  creation: community => {
    const known = community.random.pick(community.known)
    const check = (reply: Reply) => differs('title', reply.json().data.title, known.title)
    return { reply: api(community, `/public/share/app/${known.handle}/${known.slug}`), check }
  },
  list: community => {
    const { random } = community
    const sort = random.pick(['trending', 'recent', 'liked'])
    const reply = api(community, `/public/share/community?sort=${sort}&limit=${1 + random.below(48)}`)
    return { reply, check: one => (one.json().data.items.length > 0 ? undefined : 'an empty list') }
  },
  search: community => {
    const { title, handle, slug } = community.random.pick(community.known)
    const reply = api(community, `/public/share/community?limit=48&q=${encodeURIComponent(title)}`)
    const check = (one: Reply) => {
      const items = one.json().data.items as Known[]
      return items.some(item => item.title === title) ? undefined : `${handle}/${slug} is not found by its title`
    }
    return { reply, check }
  },
  newest: community => {
    const asked = Date.now()
    return { reply: api(community, community.ledger.path), check: one => community.ledger.check(one, asked) }
  },
  page: community => {
    const { handle, slug, title } = community.random.pick(community.known)
    const check = (one: Reply) => (one.text.includes(escaped(title)) ? undefined : `the page has no title ${title}`)
    return { reply: web(community, `/@${handle}/${slug}`), check }
  },
  ask: community => {
    const { handle, slug, title } = community.random.pick(community.known)
    const body = JSON.stringify({ query: `Who made "${title}"?` })
    const check = (one: Reply) =>
      one.text.includes(`/@${handle}`) ? undefined : `not the creator of ${handle}/${slug}`
    return { reply: web(community, '/ask', body), check }
  },
  mcp: community => {
    const { handle, slug, title } = community.random.pick(community.known)
    const params = { name: 'get_app_share', arguments: { handle, slug } }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    const check = (one: Reply) => differs('title', one.json().result?.structuredContent?.title, title)
    return { reply: api(community, '/mcp', body), check, hasFailed: one => one.json().result?.isError === true }
  },
}

const differs = (what: string, actual: unknown, expected: string) =>
  actual === expected ? undefined : `${what} is ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

type To = { port: number }

function send(port: number, host: string, path: string, body?: string): Promise<Reply> {
  if (body === undefined) return ask(port, path, { headers: { Host: host } })
  return ask(port, path, { method: 'POST', headers: { Host: host, 'Content-Type': 'application/json' }, body })
}

export const api = ({ port }: To, path: string, body?: string) => send(port, hosts.api, path, body)
export const web = ({ port }: To, path: string, body?: string) => send(port, hosts.web, path, body)
