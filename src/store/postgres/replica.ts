// Decides which of two servers is read: the replica while it has everything that the primary has, so that no reader
// sees old data under a new version or goes back in time. When the replica lags or is down, the primary is read.
import { gotNoReply, isTimeout, type Pool, type Run, type Statement } from './connections.ts'
import { currentVersion } from './schema.ts'

export type Replica = {
  /** Reads the version of the replica. */
  look(): Promise<void>
  /** Whether it has everything that the primary is known to have: then it is read. */
  isCurrent(): boolean
  /** Not read until it answers again. */
  failed(): void
  /** Settles when it is decided whether the replica is read; undefined when no decision is pending. */
  deciding(): Promise<void> | undefined
}

type Primary = { version(): number; lookAtPrimary(): Promise<void>; lookAt(pool: Pool): Promise<void> }

export function followReplica(pool: Pool, primary: Primary): Replica {
  /** The version at which it is read. */
  let readAt = 0
  let looking: Promise<void> | undefined
  let deciding: Promise<void> | undefined
  let hasFailed = false
  const isCurrent = () => readAt !== 0 && readAt === primary.version()

  /**
   * Readers of the primary may have seen newer commits than we know of. Reading its version now covers those
   * answered so far; for the others see `readingFrom`. While the primary is down it has no readers, and the replica
   * may have a commit of which the primary could not notify us.
   */
  const decide = async (found: number) => {
    await primary
      .lookAtPrimary()
      .catch(() => primary.lookAt(pool))
      .catch(() => {})
    readAt = !hasFailed && found === primary.version() ? found : 0
    deciding = undefined
  }
  const look = async () => {
    hasFailed = false
    const rows = await pool.run<{ version: number }>({ text: currentVersion }).catch(() => [])
    const found = rows[0]?.version ?? 0
    if (found < primary.version()) readAt = 0
    else if (found !== readAt || !isCurrent()) {
      deciding = decide(found)
      await deciding
    }
    looking = undefined
  }
  return {
    look: () => (looking ??= look()),
    isCurrent,
    failed: () => {
      hasFailed = true
      readAt = 0
    },
    deciding: () => deciding,
  }
}

/**
 * A read of the primary that ends during or after the decision to read the replica may have seen a commit that the
 * replica lacks: its result is discarded and read again.
 */
export function readingFrom(primary: Pool, pool: Pool, replica: Replica): Run {
  const fromPrimary = async <R extends object>(statement: Statement): Promise<R[]> => {
    const rows = await primary.run<R>(statement)
    await replica.deciding()
    return replica.isCurrent() ? fromReplica(statement) : rows
  }
  const fromReplica = async <R extends object>(statement: Statement): Promise<R[]> => {
    try {
      return await pool.run<R>(statement)
    } catch (error) {
      // A hanging replica is not read until it answers again, but this request has used up its time.
      if (gotNoReply(error) || !isTimeout(error)) replica.failed()
      if (isTimeout(error)) throw error
      return fromPrimary(statement)
    }
  }
  return statement => (replica.isCurrent() ? fromReplica(statement) : fromPrimary(statement))
}
