// Warms up a process before it accepts requests.
import { type Context, call } from './define.ts'
import { operations } from './index.ts'

/** As many connections as the PostgreSQL store has for reads. */
const atOnce = 8

/**
 * Runs every read without required arguments, several times in parallel, to open connections and compile code: on a
 * busy machine the first requests would otherwise miss their deadline. Errors are ignored here, since requests
 * report them.
 */
export async function warmUp(context: Context): Promise<void> {
  const simple = operations.filter(({ path }) => !path.includes('{'))
  const round = async () => {
    for (const operation of simple) await call(operation, {}, context).catch(() => {})
  }
  await Promise.all(Array.from({ length: atOnce }, round))
}
