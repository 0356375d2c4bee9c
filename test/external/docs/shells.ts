// Lines for the files that shells read when they start: put there, in a shell of that kind, at a terminal, where somebody
// types the beginnings of words and presses the tab key.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Block } from './blocks.ts'
import { environment, type Stage } from './stage.ts'

type Shell = {
  /** The file, and what stands in it before the line of the document. */
  file: string
  before?: string
  command: string
}

const shells: Readonly<Record<string, Shell>> = {
  bash: { file: '.bashrc', command: 'bash -i' },
  zsh: { file: '.zshrc', before: 'autoload -Uz compinit && compinit -D -u', command: 'zsh -i' },
  // It asks the terminal what it can do and waits for the answer, so it is asked by its own command for this instead.
  fish: { file: '.config/fish/config.fish', command: 'fish' },
}

/** What is typed, and the line that it becomes. */
const typed: readonly [string, string][] = [
  ['followe\t', 'followers'],
  ['feed --sor\trec\t', 'feed --sort recent'],
  ['call get_app\t--sl\tx', 'call get_app_share --slug x'],
]

export async function completes({ language, text }: Block, stage: Stage): Promise<void> {
  const { file, before = '', command } = shells[language]!
  mkdirSync(dirname(join(stage.folder, file)), { recursive: true })
  writeFileSync(join(stage.folder, file), `${before}\n${text}`)
  if (language === 'fish') return completesInFish(stage)
  const lines = typed.map(([keys]) => `vitrine ${keys}`)
  const got = await told(
    stage,
    ['script', '-qec', command, '/dev/null'],
    ['vitrine() { echo "$@" >> .typed; }', ...lines, 'exit'],
  )
  assert.deepEqual(got, typed.map(([, line]) => line)) // biome-ignore format: one line reads better
}

async function completesInFish(stage: Stage): Promise<void> {
  const asked = [
    'vitrine followe',
    'vitrine feed --sort rec',
    'vitrine call get_app',
    'vitrine call get_app_share --sl',
  ]
  const script = asked.map(line => `complete -C '${line}' | string split -f 1 \\t >> .typed`).join('\n')
  assert.deepEqual(await told(stage, ['fish', '-c', script]), ['followers', 'recent', 'get_app_share', '--slug'])
}

/** What was written down by a shell at which these lines were typed. */
async function told(stage: Stage, command: readonly string[], lines: readonly string[] = []): Promise<string[]> {
  const notes = join(stage.folder, '.typed')
  rmSync(notes, { force: true })
  const env = { ...environment(stage.folder, { TERM: 'dumb' }), ZDOTDIR: stage.folder, SHELL: '/bin/sh' }
  const child = spawn('/usr/bin/env', command, { cwd: stage.folder, env, stdio: ['pipe', 'pipe', 'pipe'] })
  let shown = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (shown += text)) // biome-ignore format: one line reads better
  child.stdin.end(`${lines.join('\n')}\n`)
  await once(child, 'exit')
  assert.ok(existsSync(notes), shown)
  return readFileSync(notes, 'utf8').split('\n').filter(Boolean)
}
