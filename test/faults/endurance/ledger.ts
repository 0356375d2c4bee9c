// Imports that go on all the time. Each adds a creation, removes an old one, and changes the title of another, which tells
// readers how old their answer is.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Reply } from '../../support/start-service.ts'
import { vitrine } from '../../support/vitrine-process.ts'

export type Ledger = {
  /** The creation whose title is the number of the newest import. */
  path: string
  /** Imports until it succeeds. */
  import(): Promise<void>
  check(reply: Reply, asked: number): string | undefined
  /** What the store must contain in the end. */
  titles(): Map<string, string>
  /** How often an import failed and was repeated. */
  failures(): number
}

const handle = 'ledger'
const kept = 50
/** Responses may be that old: the sum of the lifetimes in the caches, and an outage. */
const staleMs = 90_000

export function makeLedger(env: Record<string, string>): Ledger {
  const done: number[] = []
  let begun = 0
  let failures = 0
  const recordsOf = (version: number) => [
    { type: 'creator', handle, displayName: 'Ledger' },
    { type: 'creation', handle, slug: 'newest', title: String(version) },
    { type: 'creation', handle, slug: `entry-${version}`, title: `Entry ${version}` },
    ...(version > kept ? [{ type: 'delete', of: 'creation', handle, slug: `entry-${version - kept}` }] : []),
  ]
  return {
    path: `/public/share/app/${handle}/newest`,
    async import() {
      const version = ++begun
      const lines = recordsOf(version).map(record => JSON.stringify(record))
      while ((await vitrine(['import', '-'], env, `${lines.join('\n')}\n`)).code !== 0) {
        failures++
        await sleep(1000)
      }
      done.push(Date.now())
    },
    check(reply, asked) {
      const version = Number(reply.json().data.title)
      const oldest = done.findLastIndex(at => at < asked - staleMs) + 1
      if (version >= oldest && version <= begun) return undefined
      return `version ${version}, between ${oldest} and ${begun} expected`
    },
    titles() {
      const entries = Array.from({ length: Math.min(begun, kept) }, (_, i) => begun - i)
      return new Map([
        [`${handle}/newest`, String(begun)],
        ...entries.map(entry => [`${handle}/entry-${entry}`, `Entry ${entry}`] as const),
      ])
    },
    failures: () => failures,
  }
}
