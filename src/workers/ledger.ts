// The accounts of clients whose requests come to several workers. Workers are lent blocks that get smaller as the rest
// does; what one holds unused is called back before another is told that nothing is left. So the limit is exact.
import type { Grant } from '../http/leased-limit.ts'
import { makeWindows, windowMs } from '../http/windows.ts'
import type { Policy } from '../limits.ts'

type Account = {
  start: number
  lent: number
  /** Workers that may hold something unused. */
  holders: Set<number>
  recalling: Promise<void> | null
}

export type LedgerOptions = {
  limits: Record<Policy, number>
  /** How many workers there are. */
  workers: () => number
  /** Asks a worker for what it holds unused; 0 when it is gone or does not answer. */
  recall: (worker: number, policy: Policy, client: string, until: number) => Promise<number>
  now: () => number
}

export type Ledger = { ask(worker: number, policy: Policy, client: string, need: number): Grant | Promise<Grant> }

/** How many blocks of a worker its share of the rest would make. */
const blocksInShare = 4

export function makeLedger({ limits, workers, recall, now }: LedgerOptions): Ledger {
  const accounts = {
    read: makeWindows<Account>(),
    mcp: makeWindows<Account>(),
    media: makeWindows<Account>(),
    discovery: makeWindows<Account>(),
  }

  const lend = (account: Account, worker: number, policy: Policy, need: number): Grant => {
    const rest = limits[policy] - account.lent
    const spare = Math.floor(rest / (workers() * blocksInShare))
    const granted = Math.min(rest, need + spare)
    account.lent += granted
    if (granted > need) account.holders.add(worker)
    return { until: account.start + windowMs, granted, pool: rest - granted }
  }

  const recallAll = async (account: Account, policy: Policy, client: string): Promise<void> => {
    const holders = [...account.holders]
    account.holders.clear()
    const until = account.start + windowMs
    const returned = await Promise.all(holders.map(holder => recall(holder, policy, client, until)))
    account.lent -= returned.reduce((sum, left) => sum + left, 0)
    account.recalling = null
  }

  const isEmpty = ({ lent }: Account, policy: Policy) => lent >= limits[policy]

  const lendAfterRecall = async (account: Account, worker: number, policy: Policy, client: string, need: number) => {
    while (isEmpty(account, policy) && (account.holders.size > 0 || account.recalling !== null)) {
      account.recalling ??= recallAll(account, policy, client)
      await account.recalling
    }
    return lend(account, worker, policy, need)
  }

  return {
    ask(worker, policy, client, need) {
      const time = now()
      const windows = accounts[policy]
      const account =
        windows.current(client, time) ??
        windows.open(client, { start: time, lent: 0, holders: new Set(), recalling: null })
      // Whoever needs something has used up what it had.
      if (need > 0) account.holders.delete(worker)
      const mustRecall =
        need > 0 && isEmpty(account, policy) && (account.holders.size > 0 || account.recalling !== null)
      return mustRecall ? lendAfterRecall(account, worker, policy, client, need) : lend(account, worker, policy, need)
    },
  }
}
