// Cursors are opaque and signed. The signature covers the list they belong to (sort, filters, language), so a
// modified cursor and one of another list fail in the same way.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { fail } from '../errors.ts'
import type { Position, Total } from '../store/store.ts'

type Cursor = Position & Total
export type Cursors = ReturnType<typeof makeCursors>

const format = 1
const payloadBytes = 18
const signatureBytes = 12 // 30 bytes are 40 base64url characters without unused bits

export const invalidCursor = () =>
  fail('invalid_request', 'cursor is not one that this listing gave; start again without cursor.', {
    details: [{ field: 'cursor', reason: 'invalid_cursor' }],
  })

export function makeCursors(secret: Buffer) {
  const sign = (payload: Buffer, scope: string): Buffer =>
    createHmac('sha256', secret).update(payload).update(scope).digest().subarray(0, signatureBytes)
  return {
    seal(cursor: Cursor, scope: string): string {
      const payload = Buffer.alloc(payloadBytes)
      payload.writeUInt8(format * 16 + cursor.tier, 0)
      payload.writeDoubleBE(cursor.sortKey, 1)
      payload.writeUInt32BE(cursor.creationNo, 9)
      payload.writeUInt32BE(Math.min(cursor.total, 0xffffffff), 13)
      payload.writeUInt8(cursor.totalIsExact ? 1 : 0, 17)
      return Buffer.concat([payload, sign(payload, scope)]).toString('base64url')
    },
    open(text: string, scope: string): Cursor {
      const bytes = Buffer.from(text, 'base64url')
      const payload = bytes.subarray(0, payloadBytes)
      const whole = bytes.length === payloadBytes + signatureBytes && bytes.toString('base64url') === text
      if (!whole || !timingSafeEqual(bytes.subarray(payloadBytes), sign(payload, scope))) {
        throw invalidCursor()
      }
      return {
        tier: payload.readUInt8(0) % 16,
        sortKey: payload.readDoubleBE(1),
        creationNo: payload.readUInt32BE(9),
        total: payload.readUInt32BE(13),
        totalIsExact: payload.readUInt8(17) === 1,
      }
    },
  }
}
