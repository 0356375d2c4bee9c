// A thread for searches: each may take milliseconds, which would block the main thread.
import { parentPort, workerData } from 'node:worker_threads'
import { makeAddresses } from '../../../addresses.ts'
import { Failure } from '../../../errors.ts'
import type { OpenTemplate } from '../../card.ts'
import { makeCardCache } from '../cards.ts'
import { connect, snapshots } from '../connection.ts'
import { creatorsReader } from '../creators.ts'
import { makeLabelCache } from '../lists/labels.ts'
import { feedReader } from './feed.ts'
import type { SearchReply, SearchRequest } from './queue.ts'
import type { WorkerMessage, WorkerRequest } from './thread.ts'

const { path, baseUrl, webUrl } = workerData as { path: string; baseUrl: string; webUrl: string }
const db = connect(path, 'read')
const labels = makeLabelCache(db)
/** Searches have little in common, so few cards are used again. */
const cardBound = 512
const open: OpenTemplate = { url: null }
const cards = makeCardCache(db, { addresses: makeAddresses(baseUrl, webUrl), open }, labels, cardBound)
const feed = feedReader(db, cards)
const creators = creatorsReader(db)
const snapshot = snapshots(db, () => {
  labels.forget()
  cards.forget()
  feed.forget()
})

function reply({ id, search }: SearchRequest): SearchReply {
  try {
    if (search.for === 'creators') return { id, slice: snapshot.read(() => creators(search.query)) }
    const { encode: _, ...slice } = snapshot.read(() => feed(search.query))
    return { id, slice }
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

parentPort!.on('message', ({ openUrl, ...request }: WorkerRequest) => {
  open.url = openUrl
  parentPort!.postMessage(reply(request))
})
parentPort!.postMessage('ready' satisfies WorkerMessage)
