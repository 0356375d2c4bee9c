// Programs in the documentation that the tests cannot run: they need a daemon, a cluster or an account. Their arguments
// are checked instead: files exist, settings are valid, services and commands have these names.
// Usage: node stand-ins.ts <program> <its arguments>
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { commands } from '../../../bin/commands.ts'
import { readConfig } from '../../../src/config/config.ts'

type StandIn = {
  why: string
  check: (args: readonly string[]) => void | Promise<void>
}

export const standIns: Readonly<Record<string, StandIn>> = {
  docker: {
    why: 'it needs a daemon, and a registry for the image of Node',
    check: checkDocker,
  },
  kubectl: {
    why: 'it needs a cluster',
    check: checkKubectl,
  },
  systemctl: {
    why: 'a reload needs systemd as the first process; enable is run',
    check: checkSystemctl,
  },
  claude: {
    why: 'it belongs to somebody else and is 300 MB',
    check: checkAgent,
  },
  npm: {
    why: 'its other scripts run for minutes, or are what runs this test',
    check: checkNpm,
  },
}

const root = fileURLToPath(new URL('../../../', import.meta.url))
const at = (...path: string[]) => join(root, ...path)
const manifest = () => JSON.parse(readFileSync(at('package.json'), 'utf8')) as { scripts: Record<string, string> }
const valuesOf = (args: readonly string[], flag: string): string[] =>
  args.flatMap((arg, i) =>
    arg === flag ? [args[i + 1] ?? ''] : arg.startsWith(`${flag}=`) ? [arg.slice(flag.length + 1)] : [],
  )
const isThere = (file: string | undefined) =>
  assert.ok(file !== undefined && existsSync(at(file)), `${file} is not there.`)

/** Settings that a container or a pod would be started with. */
function settingsAreKnown(assignments: readonly string[]): void {
  const pairs = assignments.map(text => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)])
  readConfig(Object.fromEntries(pairs.filter(([name]) => name!.startsWith('VITRINE_'))))
}

/** The programs of the machine, behind those of the documents. */
const outside = (): NodeJS.ProcessEnv => ({ ...process.env, PATH: process.env.DOCS_PATH })

/** Where the program is there after all, it says itself which flags it has. */
function flagsExist(program: readonly string[], args: readonly string[]): void {
  const [name, ...sub] = program
  const { stdout, error } = spawnSync(name!, [...sub, '--help'], { encoding: 'utf8', env: outside() })
  if (error !== undefined) return
  for (const [flag] of args.flatMap(arg => [...(/^--[a-z][\w-]*/.exec(arg) ?? [])].map(found => [found])))
    assert.ok(stdout.includes(flag!), `${program.join(' ')} has no ${flag}.`)
}

function checkNpm([what = '', ...rest]: readonly string[]): void {
  if (what === 'run') checkScript(rest[0] ?? '', rest.slice(1))
  else checkScript(what, rest)
}

function checkScript(name: string, args: readonly string[]): void {
  const script = manifest().scripts[name]
  assert.ok(script, `There is no script ${name}.`)
  const sources = sourcesOf(/\bnode (\S+\.ts)/.exec(script)?.[1] ?? '')
  for (const flag of args.filter(arg => arg.startsWith('--') && arg !== '--')) {
    const option = new RegExp(`\\b${flag.slice(2).split('=')[0]}'?: \\{ type: `)
    assert.match(sources, option, `${name} has no ${flag}.`)
  }
}

/** A script and what it imports from beside it: where its flags are read. */
function sourcesOf(file: string): string {
  if (file === '') return ''
  const text = readFileSync(at(file), 'utf8')
  const beside = [...text.matchAll(/from '\.\/([\w-]+\.ts)'/g)].map(([, name]) => at(dirname(file), name!))
  return [text, ...beside.map(path => readFileSync(path, 'utf8'))].join('\n')
}

const dockerCommands: Record<string, (args: readonly string[]) => void> = {
  build: args => isThere(valuesOf(args, '-f')[0]),
  run: checkDockerRun,
  exec: args => checkProgram(args.slice(args.indexOf('vitrine') + 1)),
  compose: checkCompose,
}

function checkDocker([what = '', ...rest]: readonly string[]): void {
  const check = dockerCommands[what]
  assert.ok(check, `docker ${what} is not known here.`)
  check(rest)
}

function checkDockerRun(args: readonly string[]): void {
  flagsExist(['docker', 'run'], args)
  settingsAreKnown(valuesOf(args, '-e'))
  const image = readFileSync(at('deploy/Dockerfile'), 'utf8')
  for (const port of valuesOf(args, '-p')) assert.match(image, new RegExp(`EXPOSE.*\\b${port.split(':').at(-1)}\\b`))
  for (const volume of valuesOf(args, '-v')) assert.match(image, new RegExp(`VOLUME.*${volume.split(':')[1]}\\b`))
}

function checkCompose(args: readonly string[]): void {
  const [file = ''] = valuesOf(args, '-f')
  isThere(file)
  const { services } = parse(readFileSync(at(file), 'utf8'), { merge: true })
  const [action, ...words] = args.slice(args.indexOf(file) + 1).filter(arg => !/^-./.test(arg))
  assert.ok(action !== undefined && ['up', 'exec'].includes(action), `docker compose ${action} is not known here.`)
  const named = action === 'exec' ? words.slice(0, 1) : words
  if (action === 'exec') checkProgram(words.slice(1))
  for (const name of named) assert.ok(name in services, `There is no service ${name}.`)
}

/** A command line of ours that runs inside of a container. */
function checkProgram([node, file, command]: readonly string[]): void {
  assert.equal(node, 'node')
  isThere(file)
  assert.ok(
    commands.some(({ name }) => name === command),
    `vitrine has no command ${command}.`,
  )
}

const manifests = 'deploy/kubernetes'

const kubectlCommands: Record<string, (args: readonly string[], words: readonly string[]) => void> = {
  apply: args => isThere(join(valuesOf(args, '-k')[0] ?? '', 'kustomization.yaml')),
  exec: args => checkProgram(args.slice(args.indexOf('--') + 1)),
  create: (args, [, kind]) => (kind === 'secret' ? checkSecret(args) : assert.equal(kind, 'namespace')),
}

function checkKubectl(args: readonly string[]): void {
  const { namespace } = parse(readFileSync(at(manifests, 'kustomization.yaml'), 'utf8'))
  for (const name of valuesOf(args, '-n')) assert.equal(name, namespace)
  const words = args.filter((arg, i) => arg !== '-n' && args[i - 1] !== '-n')
  const check = kubectlCommands[words[0] ?? '']
  assert.ok(check, `kubectl ${words[0]} is not known here.`)
  check(args, words)
  judgeByKubectl(args, words)
}

/** Where kubectl is installed it says itself what it would do. */
function judgeByKubectl(args: readonly string[], [what]: readonly string[]): void {
  const dry: Record<string, readonly string[]> = {
    create: [...args, '--dry-run=client', '--output=name'],
    apply: ['kustomize', at(valuesOf(args, '-k')[0] ?? '')],
  }
  const asked = dry[what ?? '']
  if (asked === undefined) return
  const { error, status, stderr } = spawnSync('kubectl', asked, { encoding: 'utf8', env: outside() })
  if (error === undefined) assert.equal(status, 0, stderr)
}

function checkSecret(args: readonly string[]): void {
  flagsExist(['kubectl', 'create', 'secret', 'generic'], args)
  const literals = valuesOf(args, '--from-literal')
  const secret = parse(readFileSync(at(manifests, 'secret.example.yaml'), 'utf8'))
  assert.deepEqual(literals.map(text => text.split('=')[0]).sort(), Object.keys(secret.stringData).sort())
  settingsAreKnown(literals)
}

function checkSystemctl(args: readonly string[]): void {
  assert.equal(args[0], 'reload', 'Only a reload is not run.')
  assert.match(readFileSync(at(`deploy/systemd/${args.at(-1)}.service`), 'utf8'), /^ExecReload=.*-HUP /m)
}

/** Whatever adds an MCP server: the server must be there. */
async function checkAgent(args: readonly string[]): Promise<void> {
  const url = args.find(arg => /^https?:/.test(arg)) ?? ''
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
  const answer = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  assert.match(await answer.text(), /"get_community_feed"/)
}

if (import.meta.main) {
  const [name = '', ...args] = process.argv.slice(2)
  const standIn = standIns[name]
  assert.ok(standIn, `${name} is unknown: run it in programs.ts, or add a row to stand-ins.ts.`)
  await standIn.check(args)
}
