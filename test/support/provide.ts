// Programs that the tests need and npm does not install: installed by apt if the user is root, otherwise named.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter } from 'node:path'

export type Needed = {
  /** Its name, or where it is. */
  program: string
  debian: string
}

const needed: readonly Needed[] = [{ program: 'redis-server', debian: 'redis-server' }]

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
  if (!mayInstall) {
    console.error(`The tests need ${missing.join(' and ')}. As root: apt-get update && ${command}`)
    process.exit(1)
  }
  console.log(`Installing ${missing.join(' and ')} for the tests.`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync('/bin/sh', ['-c', `apt-get update -qq; ${command}`], { env, stdio: ['ignore', 'ignore', 'inherit'] })
}

if (import.meta.main) provide(needed)
