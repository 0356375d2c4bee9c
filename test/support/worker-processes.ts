// `vitrine serve --workers` as its own processes, and what can be seen of them from outside.
import { readFileSync } from 'node:fs'
import { launcher, listening, type Running, start } from './vitrine-process.ts'

export type Serving = Running & {
  ports: { api: number; web: number; metrics: number | null }
  pids: () => number[]
  /** Log lines with this text, oldest first. */
  said: (text: string) => Record<string, unknown>[]
}

export async function serveWithWorkers(workers: number, env: Record<string, string>): Promise<Serving> {
  const places = { VITRINE_BASE_URL: 'http://localhost:0', VITRINE_WEB_URL: 'http://localhost:0' }
  const running = start(['serve', '--workers', String(workers)], { ...places, ...env }, [process.execPath, launcher])
  const said = (text: string) =>
    running
      .stdout()
      .split('\n')
      .filter(line => line.includes(text))
      .map(line => JSON.parse(line) as Record<string, unknown>)
  const addresses = await listening(running).catch(error => {
    running.child.kill('SIGKILL')
    throw error
  })
  const portOf = (url: string | null) => (url === null ? null : Number(new URL(url).port))
  const ports = { api: portOf(addresses.api)!, web: portOf(addresses.web)!, metrics: portOf(addresses.metrics) }
  return { ...running, ports, said, pids: () => childrenOf(running.child.pid!) }
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
