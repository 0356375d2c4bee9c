// Vectors of texts, as an embeddings endpoint gave them. Shared by all processes; the oldest are dropped first.
import type { StateBounds, StateDatabase, VectorStore } from '../state.ts'

/** For both databases. */
export const vectorTable = `CREATE TABLE vector (key text PRIMARY KEY, at bigint NOT NULL, value bytea NOT NULL);
  CREATE INDEX vector_by_age ON vector (at)`

/** Of the number of entries in all: by default 40,000 vectors, at most 160 MB with 4,096 dimensions. */
const shareOfEntries = 0.2
/** Keys in one statement, so that there is only one statement to prepare. */
const keysAtOnce = 32

const read = `SELECT key, value FROM vector WHERE key IN (${Array.from({ length: keysAtOnce }, (_, i) => `$${i + 1}`)})`
const write = `INSERT INTO vector (key, at, value) VALUES ($1, $2, $3)
  ON CONFLICT (key) DO UPDATE SET at = excluded.at, value = excluded.value`
const prune = 'DELETE FROM vector WHERE at <= (SELECT at FROM vector ORDER BY at DESC LIMIT 1 OFFSET $1)'

export const vectorState = ({ run }: Pick<StateDatabase, 'run'>, { total }: StateBounds): VectorStore => ({
  async read({ keys }) {
    const found: { key: string; value: Int8Array }[] = []
    for (let i = 0; i < keys.length; i += keysAtOnce) {
      const values = Array.from({ length: keysAtOnce }, (_, n) => keys[i + n] ?? '')
      const rows = await run<{ key: string; value: Uint8Array }>({ text: read, values })
      found.push(...rows.map(({ key, value }) => ({ key, value: Int8Array.from(value) })))
    }
    return found
  },
  async write({ entries, now }) {
    for (const { key, value } of entries)
      await run({ text: write, values: [key, now, Buffer.from(value.buffer, value.byteOffset, value.length)] })
    await run({ text: prune, values: [Math.floor(total.entries * shareOfEntries)] })
  },
})
