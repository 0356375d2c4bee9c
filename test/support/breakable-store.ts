// The real store, behind switches: its reads can be made to fail or to wait, and they are counted.
import { fail } from '../../src/errors.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'

const reads = [
  'feed',
  'feeds',
  'popularTags',
  'categories',
  'counts',
  'creator',
  'topScores',
  'followers',
  'following',
  'app',
  'ping',
]

export function breakableStore() {
  const state: { before: (method: string) => Promise<void>; calls: string[] } = { before: async () => {}, calls: [] }
  const open: typeof openStore = async (path, options) => {
    const store = await openStore(path, options)
    return new Proxy(store, {
      get(target, name: keyof Store) {
        if (!reads.includes(name)) return target[name]
        return async (...given: unknown[]) => {
          state.calls.push(name)
          await state.before(name)
          return (target[name] as (...given: unknown[]) => unknown)(...given)
        }
      },
    })
  }
  return {
    open,
    calls: state.calls,
    /** From now on reads fail: all, or those named. */
    breakDown(...methods: string[]) {
      state.before = async method => {
        if (methods.length > 0 && !methods.includes(method)) return
        throw fail('upstream_unavailable', 'secret of the inside')
      }
    },
    /** From now on reads fail in a way that nobody thought of. */
    failWith(error: Error) {
      state.before = () => Promise.reject(error)
    },
    /** From now on reads wait until the returned function is called. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      state.before = () => promise
      return resolve
    },
    mend() {
      state.before = async () => {}
    },
  }
}
