// A process of its own for the tests of the SQLite store. `open` opens a new store for each line it reads; `import`
// brings one round of records in and tells how far it has come, so that it can be killed at any moment.
import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { connect } from '../../../src/store/sqlite/connection.ts'
import { openWritableStore } from '../../../src/store/sqlite/open.ts'
import { linesOf, now } from '../suite/harness.ts'
import { roundOf } from './rounds.ts'

const [command, path, round] = process.argv.slice(2)

// At once, not when the event loop comes round: the import does not let it.
const tell = (text: string) => writeSync(1, `${text}\n`)

if (command === 'open') {
  tell('ready')
  for await (const name of createInterface({ input: process.stdin })) {
    const db = connect(`${path}-${name}`, 'read')
    const secret = db.prepare("SELECT hex(value) AS hex FROM meta WHERE key = 'cursor_secret'").get()
    tell(`${name} ${secret?.hex}`)
    db.close()
  }
} else {
  const writable = await openWritableStore(path!)
  const writer = await writable.begin({ now })
  for (const { checked, line } of linesOf(roundOf(Number(round)))) {
    await writer.put(checked, line)
    if (line % 50 === 0) tell('put')
  }
  tell('commit')
  await writer.commit({ rejections: 'fail', progress: () => tell('progress') })
  tell('done')
  await writable.close()
}
