import { sqliteApplication, sqliteTypes } from '../../support/servers/sync-sources.ts'
import { scratchFolder } from '../../support/vitrine-process.ts'
import { syncSuite } from './sync-suite.ts'

const folder = scratchFolder()
let made = 0

syncSuite(
  {
    name: 'SQLite',
    open: async () => sqliteApplication(folder, `app-${made++}.db`),
    types: sqliteTypes,
    quoted: name => `"${name}"`,
    now: "strftime('%Y-%m-%d %H:%M:%f', 'now')",
  },
  folder,
)
