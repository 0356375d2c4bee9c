// The package as others get it: packed by npm, unpacked into an empty project beside the packages it depends on.
import { execFile, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { cleanEnvironment, until } from '../../support/vitrine-process.ts'
import { toolPackages } from './tools.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../', import.meta.url))

/** npm keeps to itself, and asks nobody. */
export const npmSettings = (folder: string) => ({
  npm_config_cache: join(folder, 'npm-cache'),
  npm_config_offline: 'true',
  npm_config_loglevel: 'error',
  npm_config_update_notifier: 'false',
})

/** Gives the project's folder. `more` are packages that a test needs besides. */
export async function installPackage(folder: string, more: readonly string[] = []): Promise<string> {
  const project = join(folder, 'project')
  const installed = join(project, 'node_modules', 'vitrine')
  mkdirSync(installed, { recursive: true })
  const env = cleanEnvironment(npmSettings(folder))
  await run('npm', ['pack', '--pack-destination', folder], { cwd: root, env, maxBuffer: 10_000_000 })
  const { version, dependencies, bin } = manifestIn(root)
  await run('tar', ['-xzf', join(folder, `vitrine-${version}.tgz`), '-C', installed, '--strip-components=1'])
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }))
  for (const name of [...Object.keys(dependencies), ...more]) {
    const place = join(project, 'node_modules', name)
    mkdirSync(dirname(place), { recursive: true })
    const tool = join(toolPackages, name)
    symlinkSync(existsSync(tool) ? tool : join(root, 'node_modules', name), place)
  }
  mkdirSync(join(project, 'node_modules', '.bin'))
  chmodSync(join(installed, bin.vitrine), 0o755)
  symlinkSync(join('..', 'vitrine', bin.vitrine), join(project, 'node_modules', '.bin', 'vitrine'))
  return project
}

export const manifestIn = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

type Scope = { after: (stop: () => Promise<void>) => void }

/** `npx vitrine serve` in the project. The processes are a group: npx does not end what it started when it is ended. */
export async function serveIn(
  scope: Scope,
  project: string,
  settings: Record<string, string>,
): Promise<{ api: string; web: string }> {
  const child = spawn('npx', ['--prefix', project, 'vitrine', 'serve'], {
    env: cleanEnvironment({ ...npmSettings(dirname(project)), ...settings }),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => (said += text))
  const ended = new Promise(resolve => child.once('close', resolve))
  scope.after(async () => {
    if (child.exitCode === null) process.kill(-child.pid!, 'SIGTERM')
    await ended
  })
  const line = () => said.split('\n').find(text => text.includes('"msg":"listening"') && text.endsWith('}'))
  await until('the service listens', () => line() !== undefined || child.exitCode !== null, 60_000)
  const found = line()
  if (found === undefined) throw new Error(`The service did not start: ${said}`)
  return JSON.parse(found)
}
