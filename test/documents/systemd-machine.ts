// A machine whose first process is systemd: this one, as far as files go, under a layer that takes all changes and goes
// with it. It has the network of this machine, and processes, mounts and a name of its own.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { root } from '../docs-blocks.ts'
import { provide } from '../provide.ts'
import { until } from '../vitrine-process.ts'
import type { Ground } from './part.ts'
import { run, type Terminal, terminal } from './shell.ts'
import { bootScript } from './systemd-boot.ts'

/** Types a text as the administrator of the machine. */
export type Administrator = (text: string, minutes?: number) => Promise<string>

const needed = { '/lib/systemd/systemd': 'systemd', unshare: 'util-linux', git: 'git', curl: 'curl' }

export async function startSystemd(ground: Ground, settings: Readonly<Record<string, string>>): Promise<Administrator> {
  if (process.getuid?.() !== 0) throw new Error('Only root can make a machine with systemd as its first process.')
  provide(Object.entries(needed).map(([program, debian]) => ({ program, debian })))
  const where = terminal(ground, '/')
  const child = bootIn(ownGroup(ground), where)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', more => {
      said += more
    })
  const env = { ...where.env, HOME: '/root', TMPDIR: '/tmp', ...settings }
  const enter: Administrator = (text, minutes) => {
    const [first] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ')
    const inside = `exec nsenter --target ${first} --mount --pid --cgroup --ipc --uts --root --wd bash -c "$TYPED"`
    return run(inside, { ...where, env: { ...env, TYPED: `set -eu\n${text}` } }, minutes)
  }
  const isUp = async () => (await enter('systemctl is-system-running')).startsWith('running')
  await until('systemd is up', () => child.exitCode !== null || isUp().catch(() => false), 60_000).catch(() => {})
  if (child.exitCode !== null || !(await isUp())) throw new Error(`No machine with systemd can be made here: ${said}`)
  return enter
}

function bootIn(group: string, { ground, env }: Terminal): ChildProcessByStdio<null, Readable, Readable> {
  const apart = ['unshare', '--mount', '--pid', '--cgroup', '--ipc', '--uts', '--fork', '--kill-child']
  const join = 'echo $$ > "$DOCS_GROUP/cgroup.procs"; exec "$@"'
  const child = spawn('/bin/sh', ['-c', join, 'sh', ...apart, 'bash', '-c', bootScript, 'bash', env.TMPDIR!], {
    env: { ...env, DOCS_GROUP: group, DOCS_ROOT: root, DOCS_NODE: process.execPath },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  ground.after(() => child.kill('SIGKILL') && ended)
  return child
}

/** A group of processes for the machine, which would otherwise move those of this one about. */
function ownGroup({ after, folder }: Ground): string {
  const [, hierarchy] = /^\S+ (\S+) cgroup2 /m.exec(readFileSync('/proc/mounts', 'utf8')) ?? []
  if (hierarchy === undefined) throw new Error('systemd needs cgroup2, and none is mounted.')
  const group = join(hierarchy, folder.replaceAll('/', '-').slice(1))
  mkdirSync(group)
  after(() => until('the last process of the machine has ended', () => isRemoved(group)))
  return group
}

/** A group can be removed when it has neither processes nor groups in it. */
function isRemoved(group: string): boolean {
  try {
    for (const entry of readdirSync(group, { withFileTypes: true }).filter(entry => entry.isDirectory()))
      if (!isRemoved(join(group, entry.name))) return false
    rmdirSync(group)
    return true
  } catch {
    return false
  }
}
