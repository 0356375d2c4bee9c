// A process of its own that rebuilds the index of a store and tells how far it has come, so that it can be killed.
import { writeSync } from 'node:fs'
import { openWritableStore } from '../../src/store/open.ts'

// At once, not when the event loop comes round.
const tell = (text: string) => writeSync(1, `${text}\n`)

const [place, when] = process.argv.slice(2) as [string, 'older' | 'always']
const writable = await openWritableStore(place)
await writable.reindex({ when, now: Date.now, progress: (done, of) => tell(`${done} of ${of}`) })
tell('done')
await writable.close()
