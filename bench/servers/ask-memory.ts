// Prints the memory of a process before and after it prepared to understand questions in every language.

import { makeAddresses } from '../../src/addresses.ts'
import { loadAskIndex } from '../../src/ask/ask-index.ts'
import { readConfig } from '../../src/config/config.ts'
import { tablesOf } from '../../src/discovery/self-description.ts'
import { serviceLocales } from '../../src/languages/languages.ts'
import { examination } from '../../test/ask/examination.ts'

const megabytes = (): number => {
  globalThis.gc?.()
  return process.memoryUsage().rss / 1e6
}

const addresses = makeAddresses('http://localhost:4010', 'http://localhost:4000')
const tables = tablesOf({ ...readConfig({}), addresses })
const before = megabytes()
const { understanding } = await loadAskIndex(tables)
for (const locale of serviceLocales) {
  const matching = await understanding.matching(locale)
  for (const set of examination()) {
    if (set.locale === locale) for (const { q } of set.questions) matching.find(understanding.slots(locale, q), 3)
  }
}
console.log(JSON.stringify({ before, after: megabytes() }))
