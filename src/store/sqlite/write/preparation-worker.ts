// The thread that prepares what a large import writes. It writes nothing itself.
import { parentPort, workerData } from 'node:worker_threads'
import { connect } from '../connection.ts'
import { type Blocks, blocksOf } from '../lists/collect.ts'
import { oldLists, type PreparationRequest, type PreparationStart } from './preparation.ts'
import { preparer } from './prepare.ts'

const { path, rebuild } = workerData as PreparationStart
const none = { last: 0, find: () => undefined }
const lists = rebuild ? none : oldLists(connect(path, 'read'))
let tags = new Map<string, string>()
const prepare = preparer({
  // In an empty store there is nothing to look for.
  lists: lists.last === 0 ? none : lists,
  tag: key => tags.get(key),
})
let building: Generator<Blocks> | undefined

parentPort!.on('message', (request: PreparationRequest) => {
  if (request === 'blocks') sendBlocks(building?.next().value)
  else if ('tags' in request) tags = new Map(request.tags)
  else if ('build' in request) building = blocksOf(request.build)
  else {
    const prepared = prepare(request.works)
    parentPort!.postMessage(prepared, [prepared.figures.buffer, prepared.lists.buffer, prepared.ends.buffer])
  }
})

function sendBlocks(blocks: Blocks | undefined): void {
  const buffers = blocks ? [blocks.lists.buffer, blocks.los.buffer, blocks.ends.buffer, blocks.entries.buffer] : []
  parentPort!.postMessage(blocks, buffers)
}
