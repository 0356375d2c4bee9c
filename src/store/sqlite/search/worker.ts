// A thread for searches: each may take milliseconds, which would block the main thread. It finds numbers of creations;
// their cards are read by the main thread, which has many of them in its cache.
import { parentPort, workerData } from 'node:worker_threads'
import { Failure } from '../../../errors.ts'
import { connect, snapshots } from '../connection.ts'
import { creatorsReader } from '../creators.ts'
import { pageFinder } from './feed.ts'
import type { SearchReply, SearchRequest } from './queue.ts'
import type { WorkerMessage } from './thread.ts'

const { path } = workerData as { path: string }
const db = connect(path, 'read')
const snapshot = snapshots(db)
const find = pageFinder(db, snapshot.version)
const creators = creatorsReader(db, snapshot.version)

function reply({ id, search }: SearchRequest): SearchReply {
  try {
    const page = snapshot.read(() => (search.for === 'creators' ? creators(search.query) : find(search.query)))
    return { id, page }
  } catch (error) {
    if (error instanceof Failure) return { id, failure: { name: error.error, message: error.message } }
    return { id, failure: { name: 'upstream_unavailable', message: 'Search is not available now; retry in a moment.' } }
  } finally {
    // Ends the read transaction now, so that the next search reads the newest data.
    snapshot.end()
  }
}

// Loads and compiles what the first search needs.
reply({ id: 0, search: { for: 'creations', query: { sort: 'relevance', q: 'a', locales: ['en'], limit: 24 } } })

parentPort!.on('message', (request: SearchRequest) => parentPort!.postMessage(reply(request)))
parentPort!.postMessage('ready' satisfies WorkerMessage)
