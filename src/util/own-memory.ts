/**
 * Small buffers are slices of larger ones (64 kB in Node 26), all of which stay in memory as long as one slice does.
 * Buffers that are kept for long get memory of their own.
 */
export function withOwnMemory(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength <= bytes.length * 1.25) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  copy.set(bytes)
  return copy
}
