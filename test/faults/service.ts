// The service as a process of its own, as it runs in earnest, and a place for its data that goes when the run ends.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launcher, listening, type Running, start } from '../support/vitrine-process.ts'

export type Served = {
  ports: { api: number; web: number }
  pid: number
  signal(name: NodeJS.Signals): void
  /** Resident memory in bytes, as the system counts it. */
  memory(): number
  log(): string
  stop(): Promise<void>
}

const children = new Set<Running>()
const folders = new Set<string>()

/** Whatever a row leaves behind when it fails. */
export function cleanUp(): void {
  for (const { child } of children) {
    child.kill('SIGCONT')
    child.kill('SIGKILL')
  }
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}

export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-faults-'))
  folders.add(folder)
  return folder
}

/** On ports the system chooses, without limits, unless `env` says otherwise. */
export async function serve(env: Record<string, string>): Promise<Served> {
  const running = start(['serve'], { ...quiet, ...env }, [process.execPath, launcher])
  children.add(running)
  void running.finished.then(({ code, signal }) => {
    if (children.delete(running)) console.error(`The service ended: ${code ?? signal} ${running.stderr().slice(-2000)}`)
  })
  const { api, web } = await listening(running)
  const pid = running.child.pid!
  return {
    ports: { api: portOf(api), web: portOf(web) },
    pid,
    signal: name => void process.kill(pid, name),
    memory: () => memoryOf(pid),
    log: () => running.stdout() + running.stderr(),
    async stop() {
      children.delete(running)
      running.child.kill('SIGTERM')
      await running.finished
    },
  }
}

const portOf = (url: string): number => Number(new URL(url).port)

const quiet = {
  VITRINE_BASE_URL: 'http://localhost:0',
  VITRINE_WEB_URL: 'http://localhost:0',
  VITRINE_DEMO: 'off',
  VITRINE_LIMIT_READ: '0',
  VITRINE_LIMIT_DISCOVERY: '0',
  VITRINE_LIMIT_MCP: '0',
}

export function memoryOf(pid: number): number {
  const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kib) * 1024
}
