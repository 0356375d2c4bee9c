// A thousand readers of events that stop reading. They and the server have a network of their own, with small buffers:
// with the usual ones the system would first take four megabytes for each of them.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Check, measured, ms, type Plan, type Row, seconds } from './row.ts'
import { scratch } from './service.ts'
import type { Stalled } from './stalled-run.ts'

export const stalled: Row = { name: 'stalled', fault: '1,000 stalled SSE readers', run }

const program = fileURLToPath(new URL('./stalled-run.ts', import.meta.url))
const buffers = `net.ipv4.tcp_rmem='4096 16384 32768' net.ipv4.tcp_wmem='4096 16384 32768'`
const inside = `ip link set lo up && sysctl -qw ${buffers} && exec "$0" "$@"`

async function run({ short }: Plan): Promise<Check[]> {
  const count = short ? 200 : 1000
  const store = join(scratch(), 'endless.db')
  const args = ['-n', 'sh', '-c', inside, process.execPath, program, String(count), store]
  const { stdout } = await promisify(execFile)('unshare', args, { timeout: 120_000 })
  const { grownMib, cutAfterMs, slowestMs } = JSON.parse(stdout) as Stalled
  return [
    measured(`${count} stalled SSE readers cost ≤ 100 MiB`, `${grownMib.toFixed(0)} MiB`, true, grownMib <= 100),
    measured('they are cut within 15 s', `the last after ${seconds(cutAfterMs)}`, true, cutAfterMs <= 15_000),
    measured('others are served meanwhile', `slowest ${ms(slowestMs)}`, true, slowestMs <= 1000),
  ]
}
