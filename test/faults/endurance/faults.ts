// What breaks, one at a time. Each fault returns when it has been repaired.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomOf } from '../../support/model/generator.ts'
import { crash, isRunning, starter } from '../../support/servers/postgres-control.ts'
import { fillUp } from '../small-disk.ts'
import type { Deployment } from './deployment.ts'

type Fault = (deployment: Deployment) => Promise<void>

const lastsMs = 5000

export const faults: Readonly<Record<string, Fault>> = {
  async 'worker killed'({ serving }) {
    const [worker] = serving.pids()
    process.kill(worker!, 'SIGKILL')
  },
  async 'PostgreSQL stopped'({ cluster }) {
    const restart = crash(cluster)
    await sleep(lastsMs)
    restart()
  },
  async 'PostgreSQL hangs'({ cluster }) {
    cluster.pause()
    await sleep(lastsMs)
    cluster.resume()
  },
  async 'Redis stopped'({ redis }) {
    await redis.server.kill()
    await sleep(lastsMs)
    await redis.start()
  },
  async 'Redis hangs'({ redis }) {
    redis.server.signal('SIGSTOP')
    await sleep(lastsMs)
    redis.server.signal('SIGCONT')
  },
  async SIGHUP({ serving }) {
    serving.child.kill('SIGHUP')
  },
  async 'disk full'({ cluster, disk }) {
    const restart = starter(cluster)
    const free = fillUp(join(disk, 'filler'))
    await sleep(lastsMs)
    await free()
    // A server that cannot write its log ends. Supervisors start it again.
    if (!isRunning(cluster)) restart()
  },
}

/** All faults in random order, then all of them in another order, and so on. */
export function* inTurn(seed: number): Generator<string> {
  const random = randomOf(seed)
  for (;;) {
    const left = Object.keys(faults)
    while (left.length > 0) yield left.splice(random.below(left.length), 1)[0]!
  }
}
