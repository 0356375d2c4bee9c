// A process of its own for the tests of the PostgreSQL store: brings one round of records in and tells how far it has
// come, so that it can be killed at any moment.
import { writeSync } from 'node:fs'
import { openWritablePostgresStore } from '../../../src/store/postgres/open.ts'
import { roundOf } from '../sqlite/rounds.ts'
import { linesOf, now } from '../suite/harness.ts'

const [url, round] = process.argv.slice(2) as [string, string]

const tell = (text: string) => writeSync(1, `${text}\n`)

const writable = await openWritablePostgresStore(url)
const writer = await writable.begin({ now })
tell('begun')
for (const { checked, line } of linesOf(roundOf(Number(round)))) await writer.put(checked, line)
tell('commit')
await writer.commit({ rejections: 'fail', progress: () => tell('progress') })
tell('done')
await writable.close()
