// Completion scripts for bash, zsh and fish, generated from the commands and the operations.
import type { Operation } from '../src/operations/define.ts'
import type { Command } from './command.ts'
import { choicesOf, fieldHelp } from './operation-flags.ts'

type Word = { word: string; about: string }

/** What can be completed after a command, or after `call` and an operation. */
type Position = {
  /** The command, or `call` and the operation; empty before the command. */
  path: readonly string[]
  words: readonly Word[]
  flags: readonly Word[]
  choices: Readonly<Record<string, readonly string[]>>
}

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

export function completionScript(shell: Shell, commands: readonly Command[], operations: readonly Operation[]): string {
  return scripts[shell](positionsOf(commands, operations))
}

const wordOf = ({ name, summary }: { name: string; summary: string }): Word => ({ word: name, about: summary })

/** The flags of a usage text, which has one per line. */
function flagsIn(usage: string): Word[] {
  const lines = [...usage.matchAll(/^ +(--[\w-]+)(?: <[^>]+>)? {2,}(.+)$/gm)]
  const words = lines.map(([, word, about]) => ({ word: word!, about: about! }))
  return [...words, { word: '--help', about: 'Explain the command.' }]
}

function positionsOf(commands: readonly Command[], operations: readonly Operation[]): Position[] {
  const help = { word: 'help', about: 'Explain a command.' }
  const all = [...commands.map(wordOf), help]
  const words: Record<string, readonly Word[]> = {
    call: operations.map(wordOf),
    completion: shells.map(word => ({ word, about: `Completion for ${word}.` })),
  }
  return [
    { path: [], words: all, flags: [{ word: '--version', about: 'Print the version.' }], choices: {} },
    { path: ['help'], words: all, flags: [], choices: {} },
    ...commands.map(({ name, usage, choices = {} }) => ({
      path: [name],
      words: words[name] ?? [],
      flags: flagsIn(usage),
      choices,
    })),
    ...operations.map(operation => ({
      path: ['call', operation.name],
      words: [],
      flags: flagsIn(fieldHelp(operation.fields, 40).join('\n')),
      choices: choicesOf(operation),
    })),
  ]
}

const shellQuote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
const wordList = (words: readonly Word[]): string => words.map(({ word }) => word).join(' ')

/** `-o default`: bash completes file names when no word matches. */
const bash = (
  positions: readonly Position[],
): string => `# vitrine completion for bash: eval "$(vitrine completion bash)"
_vitrine() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" path="" words="" flags=""
  (( COMP_CWORD > 1 )) && path="\${COMP_WORDS[1]}"
  (( COMP_CWORD > 2 )) && [[ $path == call ]] && path="call \${COMP_WORDS[2]}"
  case "$path $prev" in
${positions.flatMap(bashChoices).join('\n')}
  esac
  case "$path" in
${positions.map(bashPosition).join('\n')}
  esac
  [[ $cur == -* ]] && words="$flags"
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _vitrine vitrine
`

const bashChoices = ({ path, choices }: Position): string[] =>
  Object.entries(choices).map(([flag, values]) => {
    const pattern = shellQuote(`${path.join(' ')} ${flag}`)
    return `    ${pattern}) COMPREPLY=($(compgen -W ${shellQuote(values.join(' '))} -- "$cur")); return ;;`
  })

const bashPosition = ({ path, words, flags }: Position): string =>
  `    ${shellQuote(path.join(' '))}) words=${shellQuote(wordList(words))} flags=${shellQuote(wordList(flags))} ;;`

const zsh = (positions: readonly Position[]): string => `#compdef vitrine
# vitrine completion for zsh: eval "$(vitrine completion zsh)"
_vitrine() {
  local position="" prev="\${words[CURRENT-1]}"
  local -a candidates flags
  (( CURRENT > 2 )) && position="\${words[2]}"
  (( CURRENT > 3 )) && [[ $position == call ]] && position="call \${words[3]}"
  case "$position $prev" in
${positions.flatMap(zshChoices).join('\n')}
  esac
  case "$position" in
${positions.map(zshPosition).join('\n')}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then _describe flag flags
  elif (( \${#candidates} )); then _describe word candidates
  else _files
  fi
}
compdef _vitrine vitrine
`

const zshChoices = ({ path, choices }: Position): string[] =>
  Object.entries(choices).map(
    ([flag, values]) =>
      `    ${shellQuote(`${path.join(' ')} ${flag}`)}) compadd -- ${values.map(shellQuote).join(' ')}; return ;;`,
  )

/** `word:description`, as `_describe` expects. */
const zshWords = (words: readonly Word[]): string =>
  words.map(({ word, about }) => shellQuote(`${word.replaceAll(':', '\\:')}:${about}`)).join(' ')

const zshPosition = ({ path, words, flags }: Position): string =>
  `    ${shellQuote(path.join(' '))}) candidates=(${zshWords(words)}) flags=(${zshWords(flags)}) ;;`

const fish = (positions: readonly Position[]): string =>
  [
    '# vitrine completion for fish: vitrine completion fish | source',
    'function __vitrine_at',
    '  set -l typed (commandline -opc)[2..]',
    '  test (count $argv) -le (count $typed); or return 1',
    '  for i in (seq (count $argv)); test $argv[$i] = $typed[$i]; or return 1; end',
    'end',
    ...positions.flatMap(fishPosition),
    '',
  ].join('\n')

function fishPosition({ path, words, flags, choices }: Position): string[] {
  const condition = path.length === 0 ? '__fish_use_subcommand' : `__vitrine_at ${path.join(' ')}`
  const line = `complete -c vitrine -n ${shellQuote(condition)}`
  return [
    ...words.map(({ word, about }) => `${line} -f -a ${fishQuote(word)} -d ${fishQuote(about)}`),
    ...flags.map(({ word, about }) => {
      const values = choices[word] === undefined ? '' : ` -x -a ${fishQuote(choices[word].join(' '))}`
      return `${line} -l ${word.slice(2)}${values} -d ${fishQuote(about)}`
    }),
  ]
}

const fishQuote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const scripts: Record<Shell, (positions: readonly Position[]) => string> = { bash, zsh, fish }
