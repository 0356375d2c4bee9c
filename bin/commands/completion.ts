import { didYouMean } from '../../src/util/nearest.ts'
import { type Command, parseFlags, print, usageError } from '../command.ts'
import { completionScript, type Shell, shells } from '../completion.ts'

/** `commands` is a function because the list contains this command. */
export const completionCommand = (commands: () => readonly Command[]): Command => ({
  name: 'completion',
  summary: 'Print a script with which bash, zsh or fish complete commands, flags and their values.',
  usage: `completion ${shells.join('|')}

  bash: eval "$(vitrine completion bash)" in ~/.bashrc
  zsh:  eval "$(vitrine completion zsh)" in ~/.zshrc, after compinit
  fish: vitrine completion fish > ~/.config/fish/completions/vitrine.fish`,
  async run(args) {
    const [shell] = parseFlags('completion', args, {}, 1).positionals
    if (!shells.includes(shell as Shell)) {
      const problem = shell === undefined ? 'completion needs a shell' : `There is no completion for ${shell}`
      throw usageError(`${problem}: ${shells.join(', ')}.${didYouMean(shell ?? '', shells)}`)
    }
    const { operations } = await import('../../src/operations/index.ts')
    await print(completionScript(shell as Shell, commands(), operations))
    return 0
  },
})
