// Faults of the system, made by strace: what a process asks of its disk fails, or takes for ever.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Threads of the process: all, or those that do the work of the store beside the main one. */
export function threadsOf(pid: number, named?: string): number[] {
  return readdirSync(`/proc/${pid}/task`)
    .map(Number)
    .filter(tid => named === undefined || readFileSync(`/proc/${pid}/task/${tid}/comm`, 'utf8').trim() === named)
}

/** From now on these calls of these threads go wrong; call what is returned to end it. */
export async function inject(tids: readonly number[], calls: string, fault: string): Promise<() => Promise<void>> {
  const threads = tids.flatMap(tid => ['-p', String(tid)])
  const args = ['-qq', ...threads, '-e', `trace=${calls}`, '-e', `inject=${calls}:${fault}`, '-o', '/dev/null']
  const tracer: ChildProcess = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  tracer.stderr!.setEncoding('utf8').on('data', text => {
    said += text
  })
  tracer.once('error', error => {
    said += error.message
  })
  await sleep(500) // strace does not tell when it has attached to all of them
  if (tracer.exitCode !== null) throw new Error(`strace cannot attach: ${said}`)
  const stop = async () => {
    if (tracer.exitCode === null && tracer.signalCode === null) {
      tracer.kill('SIGINT')
      await once(tracer, 'exit')
    }
  }
  process.once('exit', () => tracer.kill('SIGKILL'))
  return stop
}
