// Servers in turns, on the same cores as the generator, which therefore has to take as little of them as it can: for a page
// of 25 kB `servers/turns.lua` took 9 µs where wrk took 15 to 18.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { adopt } from './processes.ts'

const run = promisify(execFile)

export type Asking = { url: string; headers: Record<string, string>; pathsFile: string; connections: number }
/** `seconds` until the last answer; `cpuSeconds` is what the generator itself took. */
export type Answered = { answers: number; failed: number; seconds: number; cpuSeconds: number }
export type Turns = { count: number; turnMs: number; restMs: number }

type Asker = { turn: (ms: number) => Promise<Answered>; stop: () => Promise<void> }

export async function checkLuajit(): Promise<void> {
  try {
    await run('luajit', ['-v'])
  } catch {
    throw new Error('The bench needs luajit to ask in turns: apt-get install luajit')
  }
}

/** One round of turns for each of the given; before the first one, each is asked for as long as `warmUpMs`. */
export async function inTurns(
  given: readonly Asking[],
  { rounds, warmUpMs, turns }: { rounds: number; warmUpMs: number; turns: Turns },
): Promise<Answered[][]> {
  const askers = given.map(startAsker)
  try {
    for (const asker of askers) await asker.turn(warmUpMs)
    const all: Answered[][] = []
    for (let round = 0; round < rounds; round++) all.push(await oneRound(askers, turns))
    return all
  } finally {
    await Promise.all(askers.map(asker => asker.stop()))
  }
}

async function oneRound(askers: readonly Asker[], { count, turnMs, restMs }: Turns): Promise<Answered[]> {
  const sums = askers.map(asker => ({ asker, answered: { answers: 0, failed: 0, seconds: 0, cpuSeconds: 0 } }))
  for (let turn = 0; turn < count; turn++) {
    // Whoever goes first in one turn goes last in the next.
    for (const sum of turn % 2 === 0 ? sums : sums.toReversed()) {
      sum.answered = plus(sum.answered, await sum.asker.turn(turnMs))
      await sleep(restMs)
    }
  }
  return sums.map(sum => sum.answered)
}

const plus = (a: Answered, b: Answered): Answered => ({
  answers: a.answers + b.answers,
  failed: a.failed + b.failed,
  seconds: a.seconds + b.seconds,
  cpuSeconds: a.cpuSeconds + b.cpuSeconds,
})

/** As work in the background, which takes nobody's turn: an answer does not interrupt the server that is making the next. */
function startAsker({ url, headers, pathsFile, connections }: Asking): Asker {
  const { hostname, port } = new URL(url)
  const said = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const script = join(import.meta.dirname, 'servers', 'turns.lua')
  const args = ['--batch', '0', 'luajit', script, hostname, port, String(connections), pathsFile, ...said]
  const child = adopt(spawn('chrt', args, { stdio: ['pipe', 'pipe', 'inherit'] }))
  const ended = once(child, 'close')
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  return {
    turn: async ms => {
      child.stdin.write(`${ms}\n`)
      const { value, done } = await lines.next()
      if (done) throw new Error(`The generator that asks ${url} ended.`)
      const [answers, failed, wallMs, cpuMs] = value.split(' ').map(Number) as [number, number, number, number]
      return { answers, failed, seconds: wallMs / 1000, cpuSeconds: cpuMs / 1000 }
    },
    stop: async () => {
      child.stdin.end()
      await ended
    },
  }
}
