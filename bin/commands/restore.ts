import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from '../../src/config/config.ts'
import { type ImportResult, importInput, importRecords } from '../../src/records/transfer/import.ts'
import { openInput } from '../../src/records/transfer/input.ts'
import { isPostgres } from '../../src/store/open.ts'
import type { WritableStore } from '../../src/store/store.ts'
import { withoutSecrets } from '../../src/util/without-secrets.ts'
import { type Command, parseFlags, print, usageError } from '../command.ts'
import { progressBar } from '../progress-bar.ts'
import { loadConfig, withStore, withWritableStore } from '../stores.ts'

type Bar = ReturnType<typeof progressBar>

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Restore a backup into the embedded store or a PostgreSQL database.',
  usage: `restore <file> [--force]

  <file>    a file written by backup or export, from either kind of store
  --force   replace the data of an embedded store by a copy that backup made; any other store must be empty`,
  async run(args) {
    const { values, positionals } = parseFlags('restore', args, { force: { type: 'boolean' } }, 1)
    const [source] = positionals
    if (source === undefined) throw usageError('restore needs the file of a backup.')
    const config = loadConfig()
    if (resolve(source) === resolve(config.store)) throw usageError('restore needs a file other than the store itself.')
    if (!existsSync(source)) throw new Error(`Cannot read ${source}: there is no such file.`)
    const bar = progressBar()
    try {
      return await restore(source, config, values.force ?? false, bar)
    } finally {
      bar.clear()
    }
  },
}

async function restore(source: string, config: Config, force: boolean, bar: Bar): Promise<number> {
  const started = Date.now()
  const { isDatabase, restoreFile, recordsInFile } = await import('../../src/store/sqlite/backup.ts')
  const isDatabaseFile = await isDatabase(source)
  const seconds = () => (Date.now() - started) / 1000
  if (isDatabaseFile && !isPostgres(config.store)) {
    if (!force) await mustBeEmpty(config, 'Use --force to replace it.')
    const records = await restoreFile(source, config.store, (done, of) => bar.update('copying', done, of))
    await print(`${JSON.stringify({ file: source, store: config.store, records, seconds: seconds() })}\n`)
    return 0
  }
  await mustBeEmpty(config, 'Records can be restored only into an empty store: set VITRINE_STORE to another one.')
  const { complete, summary } = await withWritableStore(config, store =>
    isDatabaseFile
      ? importRecords(recordsInFile(source), { store, now: Date.now, kinds: null, progress: bar.update })
      : importFile(source, store, bar),
  )
  const { read: records, created } = summary
  const store = withoutSecrets(config.store)
  await print(`${JSON.stringify({ file: source, store, records, created, seconds: seconds() })}\n`)
  return complete ? 0 : 1
}

async function importFile(source: string, store: WritableStore, bar: Bar): Promise<ImportResult> {
  const report = ({ line, reason }: { line: number; reason: string }) => bar.note(`line ${line}: ${reason}`)
  const input = await openInput(source)
  try {
    // Any kind: a backup must not depend on the site pack.
    const options = {
      store,
      now: Date.now,
      kinds: null,
      skipInvalid: false,
      requireExport: true,
      report,
      progress: bar.update,
    }
    return await importInput(input, options)
  } finally {
    await input.close()
  }
}

async function mustBeEmpty(config: Config, advice: string): Promise<void> {
  if (!isPostgres(config.store) && !existsSync(config.store)) return
  if (await withStore(config, store => store.isEmpty())) return
  throw new Error(`The store ${withoutSecrets(config.store)} already contains data. ${advice}`)
}
