import type { Operation } from '../../src/operations/define.ts'
import { didYouMean } from '../../src/util/nearest.ts'
import { type Command, print, usageError } from '../command.ts'
import { explainedFields, stringsOf } from '../operation-flags.ts'
import { mustBeIndexed, mustExist, settingsInForce, withStore } from '../stores.ts'

export const callCommand: Command = {
  name: 'call',
  summary: 'Run one public read on the store, without a server, and print its payload.',
  usage: `call <operation> [--<parameter> <value> …]

  vitrine call                      lists the operations
  vitrine call <operation> --help   lists the parameters of one`,
  async run([name, ...args]) {
    const { operations } = await import('../../src/operations/index.ts')
    if (name === undefined || name === '--help' || name === '-h') return say(listed(operations))
    const operation = operations.find(candidate => candidate.name === name)
    if (!operation) {
      const hint = didYouMean(
        name,
        operations.map(candidate => candidate.name),
      )
      throw usageError(`There is no operation ${name}.${hint || ' vitrine call lists them.'}`)
    }
    if (args.includes('--help') || args.includes('-h')) return say(explained(operation))
    const { values } = stringsOf(`call ${name}`, operation, args)
    const json = await answerTo(operation, values)
    return say(process.stdout.isTTY ? `${JSON.stringify(JSON.parse(json), null, 2)}\n` : `${json}\n`)
  },
}

async function say(text: string): Promise<number> {
  await print(text)
  return 0
}

async function answerTo(operation: Operation, strings: Record<string, string | undefined>): Promise<string> {
  const { call, fromStrings } = await import('../../src/operations/define.ts')
  const { makeCursors } = await import('../../src/operations/cursor.ts')
  const config = settingsInForce()
  mustExist(config)
  return withStore(config, async (store, addresses) => {
    mustBeIndexed(store)
    const secret = config.cursorSecret === undefined ? await store.cursorSecret() : Buffer.from(config.cursorSecret)
    const context = { store, addresses, cursors: makeCursors(secret) }
    return (await call(operation, fromStrings(operation, strings), context)).json()
  })
}

function listed(operations: readonly Operation[]): string {
  const width = Math.max(...operations.map(({ name }) => name.length)) + 2
  return operations.map(({ name, summary }) => `${name.padEnd(width)}${summary}\n`).join('')
}

function explained({ name, summary, fields }: Operation): string {
  const width = Math.max(0, ...fields.map(field => field.name.length)) + 4
  const rows = explainedFields(fields, width).map(row => `${row}\n`)
  return `${summary}\n\nUsage: vitrine call ${name}${fields.length > 0 ? ' [parameters]' : ''}\n\n${rows.join('')}`
}
