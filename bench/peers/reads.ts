// The public reads of all contestants, measured together.
import { startBare, startVitrine } from '../processes.ts'
import { baselineName, type Contestant, type Places, vitrine } from './contestants.ts'
import {
  alternate,
  isAnswered,
  type Measured,
  type Rounds,
  type Started,
  startPeer,
  summary,
  type Target,
  until,
} from './measure.ts'
import { type Read, reads, type Wishes } from './wishes.ts'

export type Outcome = {
  contestant: { name: string; version: string; setUp: string }
  startSeconds: number
  megabytes: number
  loads: Record<Read, Measured>
}
export type Limit = Record<Read, Measured>

type Measuring = {
  chosen: readonly Contestant[]
  places: (name: string) => Places
  rounds: Rounds
  /** For the bare server; null when it is not measured. */
  limit: { wishes: Wishes; store: string } | null
}

export async function measureReads({ chosen, places, rounds, limit }: Measuring) {
  const started: Started[] = []
  try {
    for (const contestant of chosen) started.push(await startContestant(contestant, places(contestant.name)))
    const loads = chosen.map(() => ({}) as Record<Read, Measured>)
    const limits = {} as Limit
    for (const read of Object.keys(reads) as Read[]) {
      console.error(`Measuring ${reads[read]}.`)
      const targets = chosen.map(({ requests }, i): Target => ({ url: started[i]!.url, requests: requests[read] }))
      const bare = limit && (await startLimit(limit, read))
      const found = await alternate(bare ? [...targets, bare] : targets, rounds)
      await bare?.stop()
      const baseline = found[chosen.findIndex(({ name }) => name === baselineName)]
      for (const [i, each] of loads.entries()) each[read] = summary(found[i]!, baseline)
      if (bare) limits[read] = summary(found.at(-1)!, baseline)
    }
    const outcomes = chosen.map(({ name, version, setUp }, i): Outcome => {
      const { seconds: startSeconds, megabytes } = started[i]!
      return {
        contestant: { name, version: version(), setUp },
        startSeconds,
        megabytes: megabytes(),
        loads: loads[i]!,
      }
    })
    return { outcomes, limit: limit && limits }
  } finally {
    await Promise.all(started.map(({ stop }) => stop()))
  }
}

async function startContestant(contestant: Contestant, places: Places): Promise<Started> {
  const { name, command, prepare, requests } = contestant
  console.error(`Starting ${name}.`)
  let isPrepared = prepare === undefined
  return startPeer(
    (port, spare) => command(places, port, spare),
    async url => {
      if (!isPrepared) {
        await until(async () => (await fetch(`${url}/server/ping`)).ok, url)
        await prepare!(url)
        isPrepared = true
      }
      return isAnswered(url, requests.feed[0]!)
    },
  )
}

/** node:http and nothing else, with the bytes of Vitrine's first answer to a read: nothing in Node can be faster. */
async function startLimit({ wishes, store }: NonNullable<Measuring['limit']>, read: Read) {
  const requests = vitrine(wishes).requests[read]
  const ours = await startVitrine({ VITRINE_STORE: store })
  const bare = await startBare(ours.url + requests[0]![1])
  await ours.stop()
  return { ...bare, requests }
}
