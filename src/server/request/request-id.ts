// Request ids: a random prefix of the process and a counter.
import { randomBytes } from 'node:crypto'

export function makeRequestIds(prefix: string = randomBytes(6).toString('base64url')): () => string {
  let count = 0
  return () => `${prefix}-${(++count).toString(36)}`
}
