// Runs for real, and as they are written, the blocks of the documents whose programs `npm test` stands in for
// (../docs-stand-ins.ts): it needs root, a network and up to hours.
//   node test/documents/run.ts [--only claude,npm,docs/upgrading.md:33]
// Prints what every block was shown to do, and ends with 1 when one was not run or did not do it.
import { parseArgs } from 'node:util'
import { type Block, blocksOf, callsProgram, documents, isHistory, pages, readDocument } from '../docs-blocks.ts'
import { standIns } from '../docs-stand-ins.ts'
import { start, until } from '../vitrine-process.ts'
import { runClaude } from './claude.ts'
import { runDocker } from './docker.ts'
import { onGround } from './ground.ts'
import { runKubectl } from './kubectl.ts'
import { runNpm } from './npm.ts'
import type { Ground, Part, Shown } from './part.ts'
import { runSystemctl } from './systemctl.ts'

/** A block that calls several programs belongs to the first of them here, which runs the others too. */
const parts: Readonly<Record<string, Part>> = {
  docker: runDocker,
  kubectl: runKubectl,
  systemctl: runSystemctl,
  claude: runClaude,
  npm: runNpm,
}

const programOf = (block: Block): string | undefined => Object.keys(parts).find(program => callsProgram(block, program))

/** The blocks of the pages of a service: with the address that it had, at which there is no service any more. */
async function blocksOfPages({ folder, after }: Ground): Promise<Block[]> {
  const settings = { VITRINE_BASE_URL: 'http://localhost:0', VITRINE_WEB_URL: 'http://localhost:0' }
  const { child, finished, stdout } = start(['serve'], { VITRINE_STORE: `${folder}/demo.db`, ...settings })
  after(() => child.kill() && finished)
  await until('the service listens', () => stdout().includes('"listening"') || child.exitCode !== null)
  const { web } = JSON.parse(/^.*"listening".*$/m.exec(stdout())![0]) as { web: string }
  const read = async (page: string) => blocksOf(page, await (await fetch(`${web}/${page}`)).text())
  return (await Promise.all(pages.map(read))).flat()
}

async function runPart(program: string, blocks: readonly Block[]): Promise<string[]> {
  console.log(`${program}: ${blocks.length} blocks`)
  const began = Date.now()
  const faults: string[] = []
  const shown = await onGround(program, ground => parts[program]!(blocks, ground)).catch((error: Error): Shown[] => {
    faults.push(`${program}: ${error.stack ?? error.message}`)
    return []
  })
  for (const { at, what, fault } of shown) {
    console.log(`${at}: ${program}: ${what}`)
    if (fault !== undefined) faults.push(`${at}: ${program}: ${fault}`)
  }
  const missed = blocks.filter(({ at }) => !shown.some(one => one.at === at))
  for (const { at } of missed) faults.push(`${at}: ${program} was not run.`)
  const well = shown.filter(({ fault }) => fault === undefined)
  console.log(`${program}: ${well.length} of ${blocks.length} shown, in ${Math.round((Date.now() - began) / 1000)} s`)
  return faults
}

/** Calls that are written so that nobody sees them: they would be passed over in silence. */
function hiddenCalls(blocks: readonly Block[]): string[] {
  const shells = blocks.filter(({ language }) => ['sh', 'bash', 'zsh', 'fish', 'cron'].includes(language))
  return Object.keys(parts).flatMap(program =>
    shells
      .filter(({ text }) => new RegExp(`\\b${program}\\s`).test(text.replaceAll(/(?<=^|\s)#.*/gm, '')))
      .filter(block => !callsProgram(block, program))
      .map(({ at }) => `${at}: ${program} is called in a way that ../docs-blocks.ts does not see.`),
  )
}

/** The blocks that one of the parts runs: all, or those of these programs and at these places. */
function chosen(blocks: readonly Block[], only: readonly string[] | undefined): Block[] {
  const all = blocks.filter(block => programOf(block) !== undefined)
  if (only === undefined) return all
  const isMeant = (name: string) => (block: Block) => block.at === name || programOf(block) === name
  for (const name of only) if (!all.some(isMeant(name))) throw new Error(`No block is at, or calls, ${name}.`)
  return all.filter(block => only.some(name => isMeant(name)(block)))
}

async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { only: { type: 'string' } } })
  const unknown = Object.keys(standIns).filter(program => !(program in parts))
  if (unknown.length > 0) throw new Error(`There is no part for ${unknown.join(' and ')}: see ${import.meta.filename}.`)
  const written = documents.filter(file => !isHistory(file)).flatMap(file => blocksOf(file, readDocument(file)))
  const blocks = [...written, ...(await onGround('pages', blocksOfPages))]
  const asked = chosen(blocks, values.only?.split(','))
  const faults = hiddenCalls(blocks)
  for (const program of Object.keys(parts)) {
    const own = asked.filter(block => programOf(block) === program)
    if (own.length > 0) faults.push(...(await runPart(program, own)))
  }
  for (const fault of faults) console.error(fault)
  return faults.length === 0 ? 0 : 1
}

process.exitCode = await main(process.argv.slice(2))
