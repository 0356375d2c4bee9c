// What the tests need and npm cannot bring: installed by apt when it is missing and that is allowed, else named.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter } from 'node:path'

const needed = [
  { program: process.env.CHROMIUM ?? '/usr/bin/chromium', debian: 'chromium' },
  { program: 'redis-server', debian: 'redis-server' },
  { program: 'nginx', debian: 'nginx' },
]

/** By its path, or in one of the folders that the shell looks in. */
function isThere(program: string): boolean {
  const folders = program.includes('/') ? [''] : (process.env.PATH ?? '').split(delimiter).map(folder => `${folder}/`)
  return folders.some(folder => existsSync(folder + program))
}

const missing = needed.filter(({ program }) => !isThere(program)).map(({ debian }) => debian)

if (missing.length > 0) {
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
