// What the tests need and npm cannot bring: installed by apt when it is missing and that is allowed, else named.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter } from 'node:path'

export type Needed = {
  /** Its name, or where it is. */
  program: string
  debian: string
}

const needed: readonly Needed[] = [
  { program: process.env.CHROMIUM ?? '/usr/bin/chromium', debian: 'chromium' },
  { program: 'redis-server', debian: 'redis-server' },
  { program: 'pgbouncer', debian: 'pgbouncer' },
  { program: 'nginx', debian: 'nginx' },
  { program: 'systemd-analyze', debian: 'systemd' },
  // What the documents use.
  { program: 'curl', debian: 'curl' },
  { program: 'git', debian: 'git' },
  { program: 'jq', debian: 'jq' },
  { program: 'openssl', debian: 'openssl' },
  { program: '/usr/lib/postgresql/*/bin/postgres', debian: 'postgresql' },
  { program: 'varnishd', debian: 'varnish' },
  { program: 'zsh', debian: 'zsh' },
  { program: 'fish', debian: 'fish' },
]

/** By its path, or in one of the folders that the shell looks in; root's are not always among them. */
function isThere(program: string): boolean {
  if (program.includes('/')) return globSync(program).length > 0
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  return folders.some(folder => existsSync(`${folder}/${program}`))
}

export function provide(wanted: readonly Needed[]): void {
  const missing = wanted.filter(({ program }) => !isThere(program)).map(({ debian }) => debian)
  if (missing.length === 0) return
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  const command = `apt-get install --yes --no-install-recommends ${missing.join(' ')}`
  if (!mayInstall) throw new Error(`This needs ${missing.join(' and ')}. As root: apt-get update && ${command}`)
  console.log(`Installing ${missing.join(' and ')} for the tests.`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync('/bin/sh', ['-c', `apt-get update -qq; ${command}`], { env, stdio: ['ignore', 'ignore', 'inherit'] })
}

if (import.meta.main) {
  try {
    provide(needed)
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
