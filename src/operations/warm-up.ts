// What a process does before it takes requests that others could answer.
import { type Context, call } from './define.ts'
import { operations } from './index.ts'

/** As many connections as the PostgreSQL store has for reads. */
const atOnce = 8

/**
 * Answers every read that needs no argument, several times at once, so that requests find connections open and code compiled:
 * on a busy machine the first ones would otherwise miss their deadline. What fails here fails for requests too, which are
 * told.
 */
export async function warmUp(context: Context): Promise<void> {
  const simple = operations.filter(({ path }) => !path.includes('{'))
  const round = async () => {
    for (const operation of simple) await call(operation, {}, context).catch(() => {})
  }
  await Promise.all(Array.from({ length: atOnce }, round))
}
