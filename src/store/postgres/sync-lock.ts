// The lock of sync: an advisory lock of a transaction that stays open, because a pooler may lend the connection to others
// between transactions.
import type { SyncLock } from '../store.ts'
import { endWithin, failingAsStore, longConnection } from './connections.ts'
import { queryWithin } from './query.ts'

/** Any number that no other program uses for advisory locks in the same database. */
const lockNumber = 7_305_226_118
const replyMs = 5000

export async function lockSync(url: string): Promise<SyncLock | null> {
  const client = await longConnection(url)
  const release = () => endWithin(client.end())
  try {
    return await failingAsStore(async () => {
      await queryWithin(replyMs, client, 'BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0')
      const text = `SELECT pg_try_advisory_xact_lock(${lockNumber}) AS locked`
      const { rows } = await queryWithin(replyMs, client, text)
      if ((rows[0] as { locked: boolean }).locked) return { isHeld: () => answers(), release }
      await release()
      return null
    })
  } catch (error) {
    await release()
    throw error
  }
  function answers(): Promise<boolean> {
    return queryWithin(replyMs, client, 'SELECT 1').then(
      () => true,
      () => false,
    )
  }
}
