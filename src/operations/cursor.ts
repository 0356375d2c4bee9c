// Cursors are opaque and signed. What a cursor belongs to (sort, filters, language) is part of what is signed, so a
// cursor that was changed and one that comes from another listing fail in the same way.
import { timingSafeEqual } from 'node:crypto'
import { fail } from '../errors.ts'
import type { Position, Total } from '../store/store.ts'
import { makeHmac } from './hmac.ts'

export type Cursor = Position & Total
export type Cursors = ReturnType<typeof makeCursors>

const format = 1
const payloadBytes = 18
const signatureBytes = 12 // 30 bytes are 40 base64url characters with no spare bits to play with

export const invalidCursor = () =>
  fail('invalid_request', 'cursor is not one that this listing gave; start again without cursor.', {
    details: [{ field: 'cursor', reason: 'invalid_cursor' }],
  })

export function makeCursors(secret: Buffer) {
  const hmac = makeHmac(secret)
  // Latin-1: each letter is a byte.
  const sign = (payload: string, scope: string) => hmac(payload, scope).slice(0, signatureBytes)
  const sealed = Buffer.alloc(payloadBytes + signatureBytes)
  return {
    seal(cursor: Cursor, scope: string): string {
      sealed.writeUInt8(format * 16 + cursor.tier, 0)
      sealed.writeDoubleBE(cursor.k, 1)
      sealed.writeUInt32BE(cursor.n, 9)
      sealed.writeUInt32BE(Math.min(cursor.total, 0xffffffff), 13)
      sealed.writeUInt8(cursor.totalIsExact ? 1 : 0, 17)
      sealed.write(sign(sealed.toString('latin1', 0, payloadBytes), scope), payloadBytes, 'latin1')
      return sealed.toString('base64url')
    },
    open(text: string, scope: string): Cursor {
      const bytes = Buffer.from(text, 'base64url')
      const payload = bytes.subarray(0, payloadBytes)
      const whole = bytes.length === payloadBytes + signatureBytes && bytes.toString('base64url') === text
      const signature = () => Buffer.from(sign(payload.toString('latin1'), scope), 'latin1')
      if (!whole || !timingSafeEqual(bytes.subarray(payloadBytes), signature())) {
        throw invalidCursor()
      }
      return {
        tier: payload.readUInt8(0) % 16,
        k: payload.readDoubleBE(1),
        n: payload.readUInt32BE(9),
        total: payload.readUInt32BE(13),
        totalIsExact: payload.readUInt8(17) === 1,
      }
    },
  }
}
