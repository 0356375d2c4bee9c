import { derivedVersion } from '../../src/store/derived-version.ts'
import { withoutSecrets } from '../../src/util/without-secrets.ts'
import { type Command, parseFlags, print } from '../command.ts'
import { progressBar } from '../progress-bar.ts'
import { loadConfig, mustExist, withWritableStore } from '../stores.ts'

export const reindexCommand: Command = {
  name: 'reindex',
  summary: 'Rebuild everything that is derived from the records: lists, cards, totals.',
  usage: `reindex

  A running service goes on with the old index until the new one is complete. After an upgrade, serve and import
  do this by themselves; run it to prepare an upgrade, or to return to this version.`,
  async run(args) {
    parseFlags('reindex', args, {})
    const config = loadConfig()
    mustExist(config)
    const started = Date.now()
    const bar = progressBar()
    const progress = (done: number, of: number) => bar.update('indexing', done, of)
    const rebuilt = await withWritableStore(
      config,
      store => store.reindex({ when: 'always', now: Date.now, progress }),
      { reindexes: true },
    ).finally(bar.clear)
    const creations = rebuilt?.creations ?? 0
    const seconds = (Date.now() - started) / 1000
    await print(
      process.stdout.isTTY
        ? `Rebuilt the index of ${creations.toLocaleString('en')} creations in ${seconds.toFixed(1)} s.\n`
        : `${JSON.stringify({ store: withoutSecrets(config.store), creations, derived_version: derivedVersion, seconds })}\n`,
    )
    return 0
  },
}
