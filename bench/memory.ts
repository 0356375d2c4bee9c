// Memory of `vitrine serve` after many different requests.
import { makeRandom } from '../src/art/random.ts'
import { sorts } from '../src/store/store.ts'
import type { Community } from './communities.ts'
import type { Result } from './floors.ts'
import { cpuSeconds, residentMegabytes, type Server, startVitrine } from './processes.ts'
import { type Card, newest, openReader } from './readers.ts'
import { oneOf } from './statistics.ts'
import { megabytes, sizeName } from './units.ts'

const requests = 20_000
const clients = 12

export async function measureMemory(community: Community): Promise<Result[]> {
  console.error('Measuring the memory.')
  const paths = await mixedPaths(community)
  const server = await startVitrine({ VITRINE_STORE: community.store })
  try {
    const before = { memory: residentMegabytes(server.pid), cpu: cpuSeconds(server.pid) }
    await requestAll(server, paths)
    const milliseconds = ((cpuSeconds(server.pid) - before.cpu) / requests) * 1000
    const details = `${megabytes(before.memory)} at the start; ${milliseconds.toFixed(2)} ms of CPU a request`
    const size = residentMegabytes(server.pid)
    return [{ floor: 'memory', what: sizeName(community.creations), rounds: [{ size }], details }]
  } finally {
    await server.stop()
  }
}

/** Feed pages, filters, searches, profiles, creations and misses. Most of the paths are requested once. */
async function mixedPaths(community: Community): Promise<string[]> {
  const reader = await openReader(community)
  const cards = await newest(reader, 2400)
  await reader.close()
  const random = makeRandom(2)
  const sort = () => `community?sort=${oneOf(sorts, random)}`
  const makers: ((card: Card) => string)[] = [
    sort,
    card => `${sort()}&category=${card.category?.slug ?? 'none'}`,
    card => `${sort()}&tag=${encodeURIComponent(card.tags[0]?.key ?? 'none')}`,
    card => `${sort()}&creator=${card.handle}`,
    card => `${sort()}&language=${card.locale}&kind=${card.kind}`,
    card => `community?q=${encodeURIComponent(card.summary.split(' ')[2] ?? 'water')}`,
    card => `user/${card.handle}`,
    card => `user/${card.handle}/followers`,
    card => `app/${card.handle}/${card.slug}`,
    card => `app/${card.handle}/no-${card.slug}`,
    () => 'tags',
    () => 'community/landing',
  ]
  return Array.from({ length: requests }, () => `/public/share/${oneOf(makers, random)(oneOf(cards, random))}`)
}

async function requestAll({ url }: Server, paths: readonly string[]): Promise<void> {
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
