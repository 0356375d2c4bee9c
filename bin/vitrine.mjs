#!/usr/bin/env node
// Starts the command line. Written for old versions of Node too: when the Node that runs this is too old for the
// program (which is TypeScript that Node runs as it stands), the one that `npm ci` installed takes over.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join, parse } from 'node:path'
import { fileURLToPath } from 'node:url'

const needed = [24, 12]
const [major, minor] = process.versions.node.split('.').map(Number)
const program = new URL('./vitrine.ts', import.meta.url)

if (major > needed[0] || (major === needed[0] && minor >= needed[1])) {
  await import(program.href)
} else {
  const node = findNode()
  if (node) hand(node)
  else {
    console.error(
      `vitrine needs Node ${needed.join('.')} or newer and this is ${process.version}. ` +
        'Run `npm ci` in the folder of vitrine, which installs a Node of its own, or install a newer Node.',
    )
    process.exitCode = 1
  }
}

/** The `node` of the npm package of that name, from this folder upwards. */
function findNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  let folder = dirname(fileURLToPath(import.meta.url))
  for (;;) {
    const candidate = join(folder, 'node_modules', 'node', 'bin', name)
    if (existsSync(candidate)) return candidate
    if (folder === parse(folder).root) return undefined
    folder = dirname(folder)
  }
}

function hand(node) {
  const child = spawn(node, [fileURLToPath(program), ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', error => {
    console.error(`vitrine could not start ${node}: ${error.message}`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => process.exit(signal ? 128 + (constants.signals[signal] ?? 0) : code))
}
