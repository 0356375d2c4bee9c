// Request ids: a random prefix per process and a counter, which is cheap enough for every request.
import { randomBytes } from 'node:crypto'

export function makeRequestIds(prefix: string = randomBytes(6).toString('base64url')): () => string {
  let count = 0
  return () => `${prefix}-${(++count).toString(36)}`
}
