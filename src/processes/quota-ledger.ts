// The accounts of clients whose requests come to several workers. Workers are lent blocks that get smaller as the rest
// does; what one holds unused is called back before another is told that nothing is left. So the limit is exact. One that
// is slow to give back is not waited for long, but what it gives back counts whenever it comes.

import type { Policy } from '../limits.ts'
import type { Grant } from '../server/limits/leased-limit.ts'
import { makeWindows, windowMs } from '../server/limits/windows.ts'

type Account = {
  start: number
  lent: number
  /** Workers that may hold something unused. */
  holders: Set<number>
  /** Recalls that were not answered yet, and those among them that are worth waiting for. */
  unanswered: number
  awaited: number
  /** Settled when a recall is answered, or is late. */
  news: PromiseWithResolvers<void> | null
}

export type LedgerOptions = {
  limits: Record<Policy, number>
  /** How many workers there are. */
  workers: () => number
  /** Asks a worker for what it holds unused, however long that takes; 0 when it is gone. */
  recall: (worker: number, policy: Policy, client: string, until: number) => Promise<number>
  /** Nobody waits longer than this for a worker to answer. */
  recallMs: number
  now: () => number
}

export type Ledger = { ask(worker: number, policy: Policy, client: string, need: number): Grant | Promise<Grant> }

/** How many blocks of a worker its share of the rest would make. */
const blocksInShare = 4

export function makeLedger({ limits, workers, recall, recallMs, now }: LedgerOptions): Ledger {
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
    const isFinal = granted > 0 || account.unanswered === 0
    return { until: account.start + windowMs, granted, pool: rest - granted, isFinal }
  }

  const recallAll = (account: Account, policy: Policy, client: string): void => {
    const until = account.start + windowMs
    for (const holder of account.holders) {
      account.unanswered++
      account.awaited++
      let isAwaited = true
      const settle = () => {
        if (isAwaited) account.awaited--
        isAwaited = false
        account.news?.resolve()
        account.news = null
      }
      const late = setTimeout(settle, recallMs)
      void recall(holder, policy, client, until).then(left => {
        clearTimeout(late)
        account.unanswered--
        account.lent -= left
        settle()
      })
    }
    account.holders.clear()
  }

  const mustRecall = ({ lent, holders, awaited }: Account, policy: Policy) =>
    lent >= limits[policy] && (holders.size > 0 || awaited > 0)

  const lendAfterRecall = async (account: Account, worker: number, policy: Policy, client: string, need: number) => {
    while (mustRecall(account, policy)) {
      recallAll(account, policy, client)
      account.news ??= Promise.withResolvers()
      await account.news.promise
    }
    return lend(account, worker, policy, need)
  }

  return {
    ask(worker, policy, client, need) {
      const time = now()
      const windows = accounts[policy]
      const account =
        windows.current(client, time) ??
        windows.open(client, { start: time, lent: 0, holders: new Set(), unanswered: 0, awaited: 0, news: null })
      // Whoever needs something has used up what it had.
      if (need > 0) account.holders.delete(worker)
      return need > 0 && mustRecall(account, policy)
        ? lendAfterRecall(account, worker, policy, client, need)
        : lend(account, worker, policy, need)
    },
  }
}
