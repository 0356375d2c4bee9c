// Unique across processes by chance, within one by counting: cheap enough for every request.
import { randomBytes } from 'node:crypto'

export function makeRequestIds(prefix: string = randomBytes(6).toString('base64url')): () => string {
  let count = 0
  return () => `${prefix}-${(++count).toString(36)}`
}
