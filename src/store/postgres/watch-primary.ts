// Notices commits of any process by notifications; the version is also polled, in case a notification is lost or a
// pooler is in between.
import type pg from 'pg'
import { type IndexState, indexStateOf } from '../derived-version.ts'
import { endWithin, type Pool, type Run, watchConnection } from './connections.ts'
import { askWithin } from './query.ts'
import { derivedVersionColumn } from './schema.ts'
import { applySettings } from './settings.ts'

/** Notified at each commit that changed data; also by other programs that write to the tables. */
export const channel = 'vitrine_data'

const tooManyConnections = '53300'
export const currentVersion = "SELECT number AS version FROM meta WHERE key = 'data_version'"
const currentVersions = `SELECT number AS version, ${derivedVersionColumn} AS derived FROM meta WHERE key = 'data_version'`
const usedLocales = `SELECT locale FROM label_locale
  UNION SELECT substr(name, 4) FROM list WHERE name > 'tl ' AND name < 'tl!' AND size > 0`

export type PrimaryWatch = {
  version(): number
  locales(): ReadonlySet<string>
  indexState(): IndexState
  /** When the index was last known to be current, in milliseconds since 1970. */
  indexSeenAt(): number
  /** Reads the version. With `told`, the result reflects the present, not a read that is already in flight. */
  look(told?: boolean): Promise<void>
  /** Reads the version from another server, which may lag. */
  lookAt(run: Run): Promise<void>
  close(): Promise<void>
}

export function watchPrimary(url: string, pool: Pool, changed: (version: number) => void): PrimaryWatch {
  const { connectMs, replyMs } = pool
  let client: pg.Client | undefined
  let looking: Promise<void> | undefined
  /** A notification arrived while a read was in flight; that read may have been too early. */
  let lookAgain = false
  let closed = false
  let version = 0
  let index: IndexState = 'current'
  let indexSeenAt = Date.now()
  let locales: ReadonlySet<string> = new Set()
  const isFirstLook = () => version === 0

  const connect = async () => {
    const connected = await watchConnection(url, connectMs)
    connected.on('notification', () => void look(true).catch(() => {}))
    connected.on('end', () => {
      if (client === connected) client = undefined
    })
    // Behind a pooler, LISTEN would stay on a connection that is lent to others.
    if (await applySettings(connected, {}, replyMs)) await askWithin(replyMs, connected, `LISTEN ${channel}`)
    return connected
  }
  const differs = (found: number, foundIndex: IndexState) => found !== version || foundIndex !== index
  const lookWith = async (run: Run, isNews = differs) => {
    const [current] = await run<{ version: number; derived: number | null }>({ text: currentVersions })
    const next = current!.version
    const nextIndex = indexStateOf(current!.derived)
    if (nextIndex === 'current') indexSeenAt = Date.now()
    if (!isNews(next, nextIndex)) return
    const rows = nextIndex === 'current' ? await run<{ locale: string }>({ text: usedLocales }) : []
    index = nextIndex
    locales = new Set(rows.map(({ locale }) => locale))
    const isFirst = version === 0
    version = next
    if (!isFirst) changed(version)
  }
  const lookOnce = async () => {
    client ??= await connect()
    const connected = client
    await lookWith(async ({ text }) => (await askWithin(replyMs, connected, text)).rows)
  }
  /** There may be no free connection for this, while existing ones still work. */
  const lookSomehow = (): Promise<void> =>
    lookOnce().catch(error => {
      const broken = client
      client = undefined
      broken?.end().catch(() => {})
      if (isFirstLook() || (error as { code?: string }).code !== tooManyConnections) throw error
      return lookWith(pool.run)
    })
  /** One at a time, so that an older result does not replace a newer one. */
  const lookUntilCalm = async (first: () => Promise<void>) => {
    try {
      lookAgain = false
      await first()
      while (lookAgain && !closed) {
        lookAgain = false
        await lookSomehow()
      }
    } finally {
      looking = undefined
    }
  }
  const look = (told = false): Promise<void> => {
    if (closed) return Promise.resolve()
    if (looking) lookAgain ||= told
    else looking = lookUntilCalm(lookSomehow)
    return looking
  }
  const lookAt = (run: Run): Promise<void> => {
    if (closed) return Promise.resolve()
    looking ??= lookUntilCalm(() => lookWith(run, found => found > version))
    return looking
  }
  return {
    look,
    lookAt,
    version: () => version,
    locales: () => locales,
    indexState: () => index,
    indexSeenAt: () => indexSeenAt,
    close: async () => {
      closed = true
      await looking?.catch(() => {})
      if (client) await endWithin(client.end())
    },
  }
}
