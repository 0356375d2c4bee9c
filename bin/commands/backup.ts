import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from '../../src/config/config.ts'
import type { StoredRecord } from '../../src/records/records.ts'
import { exportFile } from '../../src/records/transfer/export.ts'
import { isPostgres } from '../../src/store/open.ts'
import { type Command, parseFlags, print, usageError } from '../command.ts'
import { progressBar } from '../progress-bar.ts'
import { loadConfig, mustExist, withStore } from '../stores.ts'

type Bar = ReturnType<typeof progressBar>

export const backupCommand: Command = {
  name: 'backup',
  summary: 'Copy the store while it is in use.',
  usage: `backup <file> [--force]

  <file>    where to write: a copy of the embedded store, with its state beside it;
            of a PostgreSQL database, all records as NDJSON
  --force   replace an existing file`,
  async run(args) {
    const { values, positionals } = parseFlags('backup', args, { force: { type: 'boolean' } }, 1)
    const [target] = positionals
    if (target === undefined) throw usageError('backup needs a file to write to.')
    const config = loadConfig()
    mustExist(config)
    const existing = (await filesOf(config.store, target)).find(file => existsSync(file))
    if (existing !== undefined && !values.force)
      throw new Error(`${existing} already exists. Use --force to replace it.`)
    const started = Date.now()
    const bar = progressBar()
    try {
      const records = await write(config, target, bar)
      const { size: bytes } = statSync(target)
      bar.clear()
      await print(summaryText({ file: target, records, bytes, seconds: (Date.now() - started) / 1000 }))
      return 0
    } finally {
      bar.clear()
    }
  },
}

/** Resolves to the number of records. */
async function write(config: Config, target: string, bar: Bar): Promise<number> {
  if (!isPostgres(config.store)) {
    const { backUpFile } = await import('../../src/store/sqlite/backup.ts')
    return backUpFile(config.store, target, (done, of) => bar.update('copying', done, of))
  }
  let records = 0
  async function* countRecords(all: AsyncIterable<StoredRecord>) {
    for await (const record of all) {
      if (++records % 1000 === 0) bar.update('copying', records, 0)
      yield record
    }
  }
  await withStore(config, store => exportFile(target, countRecords(store.records())))
  return records
}

/** The files that will be written. */
async function filesOf(store: string, target: string): Promise<string[]> {
  if (isPostgres(store)) return [target]
  if (resolve(store) === resolve(target)) throw usageError('backup needs a file other than the store itself.')
  const { statePath } = await import('../../src/store/sqlite/state/state.ts')
  return [target, statePath(target)]
}

function summaryText(summary: { file: string; records: number; bytes: number; seconds: number }): string {
  if (!process.stdout.isTTY) return `${JSON.stringify(summary)}\n`
  const { file, records, bytes, seconds } = summary
  return `${file}: ${records.toLocaleString('en')} records, ${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s\n`
}
