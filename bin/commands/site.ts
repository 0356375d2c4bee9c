import { resolve } from 'node:path'
import { initSite, publishedSchema } from '../../src/site/init.ts'
import { problemText } from '../../src/site/problem.ts'
import { folderOf } from '../../src/site/read.ts'
import { nameIn } from '../../src/site/text.ts'
import { didYouMean } from '../../src/util/nearest.ts'
import { type Command, parseFlags, print, usageError } from '../command.ts'

const actions: Readonly<Record<string, { takesFolder: boolean; run: (folder: string) => Promise<number> }>> = {
  init: { takesFolder: true, run: init },
  check: { takesFolder: true, run: check },
  schema: { takesFolder: false, run: schema },
}

export const siteCommand: Command = {
  name: 'site',
  summary: 'Create or check a site pack: name, design, kinds, pages and facts of your community.',
  usage: `site init <folder> | site check [<folder>] | site schema

  init     create a site pack with comments; existing files stay
  check    report all problems with file and position; VITRINE_SITE without a folder
  schema   print the JSON Schema of site.json`,
  async run(args) {
    const { positionals } = parseFlags('site', args, {}, 2)
    const [name = '', folder = process.env.VITRINE_SITE?.trim() ?? ''] = positionals
    const action = Object.hasOwn(actions, name) ? actions[name]! : undefined
    if (action === undefined)
      throw usageError(`site needs init, check or schema.${didYouMean(name, Object.keys(actions))}`)
    if (action.takesFolder && folder === '')
      throw usageError(`site ${name} needs a folder: vitrine site ${name} ./site`)
    return action.run(folder)
  },
}

async function init(folder: string): Promise<number> {
  const files = initSite(resolve(folder))
  const lines = files.map(file => `  ${folder}/${file}`)
  const next = `Check it with: vitrine site check ${folder}\nUse it with:   VITRINE_SITE=${folder} vitrine serve --watch`
  await print(`Created\n${lines.join('\n')}\n\n${next}\n`)
  return 0
}

async function check(folder: string): Promise<number> {
  const { checkSite } = await import('../../src/discovery/self-description.ts')
  const { site, problems, warnings } = checkSite(folderOf(folder))
  for (const problem of problems) console.error(problemText(problem))
  for (const warning of warnings) console.error(`warning: ${problemText(warning)}`)
  if (problems.length > 0) return 1
  const { kinds, pages, facts } = site
  const counted = [count(kinds.length, 'kind'), count(pages.length, 'page'), count(facts.length, 'fact')]
  await print(`${nameIn(site)}: ${counted.join(', ')}, no problems.\n`)
  return 0
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`

async function schema(): Promise<number> {
  await print(`${JSON.stringify(publishedSchema(), null, 2)}\n`)
  return 0
}
