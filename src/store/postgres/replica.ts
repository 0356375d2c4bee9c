// Which of two servers is read: the replica for as long as it has what the primary has, so that nobody sees old data under
// a new version, nor what was there before after what came later. One that is late or away is made up for by the primary.
import { gotNoReply, isTimeout, type Pool, type Run, type Statement } from './connections.ts'
import { currentVersion, type PrimaryWatch } from './watch-primary.ts'

export type Replica = {
  /** Asks how far it is. */
  look(): Promise<void>
  /** Whether it holds what the primary holds, as far as is known: then it is read. */
  isCurrent(): boolean
  /** Until it answers again. */
  failed(): void
  /** Settles when it is known whether it is read from now on; undefined when nobody is about to decide that. */
  deciding(): Promise<void> | undefined
}

export function followReplica(pool: Pool, primary: PrimaryWatch): Replica {
  /** The version it is read at. */
  let readAt = 0
  let looking: Promise<void> | undefined
  let deciding: Promise<void> | undefined
  let failures = 0
  const isCurrent = () => readAt !== 0 && readAt === primary.version()

  /**
   * Readers of the primary may have seen more than we know of. Asked now it tells what those saw who were answered before;
   * for the others see `readingFrom`. When it is away nobody reads it, and the replica may know of a commit that it could
   * not tell us of any more.
   */
  const decide = async (found: number, failuresBefore: number) => {
    await primary
      .look(true)
      .catch(() => primary.lookAt(pool.run))
      .catch(() => {})
    // Otherwise it would be read one day when the primary's version is known to be that, without this having been asked.
    readAt = failures === failuresBefore && found === primary.version() ? found : 0
    deciding = undefined
  }
  const lookOnce = async () => {
    const failuresBefore = failures
    const rows = await pool.run<{ version: number }>({ text: currentVersion }).catch(() => undefined)
    const found = rows?.[0]?.version ?? 0
    if (found < primary.version()) readAt = 0
    else if (!isCurrent() || found !== readAt) {
      deciding = decide(found, failuresBefore)
      await deciding
    }
    looking = undefined
  }
  return {
    look: () => {
      looking ??= lookOnce()
      return looking
    },
    isCurrent,
    failed: () => {
      failures++
      readAt = 0
    },
    deciding: () => deciding,
  }
}

/**
 * A read of the primary that ends while it is decided, or after it was decided, to read the replica may have seen a commit
 * that the replica has not: nobody is told of it, and it is read again.
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
      // One that hangs is not asked again until it answers, but its request has had its time.
      if (gotNoReply(error)) replica.failed()
      if (isTimeout(error)) throw error
      replica.failed()
      return fromPrimary(statement)
    }
  }
  return statement => (replica.isCurrent() ? fromReplica(statement) : fromPrimary(statement))
}
