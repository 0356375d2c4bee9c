// The ranking of Vitrine, asked over HTTP like a visitor does.

import { startVitrine } from '../processes.ts'
import type { SearchCommunity } from './community.ts'
import type { Ranking } from './fts5.ts'
import { depth } from './queries.ts'

type Page = { data: { items: { handle: string; slug: string }[] } }

const timeoutMs = 10_000

export async function startRanking({ store }: SearchCommunity): Promise<{ ranking: Ranking; stop(): Promise<void> }> {
  const { url, stop } = await startVitrine({ VITRINE_STORE: store })
  const ranking = async (text: string, locale: string): Promise<string[]> => {
    const parameters = new URLSearchParams({ q: text, locale, limit: String(depth) })
    const address = `${url}/public/share/community?${parameters}`
    const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) })
    if (!response.ok) throw new Error(`${address} was answered with ${response.status}.`)
    const { data } = (await response.json()) as Page
    return data.items.map(({ handle, slug }) => `${handle}/${slug}`)
  }
  return { ranking, stop }
}
