import { exportFile, exportText } from '../../src/records/transfer/export.ts'
import { type Command, parseFlags, print } from '../command.ts'
import { loadConfig, mustExist, withStore } from '../stores.ts'

export const exportCommand: Command = {
  name: 'export',
  summary: 'Write all records as NDJSON, the form that import takes.',
  usage: `export [file]

  [file]   where to write; standard output when absent`,
  async run(args) {
    const [path = '-'] = parseFlags('export', args, {}, 1).positionals
    const config = loadConfig()
    mustExist(config)
    await withStore(config, async store => {
      if (path !== '-') return exportFile(path, store.records())
      for await (const text of exportText(store.records())) await print(text)
    })
    return 0
  },
}
