// Programs in the documentation that the tests cannot run: they need a daemon, a cluster or an account. Their arguments
// are checked instead.
// Usage: node stand-ins.ts <program> <its arguments>
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commands } from '../../../bin/commands.ts'
import { readConfig } from '../../../src/config/config.ts'

type Check = (args: readonly string[]) => void | Promise<void>

export const standIns = {
  docker: checkContainer,
  kubectl: checkContainer,
  systemctl: checkReload,
  claude: checkAgent,
  npm: checkNpm,
} satisfies Record<string, Check>

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Files exist, settings are valid, and commands that run inside a container exist. */
function checkContainer(args: readonly string[]): void {
  for (const [i, arg] of args.entries()) {
    if (arg !== '-f' && arg !== '-k') continue
    assert.ok(existsSync(join(root, args[i + 1] ?? '')), `${args[i + 1]} does not exist.`)
  }
  const assignments = args.flatMap(arg => [...(/^(?:--from-literal=)?(VITRINE_\w+)=(.*)$/s.exec(arg) ?? [])].slice(1))
  const pairs = assignments.flatMap((name, i) => (i % 2 === 0 ? [[name, assignments[i + 1]]] : []))
  readConfig(Object.fromEntries(pairs))
  const program = args.indexOf('bin/vitrine.mjs')
  if (program === -1) return
  assert.equal(args[program - 1], 'node')
  const command = args[program + 1]
  assert.ok(
    commands.some(({ name }) => name === command),
    `vitrine has no command ${command}.`,
  )
}

function checkReload(args: readonly string[]): void {
  assert.equal(args[0], 'reload', 'Only a reload is not run.')
  assert.match(read(`deploy/systemd/${args.at(-1)}.service`), /^ExecReload=.*-HUP /m)
}

/** A program that adds an MCP server: the server must answer. */
async function checkAgent(args: readonly string[]): Promise<void> {
  const url = args.find(arg => /^https?:/.test(arg)) ?? ''
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
  const response = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  assert.match(await response.text(), /"get_community_feed"/)
}

/** The script exists and has these flags. */
function checkNpm(args: readonly string[]): void {
  const [name = '', ...rest] = args[0] === 'run' ? args.slice(1) : args
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const script = scripts[name]
  assert.ok(script, `There is no script ${name}.`)
  const sources = sourcesOf(/\bnode (\S+\.ts)/.exec(script)?.[1])
  for (const flag of rest.filter(arg => arg.startsWith('--') && arg !== '--')) {
    const option = new RegExp(`\\b${flag.slice(2).split('=')[0]}'?: \\{ type: `)
    assert.match(sources, option, `${name} has no ${flag}.`)
  }
}

/** A script and the files beside it that it imports: where its flags are read. */
function sourcesOf(file: string | undefined): string {
  if (file === undefined) return ''
  const text = read(file)
  const imported = [...text.matchAll(/from '\.\/([\w-]+\.ts)'/g)].map(([, name]) => read(join(dirname(file), name!)))
  return [text, ...imported].join('\n')
}

if (import.meta.main) {
  const [name = '', ...args] = process.argv.slice(2)
  const check = (standIns as Record<string, Check>)[name]
  assert.ok(check, `${name} is unknown: run it in programs.ts, or add it to stand-ins.ts.`)
  await check(args)
}
