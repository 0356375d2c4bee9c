// Sends a Representation, from the URL cache or from a handler.
import type { ServerResponse } from 'node:http'
import { type Encoding, encodingFor } from '../request/accept.ts'
import { matches } from '../request/conditional.ts'
import type { RequestWithInfo } from '../request/request-info.ts'
import { type Head, requestHead, writeHead } from './head.ts'
import { compress, type Representation, usableEncoding, type Variant } from './representation.ts'

/**
 * Sends a 200 or 304 and returns its status. Returns 0 and sends nothing when the bytes in the wanted encoding do
 * not exist yet: `prepareVariant` creates them.
 */
export function sendNow(
  req: RequestWithInfo,
  res: ServerResponse,
  representation: Representation,
  extraHead?: Head,
): number {
  const { headers } = req
  const variant: Variant | null = representation[encodingOf(req, representation)]
  if (variant === null) return 0
  const unchanged = headers['if-none-match'] !== undefined && matches(headers['if-none-match'], variant.etag)
  const { info } = req
  const head = (unchanged ? variant.notModified : variant.full) + (extraHead ?? '') + requestHead(info)
  if (unchanged) {
    writeHead(res, 304, head, null, info.closing)
    res.end()
    return 304
  }
  writeHead(res, 200, head, variant.bytes.length, info.closing)
  if (req.method === 'HEAD') res.end()
  else res.end(variant.bytes)
  return 200
}

const encodingOf = ({ headers }: RequestWithInfo, representation: Representation): Encoding =>
  usableEncoding(representation, encodingFor(headers['accept-encoding'] as string | undefined))

export async function prepareVariant(req: RequestWithInfo, representation: Representation): Promise<void> {
  const encoding = encodingOf(req, representation)
  if (representation[encoding] === null && encoding !== 'identity') await compress(representation, encoding)
}
