import { scratchFolder } from '../../support/vitrine-process.ts'
import { newSqliteStores } from '../new-stores.ts'
import { storeSuite } from '../store-suite.ts'

storeSuite('SQLite', newSqliteStores(scratchFolder()))
