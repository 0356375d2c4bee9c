// Notices commits of any process: the server notifies, and in case that goes astray the version is also asked for.
import type pg from 'pg'
import { endWithin, type Pool, watchConnection } from './connections.ts'

const pollMs = 400

/** Told at each commit that changed something; also by whoever writes to the tables in another way. */
export const channel = 'vitrine_data'

const currentVersion = "SELECT number AS version FROM meta WHERE key = 'data_version'"
const usedLocales = `SELECT locale FROM label_locale
  UNION SELECT substr(name, 4) FROM list WHERE name > 'tl ' AND name < 'tl!' AND size > 0`

export type Watch = {
  version(): number
  locales(): ReadonlySet<string>
  onChange(listener: (version: number) => void): () => void
  /** Whether the replica holds what the primary holds, as far as is known. */
  isReplicaCurrent(): boolean
  /** Until it answers again. */
  replicaFailed(): void
  close(): Promise<void>
}

export async function watchData(url: string, replica: Pool | undefined): Promise<Watch> {
  const listeners = new Set<(version: number) => void>()
  const primary = primaryWatch(url, version => {
    for (const listener of listeners) listener(version)
  })
  await primary.look()
  let replicaVersion = 0
  const lookAtReplica = async () => {
    const rows = await replica?.run<{ version: number }>({ text: currentVersion }).catch(() => undefined)
    replicaVersion = rows?.[0]?.version ?? 0
  }
  await lookAtReplica()
  const everyone = () => {
    primary.look().catch(() => {}) // reads say themselves that the store is away, and the next look finds what was missed
    void lookAtReplica()
  }
  const timer = setInterval(everyone, pollMs)
  timer.unref()
  return {
    version: primary.version,
    locales: primary.locales,
    isReplicaCurrent: () => replicaVersion === primary.version(),
    replicaFailed: () => {
      replicaVersion = 0
    },
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

function primaryWatch(url: string, changed: (version: number) => void) {
  let client: pg.Client | undefined
  let looking: Promise<void> | undefined
  /** Something was told while a look was on its way; that look may have come too early. */
  let lookAgain = false
  let closed = false
  let version = 0
  let locales: ReadonlySet<string> = new Set()

  const connect = async () => {
    const connected = await watchConnection(url)
    connected.on('notification', () => void look(true).catch(() => {}))
    connected.on('end', () => {
      if (client === connected) client = undefined
    })
    await connected.query(`LISTEN ${channel}`)
    return connected
  }
  const lookOnce = async () => {
    client ??= await connect()
    const { version: next } = (await client.query(currentVersion)).rows[0] as { version: number }
    if (next === version) return
    const { rows } = await client.query(usedLocales)
    locales = new Set((rows as { locale: string }[]).map(({ locale }) => locale))
    const isFirst = version === 0
    version = next
    if (!isFirst) changed(version)
  }
  const lookUntilCalm = async () => {
    do {
      lookAgain = false
      await lookOnce()
    } while (lookAgain && !closed)
  }
  const look = (told = false): Promise<void> => {
    if (closed) return Promise.resolve()
    lookAgain ||= told
    looking ??= lookUntilCalm()
      .catch(error => {
        const broken = client
        client = undefined
        broken?.end().catch(() => {})
        throw error
      })
      .finally(() => {
        looking = undefined
      })
    return looking
  }
  return {
    look,
    version: () => version,
    locales: () => locales,
    close: async () => {
      closed = true
      await looking?.catch(() => {})
      if (client) await endWithin(client.end())
    },
  }
}
