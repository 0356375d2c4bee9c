// Who does the part of deriving that needs no database: this thread, or for large imports another one, while this one
// writes. Both give the same, in the order in which they were asked.
import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { type Blocks, type BuildWork, blocksOf } from '../lists/collect.ts'
import { type CreationWork, type Prepared, preparer } from './prepare.ts'

export type Preparation = {
  prepare(works: CreationWork[]): Promise<Prepared>
  /** Begins a building of lists, whose blocks are then asked for until there are no more. */
  build(work: BuildWork): void
  blocks(): Promise<Blocks | undefined>
  /** Whatever was asked and not answered never will be. */
  end?(): void
}

export function preparationHere(db: DatabaseSync): Preparation {
  const tag = db.prepare('SELECT record FROM tag WHERE key = ?')
  const prepare = preparer({
    lists: oldLists(db),
    tag: key => (tag.get(key) as { record: string } | undefined)?.record,
  })
  let building: Generator<Blocks> | undefined
  return {
    prepare: async works => prepare(works),
    build: work => {
      building = blocksOf(work)
    },
    blocks: async () => {
      // Lets signals and the progress bar through.
      await new Promise(resolve => setImmediate(resolve))
      return building?.next().value
    },
  }
}

export function oldLists(db: DatabaseSync) {
  const find = db.prepare('SELECT id FROM list WHERE name = ?')
  const { last } = db.prepare('SELECT coalesce(max(id), 0) AS last FROM list').get() as { last: number }
  return { last, find: (name: string) => (find.get(name) as { id: number } | undefined)?.id }
}

/** With `rebuild` there are no lists from before: those in the database are about to be replaced. */
export type PreparationStart = { path: string; rebuild: boolean }
export type PreparationRequest =
  | { tags: [key: string, record: string][] }
  | { works: CreationWork[] }
  | { build: BuildWork }
  | 'blocks'

/**
 * May start before all records have come: what the thread reads of the store itself is the lists as they were before
 * this import, and tags are told when they are first needed.
 */
export function preparationThread(db: DatabaseSync, start: PreparationStart): Preparation {
  const worker = new Worker(new URL('./preparation-worker.ts', import.meta.url), {
    workerData: start,
  })
  const waiting: PromiseWithResolvers<unknown>[] = []
  let ended: Error | undefined
  const giveUp = (error: Error) => {
    ended ??= error
    for (const { reject } of waiting.splice(0)) reject(ended)
  }
  worker.on('message', reply => waiting.shift()?.resolve(reply))
  worker.on('error', giveUp)
  worker.on('exit', () => giveUp(new Error('The thread that prepares an import has ended.')))

  function ask<T>(request: PreparationRequest): Promise<T> {
    const reply = Promise.withResolvers<unknown>()
    // Whoever has failed elsewhere does not come back for what it asked ahead.
    reply.promise.catch(() => {})
    if (ended) reply.reject(ended)
    else waiting.push(reply)
    worker.postMessage(request)
    return reply.promise as Promise<T>
  }
  const tellTags = once(() => worker.postMessage({ tags: allTags(db) } satisfies PreparationRequest))
  return {
    prepare: works => {
      tellTags()
      return ask<Prepared>({ works })
    },
    // Of what is sent only the memberships are not needed here any more.
    build: work => worker.postMessage({ build: work } satisfies PreparationRequest, [work.lists.buffer]),
    blocks: () => ask<Blocks | undefined>('blocks'),
    end: () => void worker.terminate(),
  }
}

function once(act: () => void): () => void {
  let done = false
  return () => {
    if (!done) act()
    done = true
  }
}

function allTags(db: DatabaseSync): [key: string, record: string][] {
  const tags = db.prepare('SELECT key, record FROM tag')
  tags.setReturnArrays(true)
  return tags.all() as unknown as [key: string, record: string][]
}

/** Fewer creations than this are done before a thread has started. */
const threadFrom = 5000

export type PreparationSource = ReturnType<typeof preparationsFor>

export function preparationsFor(db: DatabaseSync, { rebuild = false } = {}) {
  let thread: Preparation | undefined
  /** Starts the thread early when there will be much to do, so that it does not have to be waited for. */
  const expect = (creations: number): void => {
    if (thread || creations < threadFrom) return
    const path = db.location()
    if (path !== null) thread = preparationThread(db, { path, rebuild })
  }
  return {
    expect,
    take: (creations: number): Preparation => {
      expect(creations)
      return thread ?? preparationHere(db)
    },
    end: () => thread?.end?.(),
  }
}
