// Completion scripts for shells, generated from the commands and the operations.
import type { Operation } from '../src/operations/define.ts'
import type { Command } from './command.ts'
import { choicesOf, explainedFields } from './operation-flags.ts'

type Word = { word: string; about: string }

/** What may follow a sequence of words. */
type Position = {
  /** The words before it: the command, and for `call` the operation. */
  path: readonly string[]
  words: readonly Word[]
  flags: readonly Word[]
  choices: Readonly<Record<string, readonly string[]>>
}

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

export function completionScript(shell: Shell, commands: readonly Command[], operations: readonly Operation[]): string {
  return writers[shell](positionsOf(commands, operations))
}

const named = ({ name, summary }: { name: string; summary: string }): Word => ({ word: name, about: summary })

/** Reads the flags from the usage text. */
function flagsIn(usage: string): Word[] {
  const explained = [...usage.matchAll(/^ +(--[\w-]+)(?: <[^>]+>)? {2,}(.+)$/gm)]
  const words = explained.map(([, word, about]) => ({ word: word!, about: about! }))
  return [...words, { word: '--help', about: 'Explain the command.' }]
}

function positionsOf(commands: readonly Command[], operations: readonly Operation[]): Position[] {
  const help = { word: 'help', about: 'Explain a command.' }
  const all = [...commands.map(named), help]
  const words: Record<string, readonly Word[]> = {
    call: operations.map(named),
    completion: shells.map(word => ({ word, about: `Completion for ${word}.` })),
  }
  return [
    { path: [], words: all, flags: [{ word: '--version', about: 'Say which version this is.' }], choices: {} },
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
      flags: flagsIn(explainedFields(operation.fields, 40).join('\n')),
      choices: choicesOf(operation),
    })),
  ]
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
const spaced = (words: readonly Word[]): string => words.map(({ word }) => word).join(' ')

/** Falls back to file names. */
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
    const given = quoted(`${path.join(' ')} ${flag}`)
    return `    ${given}) COMPREPLY=($(compgen -W ${quoted(values.join(' '))} -- "$cur")); return ;;`
  })

const bashPosition = ({ path, words, flags }: Position): string =>
  `    ${quoted(path.join(' '))}) words=${quoted(spaced(words))} flags=${quoted(spaced(flags))} ;;`

const zsh = (positions: readonly Position[]): string => `#compdef vitrine
# vitrine completion for zsh: eval "$(vitrine completion zsh)"
_vitrine() {
  local place="" prev="\${words[CURRENT-1]}"
  local -a found flags
  (( CURRENT > 2 )) && place="\${words[2]}"
  (( CURRENT > 3 )) && [[ $place == call ]] && place="call \${words[3]}"
  case "$place $prev" in
${positions.flatMap(zshChoices).join('\n')}
  esac
  case "$place" in
${positions.map(zshPosition).join('\n')}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then _describe flag flags
  elif (( \${#found} )); then _describe word found
  else _files
  fi
}
compdef _vitrine vitrine
`

const zshChoices = ({ path, choices }: Position): string[] =>
  Object.entries(choices).map(
    ([flag, values]) =>
      `    ${quoted(`${path.join(' ')} ${flag}`)}) compadd -- ${values.map(quoted).join(' ')}; return ;;`,
  )

/** In zsh a colon separates the word from its description. */
const described = (words: readonly Word[]): string =>
  words.map(({ word, about }) => quoted(`${word.replaceAll(':', '\\:')}:${about}`)).join(' ')

const zshPosition = ({ path, words, flags }: Position): string =>
  `    ${quoted(path.join(' '))}) found=(${described(words)}) flags=(${described(flags)}) ;;`

const fish = (positions: readonly Position[]): string =>
  [
    '# vitrine completion for fish: vitrine completion fish | source',
    'function __vitrine_at',
    '  set -l given (commandline -opc)[2..]',
    '  test (count $argv) -le (count $given); or return 1',
    '  for i in (seq (count $argv)); test $argv[$i] = $given[$i]; or return 1; end',
    'end',
    ...positions.flatMap(fishPosition),
    '',
  ].join('\n')

function fishPosition({ path, words, flags, choices }: Position): string[] {
  const here = path.length === 0 ? '__fish_use_subcommand' : `__vitrine_at ${path.join(' ')}`
  const line = `complete -c vitrine -n ${quoted(here)}`
  return [
    ...words.map(({ word, about }) => `${line} -f -a ${fishQuoted(word)} -d ${fishQuoted(about)}`),
    ...flags.map(({ word, about }) => {
      const values = choices[word] === undefined ? '' : ` -x -a ${fishQuoted(choices[word].join(' '))}`
      return `${line} -l ${word.slice(2)}${values} -d ${fishQuoted(about)}`
    }),
  ]
}

const fishQuoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const writers: Record<Shell, (positions: readonly Position[]) => string> = { bash, zsh, fish }
