import { importRecords } from '../../src/records/transfer/import.ts'
import { withoutSecrets } from '../../src/util/without-secrets.ts'
import { type Command, parseFlags, print, usageError } from '../command.ts'
import { progressBar } from '../progress-bar.ts'
import { loadConfig, withStore, withWritableStore } from '../stores.ts'
import { printedSummary } from './import.ts'

export const seedCommand: Command = {
  name: 'seed',
  summary: 'Fill the store with the demo community, in any size.',
  usage: `seed [--creations <number>] [--yes]

  --creations <number>   how many creations, 1 to 10000000
  --yes                  also into a store that already contains data`,
  async run(args) {
    const { values } = parseFlags('seed', args, { creations: { type: 'string' }, yes: { type: 'boolean' } })
    const creations = values.creations === undefined ? undefined : wholeNumber(values.creations)
    const config = loadConfig()
    if (!values.yes && !(await withStore(config, store => store.isEmpty()))) {
      throw new Error(
        `The store ${withoutSecrets(config.store)} already contains data. Use --yes to add the demo community to it.`,
      )
    }
    const { demoCreations, demoRecords } = await import('../../demo/demo.ts')
    const records = demoRecords({ creations: creations ?? demoCreations })
    const bar = progressBar()
    const { summary } = await withWritableStore(config, store =>
      importRecords(records, { store, now: Date.now, demo: true, progress: bar.update }),
    )
    bar.clear()
    await print(printedSummary(summary))
    return 0
  },
}

function wholeNumber(text: string): number {
  const value = /^\d{1,8}$/.test(text) ? Number(text) : 0
  if (value < 1 || value > 10_000_000) throw usageError('--creations must be a whole number from 1 to 10000000.')
  return value
}
