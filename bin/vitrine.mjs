#!/usr/bin/env node
// Starts the command line. Written for old versions of Node too: when the Node that runs this is too old for the
// program, the one that `npm ci` installed takes over. In a clone the program is TypeScript, which Node runs as it stands;
// in an installed package it is JavaScript.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import * as modules from 'node:module'
import { constants } from 'node:os'
import { dirname, join, parse } from 'node:path'
import { fileURLToPath } from 'node:url'

const needed = [24, 12]
const [major, minor] = process.versions.node.split('.').map(Number)
const source = new URL('./vitrine.ts', import.meta.url)
const program = existsSync(source) ? source : new URL('../dist/bin/vitrine.js', import.meta.url)

if (major > needed[0] || (major === needed[0] && minor >= needed[1])) {
  keepCompiled()
  await import(program.href)
} else {
  const node = findNode()
  if (node) hand(node)
  else {
    // An installed package has no lock file for `npm ci`; a Node beside it is found as the one of a clone is.
    const isClone = program === source
    const cure = isClone
      ? 'Run `npm ci` in the folder of vitrine, which installs a Node of its own, or install a newer Node.'
      : `Install Node ${needed.join('.')} or newer (https://nodejs.org), or add one to your project with \`npm install node\`.`
    console.error(`vitrine needs Node ${needed.join('.')} or newer and this is ${process.version}. ${cure}`)
    process.exitCode = 1
  }
}

/**
 * What Node makes of the program is kept beside it, which halves the time of the next start. Where that cannot be
 * written, it is made each time. Not in the shared folder for temporary files: whoever writes there first could run code.
 */
function keepCompiled() {
  const folder = fileURLToPath(new URL('../node_modules/.cache/vitrine', import.meta.url))
  // Threads find it by the environment.
  process.env.NODE_COMPILE_CACHE ??= folder
  modules.enableCompileCache?.(process.env.NODE_COMPILE_CACHE)
  // It is written when the process ends by itself; one that is killed would leave nothing for the next.
  setTimeout(() => modules.flushCompileCache?.(), 5000).unref()
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
