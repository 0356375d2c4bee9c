// Notices commits of any process by notifications. The version is also polled, in case a notification is lost or a
// pooler is in between.
import type pg from 'pg'
import { type IndexState, indexStateOf } from '../derived-version.ts'
import { usedKindsQuery } from '../lists.ts'
import { causeCode, endWithin, longConnection, type Pool, type Run } from './connections.ts'
import { queryWithin } from './query.ts'
import { followReplica, type Replica } from './replica.ts'
import { channel, derivedVersionColumn } from './schema.ts'
import { applySettings } from './settings.ts'

const pollMs = 400
const tooManyConnections = '53300'
const currentVersions = `SELECT number AS version, ${derivedVersionColumn} AS derived FROM meta WHERE key = 'data_version'`
const usedLocales = `SELECT locale FROM label_locale
  UNION SELECT substr(name, 4) FROM list WHERE name > 'tl ' AND name < 'tl!' AND size > 0`

export type Watch = {
  version(): number
  locales(): ReadonlySet<string>
  kinds(): readonly string[]
  /** As in the store: null while the index is current and the primary or a replica that is up to date answers. */
  unavailableSince(): number | null
  indexState(): IndexState
  onChange(listener: (version: number) => void): () => void
  replica: Replica | undefined
  close(): Promise<void>
}

export async function watchData(url: string, pools: { primary: Pool; replica: Pool | undefined }): Promise<Watch> {
  const listeners = new Set<(version: number) => void>()
  const connection = watchConnection(url, pools.primary, () => void lookAtPrimary().catch(() => {}))
  let version = 0
  let index: IndexState = 'current'
  let locales: ReadonlySet<string> = new Set()
  let kinds: readonly string[] = []
  let indexSeenAt = Date.now()
  let seenAt = Date.now()
  let isAway = false

  const read = async (run: Run, isNews: (version: number, index: IndexState) => boolean) => {
    const [row] = await run<{ version: number; derived: number | null }>({ text: currentVersions })
    const nextIndex = indexStateOf(row!.derived)
    if (nextIndex === 'current') indexSeenAt = Date.now()
    if (!isNews(row!.version, nextIndex)) return
    // Until the index is current again, requests are read as before: old responses may answer them.
    if (nextIndex === 'current') {
      const used = await run<{ locale: string }>({ text: usedLocales })
      kinds = (await run<{ kind: string }>({ text: usedKindsQuery })).map(({ kind }) => kind)
      locales = new Set(used.map(({ locale }) => locale))
    }
    const isFirst = version === 0
    version = row!.version
    index = nextIndex
    if (!isFirst) for (const listener of listeners) listener(version)
  }
  const differs = (found: number, foundIndex: IndexState) => found !== version || foundIndex !== index
  const inTurn = oneAtATime()
  const lookAtPrimary = () =>
    inTurn.run(async () => {
      try {
        await read(connection.run, differs).catch(error => {
          // There may be no free connection for this, while existing ones still work.
          if (version === 0 || causeCode(error) !== tooManyConnections) throw error
          return read(pools.primary.run, differs)
        })
        seenAt = Date.now()
        isAway = false
      } catch (error) {
        isAway = true
        throw error
      }
    })
  const lookAt = (pool: Pool) => inTurn.run(() => read(pool.run, found => found > version))

  await lookAtPrimary()
  const replica = pools.replica && followReplica(pools.replica, { version: () => version, lookAtPrimary, lookAt })
  await replica?.look()
  const poll = () => {
    if (inTurn.isIdle()) lookAtPrimary().catch(() => {}) // the next poll finds what was missed
    void replica?.look()
  }
  const timer = setInterval(poll, pollMs)
  timer.unref()
  return {
    version: () => version,
    locales: () => locales,
    kinds: () => kinds,
    indexState: () => index,
    unavailableSince: () => {
      if (index !== 'current') return indexSeenAt
      return isAway && !replica?.isCurrent() ? seenAt : null
    },
    replica,
    onChange: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: async () => {
      clearInterval(timer)
      await inTurn.close()
      await connection.close()
    },
  }
}

/** In sequence, so that an older result does not replace a newer one. */
function oneAtATime() {
  let last = Promise.resolve()
  let waiting = 0
  let isClosed = false
  return {
    run(work: () => Promise<void>): Promise<void> {
      waiting++
      const result = last.then(() => (isClosed ? undefined : work())).finally(() => waiting--)
      last = result.catch(() => {})
      return result
    },
    isIdle: () => waiting === 0,
    close(): Promise<void> {
      isClosed = true
      return last
    },
  }
}

/** A connection of its own for the notifications. It is opened again after a failure. */
function watchConnection(url: string, { connectMs, replyMs }: Pool, notified: () => void) {
  let client: pg.Client | undefined
  const connect = async () => {
    const connected = await longConnection(url, connectMs)
    // Set at once, so that it is closed when the following fails.
    client = connected
    connected.on('notification', notified)
    connected.on('end', () => {
      if (client === connected) client = undefined
    })
    // Behind a pooler, LISTEN would stay on a connection that is lent to others.
    if (await applySettings(connected, {}, replyMs)) await queryWithin(replyMs, connected, `LISTEN ${channel}`)
    return connected
  }
  const run: Run = async ({ text }) => {
    try {
      client ??= await connect()
      return (await queryWithin(replyMs, client, text)).rows
    } catch (error) {
      client?.end().catch(() => {})
      client = undefined
      throw error
    }
  }
  return { run, close: async () => client && endWithin(client.end()) }
}
