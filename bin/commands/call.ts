import type { Operation } from '../../src/operations/define.ts'
import { didYouMean } from '../../src/util/nearest.ts'
import { type Command, printResult, usageError } from '../command.ts'
import { fieldHelp, parseOperationFlags } from '../operation-flags.ts'
import { loadConfig, mustBeIndexed, mustExist, withStore } from '../stores.ts'

export const callCommand: Command = {
  name: 'call',
  summary: 'Run one public read on the store, without a server, and print its payload.',
  usage: `call <operation> [--<parameter> <value> …]

  vitrine call                      lists the operations
  vitrine call <operation> --help   lists the parameters of one`,
  async run([name, ...args]) {
    const { operations } = await import('../../src/operations/index.ts')
    if (name === undefined || name === '--help' || name === '-h') return printResult(operationList(operations))
    const operation = operations.find(candidate => candidate.name === name)
    if (!operation) {
      const hint = didYouMean(
        name,
        operations.map(candidate => candidate.name),
      )
      throw usageError(`There is no operation ${name}.${hint || ' vitrine call lists them.'}`)
    }
    if (args.includes('--help') || args.includes('-h')) return printResult(operationHelp(operation))
    const { values } = parseOperationFlags(`call ${name}`, operation, args)
    const json = await readStore(operation, values)
    return printResult(process.stdout.isTTY ? `${JSON.stringify(JSON.parse(json), null, 2)}\n` : `${json}\n`)
  },
}

async function readStore(operation: Operation, strings: Record<string, string | undefined>): Promise<string> {
  const { call, fromStrings } = await import('../../src/operations/define.ts')
  const { makeCursors } = await import('../../src/operations/cursor.ts')
  const { keysOf } = await import('../../src/operations/for-site.ts')
  const { loadSite } = await import('../../src/site/read.ts')
  const config = loadConfig()
  mustExist(config)
  return withStore(config, async (store, addresses) => {
    mustBeIndexed(store)
    const secret = config.cursorSecret === undefined ? await store.cursorSecret() : Buffer.from(config.cursorSecret)
    const site = loadSite(config.sitePack)
    const kinds = keysOf(site.kinds)
    store.setOpenUrl(site.open.url)
    const context = { store, addresses, cursors: makeCursors(secret), kinds }
    return (await call(operation, fromStrings(operation, strings), context)).json()
  })
}

function operationList(operations: readonly Operation[]): string {
  const width = Math.max(...operations.map(({ name }) => name.length)) + 2
  return operations.map(({ name, summary }) => `${name.padEnd(width)}${summary}\n`).join('')
}

function operationHelp({ name, summary, fields }: Operation): string {
  const width = Math.max(0, ...fields.map(field => field.name.length)) + 4
  const rows = fieldHelp(fields, width).map(row => `${row}\n`)
  return `${summary}\n\nUsage: vitrine call ${name}${fields.length > 0 ? ' [parameters]' : ''}\n\n${rows.join('')}`
}
