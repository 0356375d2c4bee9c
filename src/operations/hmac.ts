// HMAC (RFC 2104) with SHA-256, as two plain hashes. Node's createHmac makes objects that take longer than the hashing.
import { hash } from 'node:crypto'

const blockBytes = 64
const digestBytes = 32

/** Signs `head` (Latin-1, each letter a byte) followed by `tail` (UTF-8). The signature comes as Latin-1 too. */
export function makeHmac(secret: Buffer): (head: string, tail: string) => string {
  const key = Buffer.alloc(blockBytes)
  key.set(secret.length > blockBytes ? hash('sha256', secret, 'buffer') : secret)
  let inner = Buffer.from(key.map(byte => byte ^ 0x36))
  const outer = Buffer.concat([key.map(byte => byte ^ 0x5c), Buffer.alloc(digestBytes)])
  return (head, tail) => {
    const longest = blockBytes + head.length + 3 * tail.length
    if (inner.length < longest) inner = Buffer.concat([inner.subarray(0, blockBytes)], longest)
    let end = blockBytes + inner.write(head, blockBytes, 'latin1')
    end += inner.write(tail, end)
    outer.write(hash('sha256', inner.subarray(0, end), 'latin1'), blockBytes, 'latin1')
    return hash('sha256', outer, 'latin1')
  }
}
