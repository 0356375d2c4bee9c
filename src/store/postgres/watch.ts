// Notices commits of any process, and which server can be read.
import type { IndexState } from '../derived-version.ts'
import type { Pool } from './connections.ts'
import { followReplica, type Replica } from './replica.ts'
import { watchPrimary } from './watch-primary.ts'

const pollMs = 400

export type Watch = {
  version(): number
  locales(): ReadonlySet<string>
  /** As in the store: null while the index is current and the primary or a replica that is up to date answers. */
  awaySince(): number | null
  indexState(): IndexState
  onChange(listener: (version: number) => void): () => void
  replica: Replica | undefined
  close(): Promise<void>
}

export async function watchData(url: string, pools: { primary: Pool; replica: Pool | undefined }): Promise<Watch> {
  const listeners = new Set<(version: number) => void>()
  const primary = watchPrimary(url, pools.primary, version => {
    for (const listener of listeners) listener(version)
  })
  await primary.look()
  const replica = pools.replica && followReplica(pools.replica, primary)
  await replica?.look()
  let seenAt = Date.now()
  let isAway = false
  const lookAtPrimary = async () => {
    try {
      await primary.look()
      seenAt = Date.now()
      isAway = false
    } catch {
      isAway = true // the next poll finds what was missed
    }
  }
  const everyone = () => {
    void lookAtPrimary()
    void replica?.look()
  }
  const timer = setInterval(everyone, pollMs)
  timer.unref()
  return {
    version: primary.version,
    locales: primary.locales,
    indexState: primary.indexState,
    awaySince: () => {
      if (primary.indexState() !== 'current') return primary.indexSeenAt()
      return isAway && !replica?.isCurrent() ? seenAt : null
    },
    replica,
    onChange: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: async () => {
      clearInterval(timer)
      await primary.close()
    },
  }
}
