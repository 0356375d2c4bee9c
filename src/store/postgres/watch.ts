// Notices commits of any process: the server notifies, and in case that goes astray, or a pooler is in between, the version
// is also asked for.
import type pg from 'pg'
import { endWithin, type Pool, type Run, statementMs, watchConnection } from './connections.ts'
import { keepSettings } from './settings.ts'

const pollMs = 400

/** Told at each commit that changed something; also by whoever writes to the tables in another way. */
export const channel = 'vitrine_data'

const tooManyConnections = '53300'
const currentVersion = "SELECT number AS version FROM meta WHERE key = 'data_version'"
const usedLocales = `SELECT locale FROM label_locale
  UNION SELECT substr(name, 4) FROM list WHERE name > 'tl ' AND name < 'tl!' AND size > 0`

export type Watch = {
  version(): number
  locales(): ReadonlySet<string>
  /** As in the store: null unless neither the primary nor a replica that is up to date answers. */
  awaySince(): number | null
  onChange(listener: (version: number) => void): () => void
  /** Whether the replica holds what the primary holds, as far as is known. */
  isReplicaCurrent(): boolean
  /** Until it answers again. */
  replicaFailed(): void
  close(): Promise<void>
}

export async function watchData(url: string, pools: { primary: Pool; replica: Pool | undefined }): Promise<Watch> {
  const { replica } = pools
  const listeners = new Set<(version: number) => void>()
  const primary = primaryWatch(url, pools.primary, version => {
    for (const listener of listeners) listener(version)
  })
  await primary.look()
  let replicaVersion = 0
  let lookingAtReplica = false
  const lookAtReplica = async () => {
    if (replica === undefined || lookingAtReplica) return
    lookingAtReplica = true
    const rows = await replica.run<{ version: number }>({ text: currentVersion }).catch(() => undefined)
    const found = rows?.[0]?.version ?? 0
    // Readers of the primary may have seen more than we know of. Asked now it tells, and nobody is sent back in time; when
    // it is away, nobody reads it.
    if (found !== replicaVersion) await primary.look(true).catch(() => {})
    replicaVersion = found
    lookingAtReplica = false
  }
  await lookAtReplica()
  const isReplicaCurrent = () => replicaVersion === primary.version()
  let seenAt = Date.now()
  let isAway = false
  const lookAtPrimary = async () => {
    try {
      await primary.look()
      seenAt = Date.now()
      isAway = false
    } catch {
      isAway = true // the next look finds what was missed
    }
  }
  const everyone = () => {
    void lookAtPrimary()
    void lookAtReplica()
  }
  const timer = setInterval(everyone, pollMs)
  timer.unref()
  return {
    version: primary.version,
    locales: primary.locales,
    awaySince: () => (isAway && !isReplicaCurrent() ? seenAt : null),
    isReplicaCurrent,
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

function primaryWatch(url: string, pool: Pool, changed: (version: number) => void) {
  let client: pg.Client | undefined
  let looking: Promise<void> | undefined
  /** Something was told while a look was on its way; that look may have come too early. */
  let lookAgain = false
  let closed = false
  let version = 0
  let locales: ReadonlySet<string> = new Set()
  const isFirstLook = () => version === 0

  const connect = async () => {
    const connected = await watchConnection(url)
    connected.on('notification', () => void look(true).catch(() => {}))
    connected.on('end', () => {
      if (client === connected) client = undefined
    })
    // Behind a pooler it would stay with a connection that others are lent.
    if (await keepSettings(connected, {}, statementMs)) await connected.query(`LISTEN ${channel}`)
    return connected
  }
  const lookWith = async (run: Run) => {
    const [current] = await run<{ version: number }>({ text: currentVersion })
    const next = current!.version
    if (next === version) return
    const rows = await run<{ locale: string }>({ text: usedLocales })
    locales = new Set(rows.map(({ locale }) => locale))
    const isFirst = version === 0
    version = next
    if (!isFirst) changed(version)
  }
  const lookOnce = async () => {
    client ??= await connect()
    const connected = client
    await lookWith(async ({ text }) => (await connected.query(text)).rows)
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
        if (isFirstLook() || (error as { code?: string }).code !== tooManyConnections) throw error
        // There is none to spare for this; those there are may still be answered.
        return lookWith(pool.run)
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
