// Memory of the serving process after many different requests.
import { makeRandom } from '../src/art/random.ts'
import { sorts } from '../src/store/store.ts'
import type { Community } from './communities.ts'
import { residentMemory, type Server, startVitrine } from './processes.ts'
import { type Card, newest, openReader } from './readers.ts'
import { oneOf } from './shapes.ts'
import { isReady } from './start-up.ts'
import { judge, type Row, sizeName, whole } from './table.ts'

const requests = 20_000
const clients = 12
const mostMegabytes = 400

export async function measureMemory(community: Community): Promise<Row[]> {
  const paths = await mixedPaths(community)
  const server = await startVitrine({ VITRINE_STORE: community.store, VITRINE_LIMIT_READ: '0' })
  try {
    while (!(await isReady(server.url))) await new Promise(resolve => setTimeout(resolve, 20))
    const before = (await residentMemory(server.pid)) / 1e6
    await askAll(server, paths)
    const after = (await residentMemory(server.pid)) / 1e6
    const show = (value: number) => `${whole(value)} MB`
    return [
      {
        part: `Memory of the server at ${sizeName(community.creations)} creations`,
        name: `after ${whole(requests)} mixed requests`,
        figure: show(after),
        beside: `${show(before)} at the start`,
        ...judge(after, { below: mostMegabytes }, show),
        values: { after, before },
      },
    ]
  } finally {
    await server.stop()
  }
}

/** Feed pages, filters, searches, profiles, shares and misses, most of them asked for once. */
export async function mixedPaths(community: Community): Promise<string[]> {
  const reader = await openReader(community)
  const cards = await newest(reader, 2400)
  await reader.close()
  const random = makeRandom(2)
  const makers: ((card: Card) => string)[] = [
    () => `community?sort=${oneOf(sorts, random)}`,
    card => `community?sort=${oneOf(sorts, random)}&category=${card.category?.slug ?? 'none'}`,
    card => `community?sort=${oneOf(sorts, random)}&tag=${encodeURIComponent(card.tags[0]?.key ?? 'none')}`,
    card => `community?q=${encodeURIComponent(card.summary.split(' ')[2] ?? 'water')}&limit=${limit()}`,
    card => `user/${card.handle}`,
    card => `user/${card.handle}/followers`,
    card => `app/${card.handle}/${card.slug}`,
    card => `app/${card.handle}/no-${card.slug}`,
    () => 'tags',
    () => 'community/landing',
  ]
  const limit = () => 1 + Math.floor(random() * 48)
  return Array.from({ length: requests }, () => `/public/share/${oneOf(makers, random)(oneOf(cards, random))}`)
}

async function askAll({ url }: Server, paths: readonly string[]): Promise<void> {
  let at = 0
  const client = async () => {
    while (at < paths.length) {
      const answer = await fetch(url + paths[at++]!)
      await answer.arrayBuffer()
      if (answer.status !== 200 && answer.status !== 404) throw new Error(`${answer.url} answered ${answer.status}.`)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
}
