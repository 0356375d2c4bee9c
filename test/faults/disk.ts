// A disk without room, and one that fails when it is written to: a file system of its own in memory that is filled up, and
// writes and syncs that strace turns into errors.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../support/start-service.ts'
import { vitrine } from '../support/vitrine-process.ts'
import { once } from './load.ts'
import { type Check, check, measured, type Plan, type Row, seconds } from './row.ts'
import { type Served, scratch, serve } from './service.ts'
import { fillUp, mountSmallDisk } from './small-disk.ts'
import { inject, threadsOf } from './strace.ts'

export const disk: Row = { name: 'disk', fault: 'disk full, I/O error', run }

async function run({ short }: Plan): Promise<Check[]> {
  const place = join(scratch(), 'small-disk')
  const unmount = mountSmallDisk(place, 'size=64m')
  try {
    const store = join(place, 'store.db')
    await vitrine(['seed', '--creations', '300'], { VITRINE_STORE: store })
    const served = await serve({ VITRINE_STORE: store })
    try {
      const lasts = short ? 3_000 : 15_000
      const full = await during(served, lasts, async () => fillUp(join(place, 'filler')))
      const failing = await during(served, lasts, () =>
        inject(threadsOf(served.pid), 'pwrite64,fsync,fdatasync', 'error=EIO'),
      )
      return [...figures('a full disk', full), ...figures('EIO on writes', failing)]
    } finally {
      await served.stop()
    }
  } finally {
    unmount()
  }
}

type Measured = { reads: number; failedReads: number; jobs: Map<number, number>; back: number }

async function during({ ports }: Served, lasts: number, fault: () => Promise<() => Promise<void>>): Promise<Measured> {
  await createJob(ports.web)
  const mend = await fault()
  const counts: Measured = { reads: 0, failedReads: 0, jobs: new Map(), back: Number.POSITIVE_INFINITY }
  for (const until = Date.now() + lasts; Date.now() < until; await sleep(50)) {
    const { status } = await once({ port: ports.api }, `/public/share/community?limit=${1 + (counts.reads % 48)}`)
    counts.reads++
    if (status !== 200) counts.failedReads++
    const job = await createJob(ports.web)
    counts.jobs.set(job, (counts.jobs.get(job) ?? 0) + 1)
  }
  await mend()
  const mended = Date.now()
  while (Date.now() - mended < 10_000 && (await createJob(ports.web)) !== 202) await sleep(50)
  counts.back = Date.now() - mended
  return counts
}

async function createJob(port: number): Promise<number> {
  const headers = { 'Content-Type': 'application/json' }
  return (await ask(port, '/ask/jobs', { method: 'POST', headers, body: '{"query":"What is a remix?"}' })).status
}

function figures(name: string, { reads, failedReads, jobs, back }: Measured): Check[] {
  const answers = [...jobs].map(([status, count]) => `${count} × ${status}`).join(', ')
  return [
    check(`${name}: reads go on`, `${reads - failedReads} of ${reads}`, failedReads === 0 && reads > 0),
    check(`${name}: job creation gets 503`, answers, jobs.size === 1 && jobs.has(503)),
    measured(`${name}: recovers when it is over`, `after ${seconds(back)}`, true, back <= 5000),
  ]
}
