// Where workers come for their share of the rate limits: the ledger, and the messages to and from it.

import type { Policy } from '../limits.ts'
import type { Grant } from '../server/limits/leased-limit.ts'
import { type FromWorker, type Granted, makeOutbox, type Recalled, type ToWorker } from './messages.ts'
import { makeLedger } from './quota-ledger.ts'

type Worker = { id: number; send(message: ToWorker): void }

type Member = { grant(item: Granted): void; recall(item: Recalled): void; owed: Map<number, (left: number) => void> }

export type LeaseDesk = {
  join(worker: Worker): void
  leave(id: number): void
  hear(id: number, message: Extract<FromWorker, { say: 'limits' }>): void
}

/** Less than a worker waits for us (`leaseDeadlineMs`), or it would count by itself. */
const usualRecallMs = 300

export type LeaseDeskOptions = { limits: Record<Policy, number>; now: () => number; recallMs?: number }

export function makeLeaseDesk({ limits, now, recallMs = usualRecallMs }: LeaseDeskOptions): LeaseDesk {
  const members = new Map<number, Member>()
  let recalls = 0

  const recall = (worker: number, policy: Policy, client: string, until: number): Promise<number> => {
    const member = members.get(worker)
    if (member === undefined) return Promise.resolve(0)
    const id = ++recalls
    return new Promise(resolve => {
      member.owed.set(id, left => {
        member.owed.delete(id)
        resolve(left)
      })
      member.recall([id, policy, client, until])
    })
  }

  const ledger = makeLedger({ limits, workers: () => Math.max(1, members.size), recall, recallMs, now })

  return {
    join({ id, send }) {
      const outbox = makeOutbox<Granted, Recalled>((granted, recalled) => send({ say: 'limits', granted, recalled }))
      members.set(id, { grant: outbox.first, recall: outbox.second, owed: new Map() })
    },
    leave(id) {
      for (const settle of members.get(id)?.owed.values() ?? []) settle(0)
      members.delete(id)
    },
    hear(id, { asked, returned }) {
      const member = members.get(id)
      if (member === undefined) return
      for (const [recalled, left] of returned) member.owed.get(recalled)?.(left)
      for (const [ask, policy, client, need] of asked) {
        const grant = ledger.ask(id, policy, client, need)
        if (grant instanceof Promise) void grant.then(later => member.grant([ask, ...partsOf(later)]))
        else member.grant([ask, ...partsOf(grant)])
      }
    },
  }
}

const partsOf = ({ until, granted, pool, isFinal }: Grant) => [until, granted, pool, isFinal] as const
